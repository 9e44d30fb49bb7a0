import type { SignInState } from "./sign-in";

/** A protocol era. `legacy` negotiates with `initialize` (up to 2025-11-25), `modern` with `server/discover` (from 2026-07-28). */
export type Era = "legacy" | "modern";
/** What the user asked for; `auto` probes modern first and falls back. */
export type EraChoice = "auto" | Era;

/** The revision from which results carry resultType, ttlMs and cacheScope. */
export const MODERN_REVISION = "2026-07-28";
/** The newest revision that negotiates through `initialize`. */
export const LATEST_LEGACY_REVISION = "2025-11-25";
/** The identifier under `capabilities.extensions` that declares the released skills extension. */
export const SKILLS_EXTENSION = "io.modelcontextprotocol/skills";

/** A header sent with each HTTP request. A secret value is held by the secret store, never here. */
export interface HeaderConfig {
  name: string;
  /** The value in the clear, absent when `secret` is set. */
  value?: string;
  /** True when the value is kept in the secret store under (serverId, name). */
  secret?: boolean;
}

/** What a sign-in needs from the user, where the authorization server lets no app register itself. */
export interface OAuthConfig {
  /** An ID that was registered by hand, or the address of a client metadata document. */
  clientId?: string;
  /** The port that was registered with it for the browser to come back to; any free one otherwise. */
  callbackPort?: number;
}

export type TransportConfig =
  | { kind: "builtin" }
  | { kind: "stdio"; command: string; args: string[]; env: Record<string, string>; cwd?: string }
  | { kind: "http"; url: string; headers: HeaderConfig[]; sse?: boolean; oauth?: OAuthConfig }
  | { kind: "folder"; path: string }
  /** A web site that publishes skills at `/.well-known/agent-skills/`; it speaks no MCP. `url` is its origin. */
  | { kind: "well-known"; url: string }
  /** Saved evidence, looked at without its server. */
  | { kind: "evidence"; path: string };

/** What the user configured. `serverId` is generated once and never changes; `label` is the user's and unique. */
export interface ServerConfig {
  serverId: string;
  label: string;
  transport: TransportConfig;
  era: EraChoice;
  /** Limit for one request, in milliseconds. */
  timeoutMs: number;
  /** The exact stdio command line the user has agreed to start; anything else needs a new confirmation. */
  confirmedCommand?: string;
  /** Connect as soon as the app starts. */
  autoConnect: boolean;
}

export type ServerStatus =
  | "disconnected"
  | "needs-confirmation"
  | "needs-sign-in"
  | "connecting"
  | "connected"
  | "failed";

/** An error as shown to a person: what is wrong, and what to do. */
export interface Problem {
  /** Stable machine name, e.g. `command-not-found`. */
  code: string;
  /** One sentence: what went wrong. */
  message: string;
  /** What to do about it. */
  hint?: string;
  /** Further text, e.g. the end of stderr or the server's own words. */
  detail?: string;
}

/** Everything known about one configured server; the renderer's copy is kept current by `server` events. */
export interface ServerState {
  config: ServerConfig;
  status: ServerStatus;
  era?: Era;
  protocolVersion?: string;
  serverInfo?: { name?: string; version?: string; title?: string };
  capabilities?: Record<string, unknown>;
  instructions?: string;
  problem?: Problem;
  /** Remarks on how the connection came about, e.g. "Answered only the legacy handshake; reconnected as legacy." */
  notes: string[];
  /** The end of what the process wrote to stderr. */
  stderr?: string;
  exit?: { code: number | null; signal: string | null };
  /** Whether the released extension is declared, and with directory reads. */
  skillsExtension?: { declared: boolean; directoryRead: boolean };
  /** Conventions by which skills were found, as ids (`Convention`); absent before the first listing. */
  conventions?: string[];
  completions: boolean;
  counts: { skills: number; templates: number; resources: number };
  /** How the listing stands: `none` before the first one. */
  listing: "none" | "running" | "complete" | "partial";
  listingProblem?: Problem;
  /** How sign-in stands; absent for servers that were never asked for one. */
  signIn?: SignInState;
}

/**
 * The command line of a stdio server as the user confirms it: every part that is not a plain word is quoted.
 * @returns one line, unambiguous to read; the confirmation compares it exactly.
 */
export function commandLine(transport: TransportConfig): string {
  if (transport.kind !== "stdio") return "";
  const quote = (part: string) => (/^[\w@%+=:,./\\-]+$/.test(part) ? part : JSON.stringify(part));
  const env = Object.entries(transport.env).map(([k, v]) => `${k}=${quote(v)}`);
  const cwd = transport.cwd ? [`cd ${quote(transport.cwd)} &&`] : [];
  return [...cwd, ...env, quote(transport.command), ...transport.args.map(quote)].join(" ");
}

/** True when a revision is the given one or later. Revisions are dates, so they compare as strings. */
export function revisionAtLeast(version: string | undefined, least: string): boolean {
  return version !== undefined && version >= least;
}
