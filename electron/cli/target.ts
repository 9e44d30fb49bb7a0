import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { ServerInput } from "../../shared/contract";
import { commandLine, type TransportConfig } from "../../shared/model/server";
import { UsageError } from "./exit";

/** What a command works on (DESIGN section 6, "Target"). */
export type Target =
  | { kind: "samples"; label: string }
  | { kind: "folder"; label: string; path: string }
  | { kind: "http"; label: string; transport: Extract<TransportConfig, { kind: "http" }> }
  | { kind: "stdio"; label: string; transport: Extract<TransportConfig, { kind: "stdio" }> };

export interface TargetInput {
  /** The positional target, absent for a command after `--`. */
  positional: string | undefined;
  /** The words after `--`. */
  command: string[];
  /** `--header NAME=ENVVAR`, repeated. */
  headers: string[];
  /** Taken when nothing was named; none where a target is required. */
  fallback?: "samples";
}

/**
 * Decides what was named.
 * @throws UsageError that says what is missing or wrong
 */
export async function parseTarget({ positional, command, headers, fallback }: TargetInput): Promise<Target> {
  if (command.length > 0) {
    if (positional !== undefined) {
      throw new UsageError(`Both "${positional}" and a command after -- were given.`, "Give one target.");
    }
    const transport: Target & { kind: "stdio" } = {
      kind: "stdio",
      label: "",
      transport: { kind: "stdio", command: command[0]!, args: command.slice(1), env: {} },
    };
    return { ...transport, label: commandLine(transport.transport) };
  }
  const named = positional ?? fallback;
  if (named === undefined) {
    throw new UsageError("No target was given.", "Give a URL, a folder, samples, or a command after --.");
  }
  if (named === "samples") return { kind: "samples", label: "Samples" };
  if (/^https?:\/\//i.test(named)) return httpTarget(named, headers);
  const path = resolve(named);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return { kind: "folder", label: basename(path), path };
  if (found)
    throw new UsageError(`${named} is no folder.`, "Give a folder of skills, a URL, or a command after --.");
  throw new UsageError(
    `There is no folder ${named}.`,
    `Give a folder of skills, a URL (http:// or https://), "samples", or a command after --, e.g. -- node server.js.`,
  );
}

/** The same target as the configuration of a server in the app. */
export function serverInput(target: Target): ServerInput {
  const label = target.label.slice(0, 80);
  switch (target.kind) {
    case "samples":
      return { label, transport: { kind: "builtin" } };
    case "folder":
      return { label, transport: { kind: "folder", path: target.path } };
    default:
      return { label, transport: target.transport };
  }
}

function httpTarget(url: string, headers: string[]): Target {
  let host: string;
  try {
    host = new URL(url).host;
  } catch {
    throw new UsageError(`${url} is no valid address.`);
  }
  const parsed = headers.map((header) => {
    const at = header.indexOf("=");
    const name = header.slice(0, at);
    const variable = header.slice(at + 1);
    if (at < 1 || variable === "") {
      throw new UsageError(
        `--header ${header}: write NAME=ENVVAR.`,
        "The value is taken from the environment variable, so that it stays out of the process list.",
      );
    }
    const value = process.env[variable];
    if (value === undefined)
      throw new UsageError(`--header ${name}: the environment has no variable ${variable}.`);
    return { name, value };
  });
  return { kind: "http", label: host, transport: { kind: "http", url, headers: parsed } };
}
