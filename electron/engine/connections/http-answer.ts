import { createParser } from "eventsource-parser";
import { statusProblem } from "./http-problems";
import { LINE_LIMIT } from "./line-reader";
import type { WireHandlers } from "./wire";

/** What an answer says besides its body, with lower-case names. */
export interface AnswerInfo {
  httpStatus: number;
  headers: Record<string, string>;
}

export function infoOf(response: Response): AnswerInfo {
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    headers[name] = name === "set-cookie" ? "•••" : value;
  });
  return { httpStatus: response.status, headers };
}

/**
 * Hands on every message of one answer as it came: a JSON body, or the events of a stream. What is neither is told
 * as a failure of the request. Reading ends with the body.
 * @param id of the request it answers; absent for notifications, whose answers carry nothing
 * @param inSession whether the request named a session: then 404 is about that (base spec: Session Management)
 */
export async function deliverAnswer(
  response: Response,
  id: number | undefined,
  handlers: WireHandlers,
  inSession = false,
): Promise<void> {
  const refusal = (body: string) =>
    inSession && response.status === 404
      ? "The server does not know the session any more (HTTP 404)."
      : statusProblem(response.status, body).message;
  const info = infoOf(response);
  const type = (response.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  if (response.ok && type === "text/event-stream") {
    await readEvents(response, handlers, info);
    handlers.onFailure(id, "the stream ended before the request was answered", info);
    return;
  }
  const body = await readText(response);
  const messages = type.endsWith("json") ? jsonMessages(body) : undefined;
  if (messages) {
    for (const message of messages) handlers.onText(message, info);
    if (response.ok) handlers.onFailure(id, "the answer held no message for this request", { ...info, body });
    else handlers.onFailure(id, refusal(body), { ...info, body });
    return;
  }
  if (response.ok && body === "" && id === undefined) return;
  const why = response.ok
    ? `the answer is no MCP message: HTTP ${response.status}, content type ${type || "not given"}`
    : refusal(body);
  if (id !== undefined || !response.ok) handlers.onFailure(id, why, { ...info, body });
}

/** Reads an event stream to its end; each event's data is one message. */
export async function readEvents(
  response: Response,
  handlers: WireHandlers,
  info: AnswerInfo,
): Promise<void> {
  const parser = createParser({ onEvent: (event) => handlers.onText(event.data, info) });
  const decoder = new TextDecoder();
  let pending = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    const text = decoder.decode(next.value, { stream: true });
    pending = text.includes("\n") ? 0 : pending + text.length;
    if (pending > LINE_LIMIT) {
      handlers.onNoise(text.slice(0, 2_000), pending, true);
      await reader?.cancel();
      return;
    }
    parser.feed(text);
  }
}

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    parts.push(next.value);
    size += next.value.length;
    if (size > LINE_LIMIT) {
      await reader?.cancel();
      throw new Error(`the answer is larger than ${LINE_LIMIT} bytes`);
    }
  }
  return Buffer.concat(parts).toString("utf8");
}

/** The messages of a JSON body: one, or the elements of a batch; undefined when it holds none. */
function jsonMessages(body: string): string[] | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    if (Array.isArray(parsed)) return parsed.map((message) => JSON.stringify(message));
    return isMessage(parsed) ? [body] : undefined;
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    ("jsonrpc" in value || "result" in value || "method" in value)
  );
}
