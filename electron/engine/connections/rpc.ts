import type { Exchange, WireEvent } from "../../../shared/model/evidence";
import { DEFAULT_LIMITS, type Limits } from "../../../shared/model/limits";
import { tooDeep, tooLargeFile } from "./over-limit";
import {
  asObject,
  begunExchange,
  errorCodeOf,
  noteHead,
  outcomeOf,
  type Pending,
  type RequestOptions,
  type RpcExchange,
  type RpcOptions,
} from "./rpc-exchange";
import { replyTo } from "./server-requests";
import { kindOf, maskAnswer, maskInfo, maskSecrets, type Traffic } from "./tap";
import type { WireClose, WireMessage, WireTransport } from "./wire";

const EVENT_TEXT = 2_000;

/**
 * JSON-RPC over one transport. Every request ends: with a result, an error, or a stated reason why there is none.
 * It judges nothing and repairs nothing; results are what the server sent. What answers no request is kept as a
 * wire event, for an inspector must not hide it.
 */
export class Rpc {
  private readonly pending = new Map<number, Pending>();
  private readonly answered = new Set<number>();
  /** Requests that were given up and may still be answered: such an answer is late, not a second one. */
  private readonly givenUp = new Set<number>();
  private nextId = 1;
  private closed: WireClose | undefined;

  constructor(
    private readonly transport: WireTransport,
    private readonly options: RpcOptions,
  ) {
    transport.handlers = {
      onText: (text, info) =>
        this.receive(maskAnswer(text, options.secrets), maskInfo(info, options.secrets)),
      onNoise: (text, bytes, cut) => this.noise(text, bytes, cut),
      onStderr: (text) => {
        this.record({ direction: "in", kind: "stderr", raw: text });
        this.options.onStderr?.(text);
      },
      onClose: (close) => this.close(close),
      onFailure: (id, message, info) =>
        this.fail(id, maskAnswer(message, options.secrets), maskInfo(info, options.secrets)),
    };
  }

  /** Requests under way. */
  get running(): number {
    return this.pending.size;
  }

