import type { Exchange, WireEvent } from "../../../shared/model/evidence";
import type { Limits } from "../../../shared/model/limits";
import type { Traffic } from "./tap";
import type { WireClose, WireMessage } from "./wire";

export interface RpcOptions {
  serverId: string;
  traffic: Traffic;
  secrets: readonly string[];
  limits?: Limits;
  /** Ids of exchanges are unique over all connections of one run. */
  nextExchangeId: () => string;
  onEvent?: (event: WireEvent) => void;
  onNotification?: (method: string, params: unknown) => void;
  onStderr?: (text: string) => void;
  onClose?: (close: WireClose) => void;
}

export interface RequestOptions {
  timeoutMs: number;
  signal?: AbortSignal;
  purpose: string;
  /** Added to `params` under `_meta`; not part of the exchange's params. */
  meta?: Record<string, unknown>;
}

/** An exchange with the numbers of its rows in the traffic and the raw answer. */
export interface RpcExchange extends Exchange {
  seq: number;
  answerSeq?: number;
  rawAnswer?: string;
  /** Keys of the `_meta` that went with it, where there was one. */
  metaKeys?: string[];
}

/** A request that waits for its end. */
export interface Pending {
  exchange: RpcExchange;
  /** By the clock that is never set. */
  begun: number;
  settle(outcome: Exchange["outcome"]): void;
}

/** The exchange of a request that goes out now. */
export function begunExchange(
  request: Pick<RpcExchange, "id" | "method" | "params" | "seq">,
  { purpose, meta }: RequestOptions,
): RpcExchange {
  return {
    ...request,
    purpose,
    outcome: { kind: "none", reason: "not answered yet", problem: "closed" },
    startedAt: Date.now(),
    durationMs: 0,
    ...(meta ? { metaKeys: Object.keys(meta) } : {}),
  };
}

/** Keeps status and headers of the HTTP answer that a message came in. */
export function noteHead(
  exchange: RpcExchange,
  info: { httpStatus?: number; headers?: Record<string, string> } | undefined,
): void {
  if (info?.httpStatus !== undefined) exchange.httpStatus = info.httpStatus;
  if (info?.headers) exchange.headers = info.headers;
}

/** How an answer ends its request: as the server sent it, judged by nobody yet. */
export function outcomeOf(message: WireMessage): Exchange["outcome"] {
  if (message.error === undefined || message.error === null)
    return { kind: "result", result: message.result };
  const error = asObject(message.error);
  return {
    kind: "error",
    code: error.code,
    message: error.message,
    ...("data" in error ? { data: error.data } : {}),
  };
}

/** The value where it is an object, else an empty one. */
export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** The code of an error answer, where it is a number. */
export function errorCodeOf(message: WireMessage): number | undefined {
  const { code } = asObject(message.error);
  return typeof code === "number" ? code : undefined;
}
