import { MODERN_REVISION } from "../../../../shared/model/server";
import type { Call, Served } from "../conventions/convention";
import type { Library } from "../scan/library";
import { claimsModern, LAST_BATCH_REVISION, modernResult, modernVersion, negotiateLegacy } from "./eras";
import {
  type Answer,
  classify,
  errorOf,
  type Id,
  INTERNAL_ERROR,
  INVALID_REQUEST,
  type Json,
  METHOD_NOT_FOUND,
  type Notification,
  PARSE_ERROR,
  type Request,
  RpcError,
  resultOf,
  stringParam,
} from "./json-rpc";
import { acknowledged, forListener, forSession, honoured, type ListenFilter } from "./subscriptions";

/** What all sessions of one server share. */
export interface Host {
  served: Served;
  library: Library;
  serverInfo: Json;
  /** Told of each request once it is answered. */
  observe(line: string): void;
  /** Faults: what is sent in the place of a message. */
  outgoing(message: Json): Json[];
}

/**
 * One client. Serves both eras: `initialize` makes it a legacy session; a request whose `_meta` names a revision is
 * answered by that revision, whatever went before (spec: Versioning, dual-era servers).
 */
export class Session {
  readonly #host: Host;
  readonly #send: (message: object) => void;
  readonly #stop: () => void;
  readonly #running = new Map<Id, { cancelled: boolean }>();
  readonly #listens = new Map<Id, ListenFilter>();
  readonly #subscribed = new Set<string>();
  #legacy: string | undefined;
  #closed = false;