  /**
   * Sends one request and waits for its end. Never rejects: what went wrong is the outcome of the exchange.
   * A timeout or an abort tells the server with `notifications/cancelled`, and a late answer is ignored.
   */
  request(method: string, params: Record<string, unknown>, options: RequestOptions): Promise<RpcExchange> {
    const id = this.nextId++;
    const sent = options.meta ? { ...params, _meta: { ...asObject(params._meta), ...options.meta } } : params;
    const message: WireMessage = { jsonrpc: "2.0", id, method, params: sent };
    const text = JSON.stringify(message);
    const begun = performance.now();
    const seq = this.record({
      direction: "out",
      kind: "request",
      raw: text,
      method,
      id: String(id),
      purpose: options.purpose,
    });
    const exchange = begunExchange({ id: this.options.nextExchangeId(), method, params, seq }, options);
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => this.giveUp(id, "timeout", `no answer within ${options.timeoutMs} ms`),
        options.timeoutMs,
      );
      const abort = () => this.giveUp(id, "cancelled", "cancelled");
      const settle = (outcome: Exchange["outcome"]) => {
        if (!this.pending.delete(id)) return;
        clearTimeout(timer);
        options.signal?.removeEventListener("abort", abort);
        exchange.outcome = outcome;
        exchange.durationMs = performance.now() - begun;
        resolve(exchange);
      };
      this.pending.set(id, { exchange, begun, settle });
      if (this.closed) return settle({ kind: "none", reason: this.closed.message, problem: "closed" });
      if (options.signal?.aborted) return settle({ kind: "none", reason: "cancelled", problem: "cancelled" });
      options.signal?.addEventListener("abort", abort, { once: true });
      this.transport.send(text, message).catch((error: Error) => {
        settle({ kind: "none", reason: this.closed?.message ?? error.message, problem: "transport" });
      });
    });
  }

  /** Sends a notification; what the transport says of it is ignored, as nobody waits for an answer. */
  notify(method: string, params: Record<string, unknown> = {}): void {
    const message: WireMessage = { jsonrpc: "2.0", method, params };
    const text = JSON.stringify(message);
    this.record({ direction: "out", kind: "notification", raw: text, method });
    void this.transport.send(text, message).catch(() => {});
  }

  private giveUp(id: number, problem: "timeout" | "cancelled", reason: string): void {
    const entry = this.pending.get(id);
    if (!entry) return;
    this.givenUp.add(id);
    entry.settle({ kind: "none", reason, problem });
    this.notify("notifications/cancelled", { requestId: id, reason });
    this.transport.abandon?.(id);
  }

  private get limits(): Limits {
    return this.options.limits ?? DEFAULT_LIMITS;
  }

  private receive(text: string, info?: { httpStatus?: number; headers?: Record<string, string> }): void {
    const deep = tooDeep(text, this.limits);
    if (deep) {
      this.overLimit(text, deep, info);
      return;
    }
    let message: WireMessage;
    try {
      message = JSON.parse(text) as WireMessage;
    } catch {
      this.noise(text, text.length, false);
      return;
    }
    if (typeof message !== "object" || message === null || Array.isArray(message)) {
      this.odd("invalid-message", text);
      return;
    }
    if (message.method !== undefined) {
      this.incoming(message, text);
      return;
    }
    const id = message.id;
    if (id === undefined) {
      // No answer at all: it could be told from none. An HTTP server may send it for a notification.
      this.odd("invalid-message", text);
      return;
    }
    const entry = typeof id === "number" ? this.pending.get(id) : undefined;
    const kind = kindOf(message);
    const seq = this.record({
      direction: "in",
      kind,
      raw: text,
      id: id === undefined ? undefined : String(id),
      method: entry?.exchange.method,
      pair: entry?.exchange.seq,
      durationMs: entry ? Math.round(performance.now() - entry.begun) : undefined,
      httpStatus: info?.httpStatus,
      errorCode: errorCodeOf(message),
      headers: info?.headers,
    });
    if (!entry) {
      if (typeof id === "number" && this.givenUp.delete(id)) {
        this.answered.add(id);
        return;
      }
      const known = typeof id === "number" && this.answered.has(id);
      this.event(known ? "duplicate-answer" : "unknown-id", text);
      this.changedId(id, text);
      return;
    }
    this.options.traffic.pair(entry.exchange.seq, seq);
    this.answered.add(id as number);
    if (this.answered.size > 100_000) this.answered.clear();
    entry.exchange.answerSeq = seq;
    entry.exchange.rawAnswer = text;
    noteHead(entry.exchange, info);
    const outcome = outcomeOf(message);
    const large =
      outcome.kind === "result" && entry.exchange.method === "resources/read"
        ? tooLargeFile(outcome.result, this.limits)
        : undefined;
    if (large === undefined) {
      entry.settle(outcome);
      return;
    }
    entry.exchange.rawAnswer = text.slice(0, EVENT_TEXT);
    this.event("over-limit", large);
    entry.settle({ kind: "none", reason: large, problem: "limit" });
  }

  /** A message that is not taken apart; the request that it names is told so, where its id can be had cheaply. */
  private overLimit(text: string, reason: string, info?: { httpStatus?: number }): void {
    const id = Number(/"id"\s*:\s*(\d+)/.exec(text.slice(0, EVENT_TEXT) + text.slice(-EVENT_TEXT))?.[1]);
    const entry = this.pending.get(id);
    const seq = this.record({
      direction: "in",
      kind: entry ? "response" : "noise",
      raw: text,
      httpStatus: info?.httpStatus,
      ...(entry ? { id: String(id), method: entry.exchange.method, pair: entry.exchange.seq } : {}),
    });
    this.event("over-limit", `${entry ? `${entry.exchange.method}: ` : ""}${reason}`);
    if (!entry) return;
    this.options.traffic.pair(entry.exchange.seq, seq);
    this.answered.add(id);
    entry.exchange.answerSeq = seq;
    entry.exchange.rawAnswer = text.slice(0, EVENT_TEXT);
    entry.settle({ kind: "none", reason, problem: "limit" });
  }

  /** Ends the request whose number came back as text (JSON-RPC 2.0: the id must be the same): nothing else will come. */
  private changedId(id: unknown, text: string): void {
    const entry = typeof id === "string" && /^\d+$/.test(id) ? this.pending.get(Number(id)) : undefined;
    if (!entry) return;
    entry.exchange.rawAnswer = text;
    const reason = `the answer came with the id changed, ${JSON.stringify(id)} as text in place of the number`;
    entry.settle({ kind: "none", reason, problem: "transport" });
  }

  private incoming(message: WireMessage, text: string): void {
    const method = String(message.method);
    this.record({
      direction: "in",
      kind: kindOf(message),
      raw: text,
      method,
      id: message.id === undefined ? undefined : String(message.id),
    });
    if (message.id === undefined) {
      this.event("notification", text, method);
      this.options.onNotification?.(method, message.params);
      return;
    }
    this.event("server-request", text, method);
    const reply = replyTo(method, message.id);
    const raw = JSON.stringify(reply);
    this.record({ direction: "out", kind: kindOf(reply), raw, id: String(message.id) });
    void this.transport.send(raw, reply).catch(() => {});
  }

  private noise(text: string, bytes: number, cut: boolean): void {
    this.record({ direction: "in", kind: "noise", raw: text, cut: cut || undefined });
    this.event(cut ? "over-limit" : "noise", cut ? `${text}… (${bytes} bytes)` : text);
  }

  private odd(kind: WireEvent["kind"], text: string): void {
    this.record({ direction: "in", kind: "noise", raw: text });
    this.event(kind, text);
  }

  private event(kind: WireEvent["kind"], text: string, method?: string): void {
    this.options.onEvent?.({ kind, text: text.slice(0, EVENT_TEXT), method, at: Date.now() });
  }

  private fail(
    id: number | undefined,
    message: string,
    info?: { httpStatus?: number; headers?: Record<string, string>; body?: string },
  ): void {
    const entry = id === undefined ? undefined : this.pending.get(id);
    // The end of an answer whose message has already come, or that nobody waits for any more, is no failure.
    if (id !== undefined && !entry) return;
    this.record({
      direction: "in",
      kind: "transport",
      raw: info?.body ? `${message}\n\n${info.body}` : message,
      id: id === undefined ? undefined : String(id),
      httpStatus: info?.httpStatus,
      headers: info?.headers,
    });
    if (!entry) return;
    noteHead(entry.exchange, info);
    if (info?.body !== undefined) entry.exchange.rawAnswer = info.body;
    entry.settle({ kind: "none", reason: message, problem: "transport" });
  }

  private close(close: WireClose): void {
    if (this.closed) return;
    this.closed = close;
    this.record({ direction: "in", kind: "transport", raw: close.message });
    for (const entry of [...this.pending.values()]) {
      entry.settle({
        kind: "none",
        reason: close.message,
        problem: close.reason === "limit" ? "limit" : "closed",
      });
    }
    this.options.onClose?.(close);
  }

  private record(row: Omit<Parameters<Traffic["add"]>[0], "serverId" | "at">): number {
    return this.options.traffic.add({
      ...row,
      raw: maskSecrets(row.raw, this.options.secrets),
      serverId: this.options.serverId,
      at: Date.now(),
    });
  }
}
