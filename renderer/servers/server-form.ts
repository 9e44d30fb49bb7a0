import { wellKnownAddress, wellKnownOrigin } from "../../shared/config/well-known-address";
import type { ServerInput } from "../../shared/contract";
import type { EraChoice, OAuthConfig, ServerConfig, TransportConfig } from "../../shared/model/server";
import { joinCommand, readEnv, splitCommand, writeEnv } from "./command-text";
import { type HeaderDraft, headerDrafts, readHeaders } from "./header-draft";

export type Kind = "stdio" | "http" | "folder" | "evidence";

/** What is typed in the form, as text. */
export interface ServerDraft {
  label: string;
  kind: Kind;
  command: string;
  env: string;
  cwd: string;
  url: string;
  sse: boolean;
  headers: readonly HeaderDraft[];
  /** Shorthand for `Authorization: Bearer …`; never filled from what is stored. */
  bearer: string;
  /** Of a sign-in by OAuth, where the app cannot register itself. */
  clientId: string;
  callbackPort: string;
  folder: string;
  evidence: string;
  era: EraChoice;
  timeoutSeconds: string;
  autoConnect: boolean;
}

export const EMPTY_DRAFT: ServerDraft = {
  label: "",
  kind: "stdio",
  command: "",
  env: "",
  cwd: "",
  url: "",
  sse: false,
  headers: [],
  bearer: "",
  clientId: "",
  callbackPort: "",
  folder: "",
  evidence: "",
  era: "auto",
  timeoutSeconds: "30",
  autoConnect: true,
};

export type DraftFaults = Partial<Record<keyof ServerDraft, string>>;

/** The fields that a transport fills. */
export function transportDraft(transport: TransportConfig): Partial<ServerDraft> {
  switch (transport.kind) {
    case "stdio":
      return {
        kind: "stdio",
        command: joinCommand([transport.command, ...transport.args]),
        env: writeEnv(transport.env),
        cwd: transport.cwd ?? "",
      };
    case "http":
      return {
        kind: "http",
        url: transport.url,
        sse: transport.sse === true,
        headers: headerDrafts(transport.headers),
        clientId: transport.oauth?.clientId ?? "",
        callbackPort: String(transport.oauth?.callbackPort ?? ""),
      };
    case "well-known":
      return { kind: "http", url: wellKnownAddress(transport.url) };
    case "folder":
      return { kind: "folder", folder: transport.path };
    case "evidence":
      return { kind: "evidence", evidence: transport.path };
    case "builtin":
      return {};
  }
}

/** A form filled from a stored server. */
export function draftOf(config: ServerConfig): ServerDraft {
  return {
    ...EMPTY_DRAFT,
    label: config.label,
    era: config.era,
    timeoutSeconds: String(config.timeoutMs / 1_000),
    autoConnect: config.autoConnect,
    ...transportDraft(config.transport),
  };
}

/** A form for a copy of a stored server; secret values are not copied and must be typed again. */
export function copyOf(config: ServerConfig, taken: readonly string[]): ServerDraft {
  const draft = draftOf(config);
  const headers = draft.headers.map(({ stored: _, ...header }) => header);
  return { ...draft, headers, label: uniqueLabel(`${config.label} copy`, taken) };
}

/**
 * Reads the form.
 * @param taken labels of the other servers: a label must be unique
 * @param before the stored transport of a server that is edited
 * @returns the call's input, or what is wrong at which field
 */
export function readDraft(
  draft: ServerDraft,
  taken: readonly string[],
  before?: TransportConfig,
): { input: ServerInput; faults?: undefined } | { faults: DraftFaults } {
  const faults: DraftFaults = {};
  const label = draft.label.trim() || uniqueLabel(suggestLabel(draft), taken);
  if (label === "") faults.label = "Give the server a name of your own.";
  else if (label.length > 80) faults.label = "At most 80 characters.";
  else if (isTaken(label, taken)) faults.label = "Another server has this name.";
  const seconds = Number(draft.timeoutSeconds);
  if (!(seconds >= 0.1 && seconds <= 3_600)) faults.timeoutSeconds = "A number from 0.1 to 3600.";
  const transport = readTransport(draft, faults, before);
  if (!transport || Object.keys(faults).length > 0) return { faults };
  const timeoutMs = Math.round(seconds * 1_000);
  return { input: { label, transport, era: draft.era, timeoutMs, autoConnect: draft.autoConnect } };
}

