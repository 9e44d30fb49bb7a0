import { readFile, stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import type { FoundServers } from "../../shared/config/mcp-json";
import type { ServerInput } from "../../shared/contract";
import type { Limits } from "../../shared/model/limits";
import { commandLine, type TransportConfig } from "../../shared/model/server";
import { isEvidence } from "../engine/inspection/evidence-file";
import { parseOrigin } from "../engine/well-known/origin";
import { UsageError } from "./exit";

type Named =
  | { kind: "samples"; label: string }
  | { kind: "folder"; label: string; path: string }
  | { kind: "http"; label: string; transport: Extract<TransportConfig, { kind: "http" }> }
  | { kind: "stdio"; label: string; transport: Extract<TransportConfig, { kind: "stdio" }> }
  | { kind: "evidence"; label: string; path: string }
  | { kind: "well-known"; label: string; origin: string };

/** What a command works on (DESIGN section 6, "Target"), with the limits given by `--limit`. */
export type Target = Named & { limits?: Limits };

export interface TargetInput {
  /** The positional target, absent for a command after `--`. */
  positional: string | undefined;
  /** The words after `--`. */
  command: string[];
  /** `--header NAME=ENVVAR`, repeated. */
  headers: string[];
  /** Taken when nothing was named; none where a target is required. */
  fallback?: "samples";
  /** `--limit NAME=NUMBER`, repeated. */
  limits?: Limits;
  /** `--config FILE --server NAME`. */
  config?: string;
  server?: string;
}

/**
 * Decides what was named.
 * @throws UsageError that says what is missing or wrong
 */
export async function parseTarget(input: TargetInput): Promise<Target> {
  const target = await parseNamed(input);
  if (input.headers.length > 0 && target.kind !== "http") {
    throw new UsageError("--header is for a target that is a URL.", "Headers go with HTTP requests alone.");
  }
  const { limits } = input;
  if (!limits) return target;
  if (target.kind === "folder" || target.kind === "well-known")
    throw new UsageError("--limit bounds what an MCP server sends.", "Leave it out for this target.");
  return { ...target, limits };
}

async function parseNamed(input: TargetInput): Promise<Named> {
  const { positional, command, headers, fallback } = input;
  if (input.config !== undefined || input.server !== undefined) return fromConfig(input);
  if (command.length > 0) {
    if (positional !== undefined) {
      throw new UsageError(`Both "${positional}" and a command after -- were given.`, "Give one target.");
    }
    const transport: Named & { kind: "stdio" } = {
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
  if (named.startsWith("well-known:")) {
    const origin = parseOrigin(named.slice("well-known:".length));
    return { kind: "well-known", label: new URL(origin).host, origin };
  }
  if (/^https?:\/\//i.test(named)) return httpTarget(named, headers);
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(named)?.[1];
  if (scheme) {
    throw new UsageError(
      `${named} is no address of a server: it begins with ${scheme}://.`,
      "A server is reached by http:// or https://, or started by a command after --.",
    );
  }
  const path = resolve(named);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return { kind: "folder", label: basename(path), path };
  if (found?.isFile() && (await isEvidence(path))) return { kind: "evidence", label: basename(path), path };
  if (found && /^skill\.md$/i.test(basename(path)))
    throw new UsageError(`${named} is one file of a skill.`, `Give the skill's folder: ${dirname(named)}.`);
  if (found)
    throw new UsageError(
      `${named} is neither a folder nor an evidence file.`,
      "Give a folder of skills, a URL, or a command after --.",
    );
  if (/^[\w.-]+:\d+(\/|$)/.test(named))
    throw new UsageError(`${named} is no whole address.`, `Write it with its scheme: http://${named}.`);
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
    case "evidence":
      return { label, transport: { kind: target.kind, path: target.path } };
    case "well-known":
      return { label, transport: { kind: "well-known", url: target.origin } };
    default:
      return { label, transport: target.transport };
  }
}

/** One server of an `mcp.json`; naming it is its confirmation. */
async function fromConfig({ config, server, positional, command, headers }: TargetInput): Promise<Named> {
  if (config === undefined || server === undefined)
    throw new UsageError("--config FILE and --server NAME go together.");
  if (positional !== undefined || command.length > 0)
    throw new UsageError("Both --config and another target were given.", "Give one target.");
  const text = await readFile(config, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${config} cannot be read (${error.code}).`);
  });
  const { readMcpJson } = await import("../../shared/config/mcp-json");
  let found: FoundServers;
  try {
    found = readMcpJson(text);
  } catch (error) {
    throw new UsageError(`${config}: ${(error as Error).message}`);
  }
  const named = found.servers.find(({ name }) => name === server);
  if (!named) {
    const problem = found.problems.find((line) => line.startsWith(`${server}: `));
    throw new UsageError(
      problem ? `${config}: ${problem}` : `${config} has no server "${server}".`,
      `It has: ${found.servers.map(({ name }) => name).join(", ") || "none"}.`,
    );
  }
  const { transport } = named;
  if (transport.kind === "http") {
    const own = headersOf(headers);
    const others = transport.headers.filter(
      ({ name }) => !own.some((header) => header.name.toLowerCase() === name.toLowerCase()),
    );
    return { kind: "http", label: server, transport: { ...transport, headers: [...others, ...own] } };
  }
  if (transport.kind === "stdio") return { kind: "stdio", label: server, transport };
  throw new UsageError(`${config}: the server "${server}" has no command and no url.`);
}

function httpTarget(url: string, headers: string[]): Named {
  let host: string;
  try {
    host = new URL(url).host;
  } catch {
    throw new UsageError(`${url} is no valid address.`);
  }
  return { kind: "http", label: host, transport: { kind: "http", url, headers: headersOf(headers) } };
}

/** `--header NAME=ENVVAR` with the values of the environment. @throws UsageError */
function headersOf(headers: readonly string[]): { name: string; value: string }[] {
  return headers.map((header) => {
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
}
