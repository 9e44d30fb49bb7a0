import type { WireEvent } from "../../../shared/model/evidence";
import { DEFAULT_LIMITS, type Limits } from "../../../shared/model/limits";
import {
  type Era,
  type EraChoice,
  MODERN_REVISION,
  type Problem,
  SKILLS_EXTENSION,
} from "../../../shared/model/server";
import { ConnectionError, problemOf } from "./connection-error";
import { exchangeProblem } from "./exchange-problem";
import { explainFailure } from "./explain-failure";
import { HttpTransport } from "./http";
import { statusProblem } from "./http-problems";
import { type ClientIdentity, initializeLegacy, modernMeta, type Negotiated, negotiate } from "./negotiate";
import { Rpc } from "./rpc";
import type { RpcExchange } from "./rpc-exchange";
import type { Traffic } from "./tap";
import type { WireClose, WireTransport } from "./wire";

export interface ConnectionOptions {
  serverId: string;
  /** Makes a fresh transport; called again when the peer must be started anew for the legacy handshake. */
  transport: (kind?: "sse") => WireTransport;
  era: EraChoice;
  timeoutMs: number;
  /** Default: `DEFAULT_LIMITS`. */
  limits?: Limits;
  client: ClientIdentity;
  traffic: Traffic;
  secrets?: readonly string[];
  nextExchangeId?: () => string;
  onNotification?: (method: string, params: unknown) => void;
  onStderr?: (text: string) => void;
  /** The connection was lost, or closed on purpose (`reason: "asked"`). Not called while connecting. */
  onClose?: (close: WireClose) => void;
  /** A request was answered with HTTP 401 after the connection was made: nothing goes on before a sign-in. */
  onSignIn?: (problem: Problem) => void;
}

export interface RequestExtras {
  timeoutMs?: number;
  signal?: AbortSignal;
  purpose?: string;
  /** Keys to leave out of the `_meta` that the modern era asks for; only probes do. */
  omitMeta?: string[];
}

/**
 * One connection to one server: negotiated, recorded, and closed without a trace. Requests return the exchange,
 * whatever its outcome; `call` is for callers that want the result or a reason.
 */
export class Connection {
  readonly notes: string[] = [];
  readonly wire: WireEvent[] = [];
  stderr = "";
  exit: { code: number | null; signal: string | null } | undefined;
  /** How the connection ended, when it was not ended on purpose. */
  closed: WireClose | undefined;
  private rpc!: Rpc;
  private transport!: WireTransport;
  private negotiated!: Negotiated;
  private connected = false;
  private exchangeCount = 0;
  private renewing: Promise<void> | undefined;
  private renewalFailed = false;
  /** Transports of sessions that were renewed; closed with the connection. */
  private readonly retired: WireTransport[] = [];

  private constructor(private readonly options: ConnectionOptions) {}

  /**
   * Starts the peer and settles the era.
   * @param signal ends the attempt at any time
   * @throws ConnectionError that says what is wrong and what to do; nothing is left running then.
   */
  static async open(options: ConnectionOptions, signal: AbortSignal): Promise<Connection> {
    const connection = new Connection(options);
    try {
      await connection.connect(options.era, signal);
    } catch (error) {
      await connection.close();
      throw connection.explain(error);
    }
    connection.connected = true;
    return connection;
  }