function readTransport(
  draft: ServerDraft,
  faults: DraftFaults,
  before: TransportConfig | undefined,
): ServerInput["transport"] | undefined {
  switch (draft.kind) {
    case "folder":
      if (draft.folder.trim() === "") faults.folder = "Name the folder that holds the skills.";
      return { kind: "folder", path: draft.folder.trim() };
    case "evidence":
      if (draft.evidence.trim() === "") faults.evidence = "Name the file that holds the evidence.";
      return { kind: "evidence", path: draft.evidence.trim() };
    case "http": {
      const url = draft.url.trim();
      const site = wellKnownOrigin(url);
      if (site !== undefined) return { kind: "well-known", url: site };
      if (!/^https?:\/\/[^\s/]+/i.test(url)) faults.url = "An address that begins with http:// or https://.";
      const moved = before?.kind === "http" && before.url !== url;
      const read = readHeaders(draft.headers, draft.bearer, moved);
      const oauth = readOAuth(draft, faults);
      if ("headers" in read) {
        const more = { ...(draft.sse ? { sse: true } : {}), ...(oauth ? { oauth } : {}) };
        return { kind: "http", url, headers: read.headers, ...more };
      }
      faults.headers = read.fault;
      return undefined;
    }
    case "stdio":
      return readCommand(draft, faults);
  }
}

function readOAuth(draft: ServerDraft, faults: DraftFaults): OAuthConfig | undefined {
  const clientId = draft.clientId.trim();
  const port = draft.callbackPort.trim();
  const callbackPort = Number(port);
  if (port !== "" && !(Number.isInteger(callbackPort) && callbackPort >= 1 && callbackPort <= 65_535))
    faults.callbackPort = "A port from 1 to 65535.";
  if (clientId === "" && port === "") return undefined;
  return { ...(clientId ? { clientId } : {}), ...(port ? { callbackPort } : {}) };
}

function readCommand(draft: ServerDraft, faults: DraftFaults): ServerInput["transport"] | undefined {
  const split = splitCommand(draft.command);
  const env = readEnv(draft.env);
  if ("fault" in env) faults.env = env.fault;
  if ("fault" in split) faults.command = split.fault;
  else if (split.words.length === 0) faults.command = "Type the command that starts the server.";
  if ("fault" in env || "fault" in split || split.words.length === 0) return undefined;
  const [command, ...args] = split.words as [string, ...string[]];
  const cwd = draft.cwd.trim();
  return { kind: "stdio", command, args, env: env.env, ...(cwd ? { cwd } : {}) };
}

const isTaken = (label: string, taken: readonly string[]) =>
  taken.some((other) => other.toLowerCase() === label.toLowerCase());

/** The label itself, or with the first number that makes it differ from all that are taken (upper and lower case alike). */
export function uniqueLabel(label: string, taken: readonly string[]): string {
  const plain = label.trim().slice(0, 80);
  if (plain === "" || !isTaken(plain, taken)) return plain;
  for (let number = 2; ; number++) {
    const numbered = `${plain.slice(0, 74)} ${number}`;
    if (!isTaken(numbered, taken)) return numbered;
  }
}

/** A name from what the server is: the script, package, host, folder or file. */
export function suggestLabel(draft: ServerDraft): string {
  if (draft.kind === "folder") return lastPart(draft.folder);
  if (draft.kind === "evidence") return lastPart(draft.evidence).replace(/\.evidence\.ndjson$|\.ndjson$/, "");
  if (draft.kind === "http")
    return /^(?:well-known:)?https?:\/\/([^/?#]+)/i.exec(draft.url.trim())?.[1] ?? "";
  const split = splitCommand(draft.command);
  if ("fault" in split) return "";
  const runners = /^(node|npx|uvx?|python3?|bun|deno|tsx|run|exec|cmd|dlx|pnpm|yarn)(\.exe)?$/i;
  const words = split.words.filter((word) => !word.startsWith("-"));
  const telling = words.find((word) => !runners.test(lastPart(word))) ?? words[0] ?? "";
  return lastPart(telling)
    .replace(/\.(mjs|cjs|js|ts|py)$/, "")
    .slice(0, 80);
}

const lastPart = (path: string) =>
  path
    .trim()
    .replace(/[\\/]+$/, "")
    .split(/[\\/]/)
    .at(-1) ?? "";

/** What a dropped path is taken for: evidence by its ending, else a folder. */
export function pathDraft(path: string): Partial<ServerDraft> {
  return /\.(ndjson|jsonl)$/i.test(path)
    ? { kind: "evidence", evidence: path }
    : { kind: "folder", folder: path };
}
