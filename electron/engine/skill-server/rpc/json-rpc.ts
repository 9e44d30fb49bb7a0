/** JSON-RPC 2.0 as MCP narrows it: ids are strings or numbers, params are objects. */

export type Json = Record<string, unknown>;
export type Id = string | number;

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** MCP 2025-11-25 and earlier: a resource that is not there. */
export const RESOURCE_NOT_FOUND = -32002;
/** MCP 2026-07-28: HTTP headers that contradict the body. */
export const HEADER_MISMATCH = -32020;
/** MCP 2026-07-28: a revision the server does not speak. */
export const UNSUPPORTED_VERSION = -32022;

/** An error a handler answers with. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

export interface Request {
  kind: "request";
  id: Id;
  method: string;
  params: Json;
}
export interface Notification {
  kind: "notification";
  method: string;
  params: Json;
}
/** What one received value turned out to be. `ignored`: a response, which this server never waits for. */
export type Incoming =
  | Request
  | Notification
  | { kind: "ignored" }
  | { kind: "invalid"; id: Id | null; error: RpcError };

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Sorts a parsed JSON value; an array is for the caller, since revisions differ about batches. */
export function classify(value: unknown): Incoming {
  const invalid = (id: Id | null, message: string): Incoming => ({
    kind: "invalid",
    id,
    error: new RpcError(INVALID_REQUEST, message),
  });
  if (!isObject(value)) return invalid(null, "A message must be a JSON object");
  const hasId = "id" in value;
  const id = typeof value.id === "string" || Number.isFinite(value.id) ? (value.id as Id) : null;
  if (value.jsonrpc !== "2.0") return invalid(id, 'A message must carry "jsonrpc": "2.0"');
  if (!("method" in value) && ("result" in value || "error" in value)) return { kind: "ignored" };
  if (typeof value.method !== "string") return invalid(id, "method must be a string");
  if (hasId && id === null) return invalid(null, "id must be a string or a number");
  const params = value.params ?? {};
  if (!isObject(params)) {
    if (id === null) return { kind: "ignored" };
    return { kind: "invalid", id, error: new RpcError(INVALID_PARAMS, "params must be an object") };
  }
  if (id === null) return { kind: "notification", method: value.method, params };
  return { kind: "request", id, method: value.method, params };
}

export const resultOf = (id: Id, result: Json) => ({ jsonrpc: "2.0" as const, id, result });

export function errorOf(id: Id | null, error: RpcError) {
  const { code, message, data } = error;
  return { jsonrpc: "2.0" as const, id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

export type Answer = ReturnType<typeof resultOf> | ReturnType<typeof errorOf>;

/** A string parameter that must be there. */
export function stringParam(params: Json, name: string): string {
  const value = params[name];
  if (typeof value !== "string") {
    const got =
      value === undefined ? "it is missing" : `got ${Array.isArray(value) ? "a list" : typeof value}`;
    throw new RpcError(INVALID_PARAMS, `${name} must be a string; ${got}`);
  }
  return value;
}