  get era(): Era {
    return this.negotiated.era;
  }
  get protocolVersion(): string {
    return this.negotiated.protocolVersion;
  }
  get handshake(): RpcExchange {
    return this.negotiated.exchange;
  }
  get kind(): WireTransport["kind"] {
    return this.transport.kind;
  }
  /** The declared capabilities; an empty object where what was sent is no object. */
  get capabilities(): Record<string, unknown> {
    return objectOf(this.negotiated.result.capabilities) ?? {};
  }
  get instructions(): string | undefined {
    const text = this.negotiated.result.instructions;
    return typeof text === "string" ? text : undefined;
  }
  /** Name and version the server gives itself; shown, never used as an identity. */
  get serverInfo(): Record<string, unknown> | undefined {
    const meta = objectOf(this.negotiated.result._meta);
    return (
      objectOf(this.negotiated.result.serverInfo) ?? objectOf(meta?.["io.modelcontextprotocol/serverInfo"])
    );
  }
  /** What is declared under the released extension's identifier: undefined, or whatever was sent. */
  get skillsDeclaration(): unknown {
    return objectOf(this.capabilities.extensions)?.[SKILLS_EXTENSION];
  }
  get skillsDeclared(): boolean {
    return objectOf(this.skillsDeclaration) !== undefined;
  }
  get directoryRead(): boolean {
    return objectOf(this.skillsDeclaration)?.directoryRead === true;
  }
  get completions(): boolean {
    return objectOf(this.capabilities.completions) !== undefined;
  }
  /** Whether the server can send notifications of its own: over HTTP only while a stream for them is open. */
  get pushes(): boolean {
    return this.transport.pushes !== false;
  }
  /** What is taken of the server, at most. */
  get limits(): Limits {
    return this.options.limits ?? DEFAULT_LIMITS;
  }
  get running(): number {
    return this.rpc.running;
  }

  /**
   * Sends one request in the negotiated era. Never rejects. A session that the server no longer knows (HTTP 404) is
   * renewed once for all requests under way, and the request sent again once.
   */
  async request(
    method: string,
    params: Record<string, unknown>,
    extras: RequestExtras = {},
  ): Promise<RpcExchange> {
    const before = this.rpc;
    const hadSession = this.hadSession;
    const exchange = await this.send(method, params, extras);
    if (exchange.httpStatus === 401) this.options.onSignIn?.(statusProblem(401, exchange.rawAnswer ?? ""));
    const expired = exchange.httpStatus === 404 && exchange.outcome.kind === "none" && hadSession;
    if (!expired || extras.signal?.aborted) return exchange;
    if (this.rpc === before || this.renewing)
      await this.renewSession(extras.signal ?? new AbortController().signal);
    return this.rpc === before ? exchange : this.send(method, params, extras);
  }

  private send(method: string, params: Record<string, unknown>, extras: RequestExtras): Promise<RpcExchange> {
    return this.rpc.request(method, params, {
      timeoutMs: extras.timeoutMs ?? this.options.timeoutMs,
      signal: extras.signal,
      purpose: extras.purpose ?? "user",
      meta: this.era === "modern" ? without(modernMeta(this.options.client), extras.omitMeta) : undefined,
    });
  }

  /**
   * Sends one request for its result.
   * @throws ConnectionError with the server's own words when it answered with an error, or why there is no answer.
   */
  async call(
    method: string,
    params: Record<string, unknown>,
    extras: RequestExtras = {},
  ): Promise<{ result: unknown; exchange: RpcExchange }> {
    const exchange = await this.request(method, params, extras);
    if (exchange.outcome.kind === "result") return { result: exchange.outcome.result, exchange };
    throw new ConnectionError(exchangeProblem(exchange));
  }

  notify(method: string, params?: Record<string, unknown>): void {
    this.rpc.notify(method, params);
  }

  /** Ends the connection and every process it started. */
  async close(): Promise<void> {
    await Promise.all([this.transport?.close(), ...this.retired.map((transport) => transport.close())]);
  }

  private async connect(era: EraChoice, signal: AbortSignal): Promise<void> {
    const { timeoutMs, client } = this.options;
    const settled = await this.firstHandshake(era, signal);
    if ("restart" in settled) {
      await this.transport.close();
      // What the first process wrote, the second writes again.
      this.stderr = "";
      this.wire.length = 0;
      await this.startPeer(signal);
      this.negotiated = (await negotiate("legacy", {
        rpc: this.rpc,
        client,
        timeoutMs,
        signal,
      })) as Negotiated;
      this.notes.push(
        `Started again for the legacy handshake, since the first process ended (${settled.why}).`,
      );
    } else {
      this.negotiated = settled;
      if (era === "auto" && settled.era === "legacy") {
        this.notes.push(`Speaks the legacy era: ${MODERN_REVISION} was asked for first and not offered.`);
      }
    }
    this.transport.setProtocolVersion?.(this.negotiated.protocolVersion);
  }

