import {
  type Era,
  type EraChoice,
  LATEST_LEGACY_REVISION,
  MODERN_REVISION,
} from "../../../shared/model/server";
import { ConnectionError } from "./connection-error";
import { isRefusal, statusProblem } from "./http-problems";
import type { Rpc } from "./rpc";
import type { RpcExchange } from "./rpc-exchange";

const PREFIX = "io.modelcontextprotocol/";
/** The base protocol's code for a revision that the server does not speak (2026-07-28). */
const UNSUPPORTED_VERSION = -32022;

export interface ClientIdentity {
  name: string;
  version: string;
}

/** What the handshake settled. */
export interface Negotiated {
  era: Era;
  protocolVersion: string;
  /** The initialize or server/discover exchange. */
  exchange: RpcExchange;
  result: Record<string, unknown>;
}

/** The `_meta` that each modern request carries (base spec 2026-07-28: per-request protocol version). */
export function modernMeta(client: ClientIdentity): Record<string, unknown> {
  return {
    [`${PREFIX}protocolVersion`]: MODERN_REVISION,
    [`${PREFIX}clientInfo`]: { name: client.name, version: client.version },
    [`${PREFIX}clientCapabilities`]: {},
  };
}

/** How the modern probe ended when it did not settle on modern. `restart`: this peer is of no further use. */
export type ProbeEnd =
  | { kind: "modern"; negotiated: Negotiated }
  | { kind: "legacy"; why: string; restart: boolean; timedOut?: boolean };

export interface HandshakeOptions {
  rpc: Rpc;
  client: ClientIdentity;
  timeoutMs: number;
  /** The limit the user set, where `timeoutMs` is what is left of it; named in the error. */
  askedMs?: number;
  signal: AbortSignal;
}

/**
 * Asks `server/discover` whether the peer speaks 2026-07-28.
 * @returns `legacy` for every answer that is none; `restart` when the peer died or stayed silent over it.
 * @throws ConnectionError when cancelled, and when the server refuses whoever asks: it would refuse `initialize` too.
 */
export async function probeModern({ rpc, client, timeoutMs, signal }: HandshakeOptions): Promise<ProbeEnd> {
  const exchange = await rpc.request(
    "server/discover",
    {},
    { timeoutMs, signal, purpose: "handshake", meta: modernMeta(client) },
  );
  const { outcome } = exchange;
  if (isRefusal(exchange.httpStatus)) throw refused(exchange);
  if (outcome.kind === "none") {
    if (outcome.problem === "cancelled")
      throw new ConnectionError({ code: "cancelled", message: "Connecting was cancelled." });
    if (outcome.problem === "limit") throw noAnswer(outcome, "server/discover", timeoutMs);
    return {
      kind: "legacy",
      why: `server/discover: ${outcome.reason}`,
      restart: true,
      timedOut: outcome.problem === "timeout",
    };
  }
  if (outcome.kind === "error") {
    const why =
      outcome.code === UNSUPPORTED_VERSION
        ? `the server does not speak ${MODERN_REVISION}`
        : `server/discover was answered with error ${String(outcome.code)}`;
    return { kind: "legacy", why, restart: false };
  }
  const result = objectOf(outcome.result);
  const supported = result?.supportedVersions;
  if (!result) return { kind: "legacy", why: "the server/discover result is no object", restart: false };
  if (Array.isArray(supported) && !supported.includes(MODERN_REVISION)) {
    return { kind: "legacy", why: `the server names only ${supported.join(", ")}`, restart: false };
  }
  return {
    kind: "modern",
    negotiated: { era: "modern", protocolVersion: MODERN_REVISION, exchange, result },
  };
}

/**
 * Settles the era on one started peer. Auto asks for modern first; a peer that stays silent over the probe for half
 * of the time is asked for legacy as well, and the first usable answer counts, so a slow start costs nothing.
 * @returns `restart` when the peer died over the probe and a new one should be asked for legacy only.
 * @throws ConnectionError when the era asked for cannot be had.
 */
