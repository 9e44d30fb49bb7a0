import type { Connection } from "../connections/connection";
import { ConnectionError } from "../connections/connection-error";
import type { RpcExchange } from "../connections/rpc-exchange";
import { objectOf } from "./entry";

/** Who asks a server on behalf of discovery, and until when. */
export interface Asker {
  connection: Connection;
  signal: AbortSignal;
  /** Told with each request in the traffic, e.g. `index` or `manifest`. */
  purpose: string;
}

/**
 * Reads a resource that holds JSON, e.g. an index or a manifest.
 * @throws ConnectionError with the server's words
 */
export async function readJson(ask: Asker, uri: string): Promise<{ value: unknown; exchange: RpcExchange }> {
  const { connection, signal, purpose } = ask;
  const { result, exchange } = await connection.call("resources/read", { uri }, { signal, purpose });
  const contents = objectOf(result)?.contents;
  const first = objectOf(Array.isArray(contents) ? contents[0] : undefined);
  const text =
    typeof first?.text === "string"
      ? first.text
      : typeof first?.blob === "string"
        ? Buffer.from(first.blob, "base64").toString("utf8")
        : undefined;
  try {
    return { value: JSON.parse(text ?? ""), exchange };
  } catch {
    throw new ConnectionError({
      code: "bad-index",
      message: `${uri} was read, but it holds no JSON.`,
      hint: "Look at the answer in the traffic.",
      ...(text === undefined ? {} : { detail: text.slice(0, 500) }),
    });
  }
}

/** The records of a container: an array of them, or the first array that an object holds, by preference under `key`. */
export function recordsOf(value: unknown, key: string): Record<string, unknown>[] | undefined {
  const object = objectOf(value);
  const list = Array.isArray(value)
    ? value
    : Array.isArray(object?.[key])
      ? object[key]
      : Object.values(object ?? {}).find(Array.isArray);
  return Array.isArray(list) ? list.map(objectOf).filter((item) => item !== undefined) : undefined;
}

/** A string field, or undefined. */
export function stringOf(record: Record<string, unknown> | undefined, key: string): string | undefined {
  const value = record?.[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}