  constructor(host: Host, send: (message: object) => void) {
    this.#host = host;
    this.#send = (message) => {
      // A batch is left alone: faults are about single messages.
      const out = Array.isArray(message) ? [message] : host.outgoing(message as Json);
      out.forEach(send);
    };
    this.#stop = host.library.onChange((change) => {
      for (const [id, filter] of this.#listens) forListener(id, filter, change).forEach(this.#send);
      if (this.#legacy) forSession(this.#subscribed, change, host.served).forEach(this.#send);
    });
  }

  /** The revision `initialize` settled on, if it was called. */
  get legacyVersion(): string | undefined {
    return this.#legacy;
  }

  /** Takes one message text. Resolves once it is answered, or at once where nothing is to be answered. */
  async receive(text: string): Promise<void> {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.#send(errorOf(null, new RpcError(PARSE_ERROR, "Parse error: the message is not valid JSON")));
      return;
    }
    const answer = await this.handleAny(value);
    if (answer && !this.#closed) this.#send(answer);
  }

  /** Answers what was received at once: a message, or an array of them where the revision allows one. */
  async handleAny(value: unknown): Promise<Answer | Answer[] | undefined> {
    return Array.isArray(value) ? this.#batch(value) : this.handle(value);
  }

  /** Answers one parsed message; undefined where no answer is due. */
  async handle(value: unknown): Promise<Answer | undefined> {
    const message = classify(value);
    if (message.kind === "invalid") return errorOf(message.id, message.error);
    if (message.kind === "ignored") return undefined;
    if (message.kind === "notification") {
      this.#notified(message);
      return undefined;
    }
    return this.#request(message);
  }

  /** Ends the session; open subscriptions are answered, as a server that shuts down does. */
  close(): void {
    if (this.#closed) return;
    for (const id of this.#listens.keys()) {
      this.#send(resultOf(id, modernResult("subscriptions/listen", {}, this.#host.serverInfo)));
    }
    this.#abandon();
  }

  /** Ends the session of a client that has gone; nothing more is sent. */
  abandon(): void {
    if (!this.#closed) this.#abandon();
  }

  #abandon(): void {
    this.#closed = true;
    this.#listens.clear();
    this.#stop();
  }

  async #batch(values: unknown[]): Promise<Answer | Answer[] | undefined> {
    const allowed = this.#legacy !== undefined && this.#legacy <= LAST_BATCH_REVISION;
    if (!allowed || values.length === 0) {
      const message = allowed
        ? "A batch must not be empty"
        : `Batches are not part of protocol revision ${this.#legacy ?? MODERN_REVISION}; send one message at a time`;
      return errorOf(null, new RpcError(INVALID_REQUEST, message));
    }
    const answers = await Promise.all(values.map((value) => this.handle(value)));
    const due = answers.filter((answer) => answer !== undefined);
    return due.length > 0 ? due : undefined;
  }

  #notified({ method, params }: Notification): void {
    if (method !== "notifications/cancelled") return;
    const id = params.requestId as Id;
    this.#listens.delete(id);
    const running = this.#running.get(id);
    if (running) running.cancelled = true;
  }

  async #request(request: Request): Promise<Answer | undefined> {
    const started = performance.now();
    const state = { cancelled: false };
    this.#running.set(request.id, state);
    let answer: Answer | undefined;
    try {
      const result = await this.#dispatch(request);
      answer = result && resultOf(request.id, result);
    } catch (error) {
      answer = errorOf(request.id, asRpcError(error));
    } finally {
      this.#running.delete(request.id);
    }
    this.#observe(request, answer, performance.now() - started);
    return state.cancelled ? undefined : answer;
  }

  /** @returns the result, or undefined where the answer comes later or never */
  async #dispatch(request: Request): Promise<Json | undefined> {
    const { method, params } = request;
    const { eras } = this.#host.served;
    const modern = eras.includes("modern");
    if (modern && claimsModern(params)) return this.#modern(request);
    if (method === "initialize") return this.#initialize(params);
    if (method === "ping") return {};
    if (modern && this.#legacy === undefined) {
      // Says by its message what either era lacks.
      modernVersion(params);
    }
    if (method === "resources/subscribe" || method === "resources/unsubscribe")
      return this.#subscribe(request);
    return this.#call(request, { era: "legacy", protocolVersion: this.#legacy ?? "" });
  }

  async #modern(request: Request): Promise<Json | undefined> {
    const { id, method, params } = request;
    const { served, serverInfo } = this.#host;
    const protocolVersion = modernVersion(params);
    if (method === "subscriptions/listen") {
      const filter = honoured(params, served);
      this.#send(acknowledged(id, filter));
      this.#listens.set(id, filter);
      return undefined;
    }
    const result =
      method === "server/discover"
        ? {
            supportedVersions: [MODERN_REVISION],
            capabilities: served.capabilities("modern"),
            ...this.#instructions(),
          }
        : await this.#call(request, { era: "modern", protocolVersion });
    return modernResult(method, result, serverInfo);
  }

  #initialize(params: Json): Json {
    const { served } = this.#host;
    const serverInfo = served.serverInfo ?? this.#host.serverInfo;
    this.#legacy = negotiateLegacy(params);
    return {
      protocolVersion: this.#legacy,
      capabilities: served.capabilities("legacy"),
      serverInfo,
      ...this.#instructions(),
    };
  }

  #instructions(): Json {
    const instructions = this.#host.served.instructions?.();
    return instructions === undefined ? {} : { instructions };
  }

  #subscribe({ method, params }: Request): Json {
    const resources = this.#host.served.capabilities("legacy").resources as Json | undefined;
    if (resources?.subscribe !== true) throw this.#unknown(method);
    const uri = stringParam(params, "uri");
    if (method === "resources/subscribe") this.#host.served.subscribe?.(uri);
    if (method === "resources/subscribe") this.#subscribed.add(uri);
    else this.#subscribed.delete(uri);
    return {};
  }

  async #call({ method, params }: Request, call: Call): Promise<Json> {
    const { methods } = this.#host.served;
    const handler = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!handler) throw this.#unknown(method);
    return handler(params, call);
  }

  #unknown(method: string): RpcError {
    const { served } = this.#host;
    return served.unknownMethod?.(method) ?? new RpcError(METHOD_NOT_FOUND, `Method not found: ${method}`);
  }

  #observe({ method, params }: Request, answer: Answer | undefined, ms: number): void {
    const what = typeof params.uri === "string" ? ` ${params.uri}` : "";
    const era = claimsModern(params) ? "modern" : this.#legacy ? "legacy" : "-";
    const outcome = answer && "error" in answer ? `error ${answer.error.code} ${answer.error.message}` : "ok";
    this.#host.observe(`${era} ${method}${what} -> ${outcome} (${ms.toFixed(1)} ms)`);
  }
}

function asRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new RpcError(INTERNAL_ERROR, `Internal error: ${message}`);
}