  /** Starts the peer and negotiates; an address that takes no Streamable HTTP is tried as HTTP with SSE. */
  private async firstHandshake(era: EraChoice, signal: AbortSignal) {
    const { timeoutMs, client } = this.options;
    await this.startPeer(signal);
    try {
      const settled = await negotiate(era, { rpc: this.rpc, client, timeoutMs, signal });
      // An HTTP peer is not gone because one request failed: the legacy handshake is asked of the same address.
      if (!("restart" in settled) || this.transport.kind !== "http") return settled;
      return await negotiate("legacy", { rpc: this.rpc, client, timeoutMs, signal });
    } catch (error) {
      const first = this.transport;
      const status = first instanceof HttpTransport ? first.problem?.code : undefined;
      if (era === "modern" || first.kind !== "http" || (status !== "http-404" && status !== "http-405"))
        throw error;
      await first.close();
      try {
        await this.startPeer(signal, "sse");
        const negotiated = await negotiate("legacy", { rpc: this.rpc, client, timeoutMs, signal });
        this.notes.push(
          "Connected over the older HTTP with SSE, since Streamable HTTP is not offered at this address.",
        );
        return negotiated;
      } catch {
        this.transport = first;
        throw error;
      }
    }
  }

  private async startPeer(signal: AbortSignal, kind?: "sse"): Promise<void> {
    const transport = this.options.transport(kind);
    this.transport = transport;
    this.rpc = new Rpc(transport, {
      serverId: this.options.serverId,
      traffic: this.options.traffic,
      secrets: this.options.secrets ?? [],
      limits: this.limits,
      nextExchangeId: this.options.nextExchangeId ?? (() => `x${++this.exchangeCount}`),
      onEvent: (event) => {
        if (this.wire.length < 1_000) this.wire.push(event);
      },
      onNotification: this.options.onNotification,
      onStderr: (text) => {
        this.stderr = (this.stderr + text).slice(-64 * 1024);
        this.options.onStderr?.(text);
      },
      onClose: (close) => {
        if (this.retired.includes(transport)) return;
        this.exit =
          close.code !== undefined ? { code: close.code ?? null, signal: close.signal ?? null } : undefined;
        // A launcher that left its server behind must not keep it alive.
        if (close.reason !== "asked") {
          this.closed = close;
          void this.transport.close();
        }
        if (this.connected) this.options.onClose?.(close);
      },
    });
    await this.transport.start(signal);
  }

  /** A new session in place of one that the server forgot; what goes wrong leaves the old one, and its error. */
  private renewSession(signal: AbortSignal): Promise<void> {
    this.renewing ??= (async () => {
      const old = { transport: this.transport, rpc: this.rpc };
      const { timeoutMs, client } = this.options;
      try {
        await this.startPeer(signal);
        this.negotiated = await initializeLegacy({ rpc: this.rpc, client, timeoutMs, signal });
        this.transport.setProtocolVersion?.(this.negotiated.protocolVersion);
        this.notes.push("The server had forgotten the session (HTTP 404); a new one was opened.");
        this.retired.push(old.transport);
      } catch {
        this.retired.push(this.transport);
        this.transport = old.transport;
        this.rpc = old.rpc;
        this.renewalFailed = true;
      } finally {
        this.renewing = undefined;
      }
    })();
    return this.renewing;
  }

  private get hadSession(): boolean {
    return (
      !this.renewalFailed && this.transport instanceof HttpTransport && this.transport.sessionId !== undefined
    );
  }

  /** Adds what only the connection knows: exit code, stderr, noise, the transport's own words. */
  private explain(error: unknown): ConnectionError {
    return explainFailure(problemOf(error, "connect-failed"), {
      transport: this.transport,
      exit: this.exit,
      stderr: this.stderr.trim().slice(-2_000),
      noise: this.wire.find((event) => event.kind === "noise")?.text,
    });
  }
}

function without(meta: Record<string, unknown>, keys: string[] = []): Record<string, unknown> {
  return Object.fromEntries(Object.entries(meta).filter(([key]) => !keys.includes(key)));
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
