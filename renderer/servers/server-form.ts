import type { ServerInput } from "../../shared/contract";
import type { EraChoice, ServerConfig, TransportConfig } from "../../shared/model/server";
import { joinCommand, readEnv, splitCommand, writeEnv } from "./command-text";

export type Kind = "stdio" | "http" | "folder";

/** What is typed in the form, as text. */
export interface ServerDraft {
  label: string;
  kind: Kind;
  command: string;
  env: string;
  cwd: string;
  url: string;
  folder: string;
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
  folder: "",
  era: "auto",
  timeoutSeconds: "30",
  autoConnect: true,
};

export type DraftFaults = Partial<Record<keyof ServerDraft, string>>;

/** A form filled from a stored server. */
export function draftOf(config: ServerConfig): ServerDraft {
  const { transport } = config;
  return {
    ...EMPTY_DRAFT,
    label: config.label,
    era: config.era,
    timeoutSeconds: String(config.timeoutMs / 1_000),
    autoConnect: config.autoConnect,
    ...(transport.kind === "stdio"
      ? {
          kind: "stdio",
          command: joinCommand([transport.command, ...transport.args]),
          env: writeEnv(transport.env),
          cwd: transport.cwd ?? "",
        }
      : transport.kind === "http"
        ? { kind: "http", url: transport.url }
        : transport.kind === "folder"
          ? { kind: "folder", folder: transport.path }
          : {}),
  };
}

/**
 * Reads the form.
 * @param taken labels of the other servers: a label must be unique
 * @param before the stored transport, whose parts the form does not show (headers) are kept
 * @returns the call's input, or what is wrong at which field
 */
export function readDraft(
  draft: ServerDraft,
  taken: readonly string[],
  before?: TransportConfig,
): { input: ServerInput; faults?: undefined } | { faults: DraftFaults } {
  const faults: DraftFaults = {};
  const label = draft.label.trim() || suggestLabel(draft);
  if (label === "") faults.label = "Give the server a name of your own.";
  else if (label.length > 80) faults.label = "At most 80 characters.";
  else if (taken.some((other) => other.toLowerCase() === label.toLowerCase()))
    faults.label = "Another server has this name.";
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
  if (draft.kind === "folder") {
    if (draft.folder.trim() === "") faults.folder = "Name the folder that holds the skills.";
    return { kind: "folder", path: draft.folder.trim() };
  }
  if (draft.kind === "http") {
    const url = draft.url.trim();
    if (!/^https?:\/\/[^\s/]+/i.test(url)) faults.url = "An address that begins with http:// or https://.";
    return { kind: "http", url, headers: before?.kind === "http" ? before.headers : [] };
  }
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

/** A name from what the server is: the script, package, host or folder. */
export function suggestLabel(draft: ServerDraft): string {
  if (draft.kind === "folder") return lastPart(draft.folder);
  if (draft.kind === "http") return /^https?:\/\/([^/?#]+)/i.exec(draft.url.trim())?.[1] ?? "";
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
