import { jsonFault } from "./json-fault";

/** A request as it is edited before it is sent again: its method, and its params as JSON. */
export interface RequestText {
  method: string;
  params: string;
}

/** Params of an edited request, or what is wrong with the text and where. */
export type ReadParams = { ok: true; value: Record<string, unknown> } | { ok: false; fault: string };

/**
 * The request of a message for editing. `_meta` is left out: each connection writes its own.
 * @returns undefined when the text is no whole JSON-RPC request, e.g. since it was cut
 */
export function requestOf(raw: string): RequestText | undefined {
  let message: unknown;
  try {
    message = JSON.parse(raw);
  } catch {
    return undefined;
  }
  const { method, params = {} } = (message ?? {}) as { method?: unknown; params?: unknown };
  if (typeof method !== "string" || !isRecord(params)) return undefined;
  const { _meta: _, ...own } = params;
  return { method, params: JSON.stringify(own, null, 2) };
}

/** Reads params as typed: a JSON object; an empty text is one without fields. */
export function readParams(text: string): ReadParams {
  if (text.trim() === "") return { ok: true, value: {} };
  const fault = jsonFault(text);
  if (fault) {
    const before = text.slice(0, fault.offset).split("\n");
    const place = `line ${before.length}, column ${before.at(-1)!.length + 1}`;
    return { ok: false, fault: `Not valid JSON at ${place}: expected ${fault.expected}.` };
  }
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) return { ok: false, fault: "Params must be an object: {…}." };
  return { ok: true, value };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