export async function negotiate(
  choice: EraChoice,
  options: HandshakeOptions,
): Promise<Negotiated | { restart: true; why: string }> {
  if (choice === "legacy") return initializeLegacy(options);
  const probe = probeModern(options);
  if (choice === "modern") {
    const end = await probe;
    if (end.kind === "modern") return end.negotiated;
    throw end.restart
      ? noAnswer(
          { reason: end.why, problem: end.timedOut ? "timeout" : "closed" },
          "server/discover",
          options.timeoutMs,
        )
      : wrongEra(choice, end.why);
  }
  const half = new AbortController();
  const slow = new Promise<"slow">((resolve) => {
    const timer = setTimeout(() => resolve("slow"), options.timeoutMs / 2);
    half.signal.addEventListener("abort", () => clearTimeout(timer));
  });
  const first = await Promise.race([probe, slow]).finally(() => half.abort());
  if (first !== "slow") {
    if (first.kind === "modern") return first.negotiated;
    if (first.restart && !first.timedOut) return { restart: true, why: first.why };
    return initializeLegacy(options);
  }
  const legacy = initializeLegacy({
    ...options,
    timeoutMs: options.timeoutMs / 2,
    askedMs: options.timeoutMs,
  });
  legacy.catch(() => {});
  const winner = await Promise.race([
    probe,
    legacy.then((negotiated) => ({ kind: "modern" as const, negotiated })),
  ]);
  return winner.kind === "modern" ? winner.negotiated : legacy;
}

/**
 * The handshake up to 2025-11-25: `initialize`, then the `initialized` notification.
 * @throws ConnectionError with what the server said, or that it said nothing.
 */
export async function initializeLegacy({
  rpc,
  client,
  timeoutMs,
  askedMs = timeoutMs,
  signal,
}: HandshakeOptions): Promise<Negotiated> {
  const params = {
    protocolVersion: LATEST_LEGACY_REVISION,
    capabilities: {},
    clientInfo: { name: client.name, version: client.version },
  };
  const exchange = await rpc.request("initialize", params, { timeoutMs, signal, purpose: "handshake" });
  const { outcome } = exchange;
  if (isRefusal(exchange.httpStatus)) throw refused(exchange);
  if (outcome.kind === "error") {
    throw new ConnectionError({
      code: "initialize-refused",
      message: `The server refused initialize: ${String(outcome.message)} (${String(outcome.code)}).`,
      hint: "If it speaks only 2026-07-28, set the era to Modern or Auto.",
    });
  }
  if (outcome.kind === "none") throw noAnswer(outcome, "initialize", askedMs);
  const result = objectOf(outcome.result);
  if (!result || typeof result.protocolVersion !== "string") {
    throw new ConnectionError({
      code: "not-mcp",
      message: "The answer to initialize is no MCP answer: it names no protocolVersion.",
      hint: "Check that this command or address is an MCP server.",
      detail: JSON.stringify(outcome.result)?.slice(0, 2_000),
    });
  }
  // Spec (lifecycle, version negotiation): a client that does not know the revision does not go on.
  if (result.protocolVersion > MODERN_REVISION) {
    throw new ConnectionError({
      code: "unknown-revision",
      message: `The server settles on revision ${result.protocolVersion}, which this app does not know.`,
      hint: `It speaks ${LATEST_LEGACY_REVISION} and earlier ones, and ${MODERN_REVISION}.`,
    });
  }
  rpc.notify("notifications/initialized");
  return { era: "legacy", protocolVersion: result.protocolVersion, exchange, result };
}

/** The error for a handshake that was answered with HTTP 401 or 403, whatever the body says. */
function refused(exchange: RpcExchange): ConnectionError {
  return new ConnectionError(statusProblem(exchange.httpStatus!, exchange.rawAnswer ?? ""));
}

/** The error for a handshake without an answer. */
export function noAnswer(
  outcome: { reason: string; problem: string },
  method: string,
  timeoutMs: number,
): ConnectionError {
  if (outcome.problem === "cancelled") {
    return new ConnectionError({ code: "cancelled", message: "Connecting was cancelled." });
  }
  if (outcome.problem === "timeout") {
    return new ConnectionError({
      code: "no-answer",
      message: `The server did not answer ${method} within ${timeoutMs} ms.`,
      hint: "Check that it is an MCP server, or raise the timeout if it starts slowly.",
    });
  }
  if (outcome.problem === "limit")
    return new ConnectionError({ code: "limit", message: `${method}: ${outcome.reason}` });
  return new ConnectionError({
    code: "ended",
    message: `The connection ended before ${method} was answered: ${outcome.reason}`,
    hint: "Read what it wrote to stderr, and try the same command in a terminal.",
  });
}

/** What the user asked for cannot be had from this server. */
export function wrongEra(choice: EraChoice, why: string): ConnectionError {
  return new ConnectionError({
    code: "wrong-era",
    message: `The server cannot speak the era asked for (${choice}): ${why}.`,
    hint: "Set the era to Auto to take what the server offers.",
  });
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
