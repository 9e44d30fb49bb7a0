import { parse as parseYaml } from "yaml";
import { depthOf } from "../model/limits";
import type { HeaderConfig, OAuthConfig, ServerConfig, TransportConfig } from "../model/server";

/** One server found in a configuration, ready to be shown before it is taken over. */
export interface FoundServer {
  name: string;
  transport: TransportConfig;
  /** What a person must know or fill in, e.g. an input that VS Code would ask for. */
  notes: string[];
}

export interface FoundServers {
  servers: FoundServer[];
  /** What could not be taken over, each with its reason. */
  problems: string[];
}

type Json = Record<string, unknown>;

/**
 * Reads the servers of an `mcp.json` in any of the shapes in use: `mcpServers` (Claude Desktop, Cursor, Claude Code's
 * `.mcp.json`), `servers` with `inputs` (VS Code), the same below `mcp`, or one bare server. Comments and trailing
 * commas are allowed, as VS Code allows them.
 * @throws Error with line and column when the text is no such file
 */
export function readMcpJson(text: string): FoundServers {
  const beyond = beyondReading(text);
  if (beyond) throw new Error(`This is no configuration: ${beyond}.`);
  const root = objectOf(parseRelaxed(text));
  if (!root) throw new Error("This is no configuration: it holds no object.");
  const below = objectOf(root.mcp) ?? root;
  const map = objectOf(below.mcpServers) ?? objectOf(below.servers) ?? bareServer(below);
  if (!map) throw new Error('There are no servers in it: neither "mcpServers" nor "servers".');
  const found: FoundServers = { servers: [], problems: [] };
  for (const [name, raw] of Object.entries(map)) {
    const server = readServer(name, objectOf(raw) ?? {});
    if (typeof server === "string") found.problems.push(`${name}: ${server}`);
    else found.servers.push(server);
  }
  return found;
}

/** No configuration is longer or deeper; reading what is takes minutes, as the relaxed reader looks back and forth. */
const MAX_LENGTH = 1024 * 1024;
const MAX_DEPTH = 32;
/** The parser that tells where a fault lies takes seconds for many faults. */
const MAX_EXPLAINED = 16 * 1024;

function beyondReading(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return `it has more than ${MAX_LENGTH.toLocaleString("en")} characters`;
  if (depthOf(text, MAX_DEPTH) > MAX_DEPTH) return `it nests more than ${MAX_DEPTH} levels deep`;
  return undefined;
}

/** Writes servers back as `mcpServers`. Values of secret headers are left out: they never leave the secret store. */
export function writeMcpJson(servers: readonly Pick<ServerConfig, "label" | "transport">[]): string {
  const mcpServers: Json = {};
  for (const { label, transport } of servers) {
    if (transport.kind === "stdio") {
      const { command, args, env, cwd } = transport;
      mcpServers[label] = {
        command,
        args,
        ...(Object.keys(env).length > 0 ? { env } : {}),
        ...(cwd ? { cwd } : {}),
      };
    } else if (transport.kind === "http") {
      const headers = Object.fromEntries(transport.headers.map(({ name, value }) => [name, value ?? ""]));
      mcpServers[label] = {
        type: transport.sse ? "sse" : "http",
        url: transport.url,
        ...(transport.headers.length > 0 ? { headers } : {}),
        ...(transport.oauth ? { oauth: transport.oauth } : {}),
      };
    }
  }
  return `${JSON.stringify({ mcpServers }, null, 2)}\n`;
}

function readServer(name: string, raw: Json): FoundServer | string {
  const notes: string[] = [];
  const url = text(raw.url) ?? text(raw.serverUrl) ?? text(raw.httpUrl);
  if (raw.disabled === true) notes.push("It is switched off in that configuration.");
  if (url !== undefined) {
    const headers: HeaderConfig[] = Object.entries(objectOf(raw.headers) ?? {}).map(([header, value]) => ({
      name: header,
      value: String(value),
    }));
    for (const header of headers) placeholder(header.name, header.value ?? "", notes);
    placeholder("url", url, notes);
    const sse = raw.type === "sse" || raw.transport === "sse";
    const oauth = readOAuth(objectOf(raw.oauth) ?? {});
    return {
      name,
      transport: { kind: "http", url, headers, ...(sse ? { sse } : {}), ...(oauth ? { oauth } : {}) },
      notes,
    };
  }
  const command = text(raw.command);
  if (command === undefined) return "it has neither a command nor a url";
  const args = Array.isArray(raw.args) ? raw.args.map(String) : [];
  const env = Object.fromEntries(
    Object.entries(objectOf(raw.env) ?? {}).map(([key, value]) => [key, String(value)]),
  );
  for (const value of [command, ...args]) placeholder("the command line", value, notes);
  for (const [key, value] of Object.entries(env)) placeholder(key, value, notes);
  if (text(raw.envFile))
    notes.push(`Its envFile (${text(raw.envFile)}) is not read; add what the server needs.`);
  const cwd = text(raw.cwd);
  return { name, transport: { kind: "stdio", command, args, env, ...(cwd ? { cwd } : {}) }, notes };
}

/** A client ID that was registered by hand, with the port of its redirect address, as Claude Code writes them. */
function readOAuth(raw: Json): OAuthConfig | undefined {
  const clientId = text(raw.clientId);
  const port = raw.callbackPort;
  const callbackPort =
    typeof port === "number" && Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  if (clientId === undefined && callbackPort === undefined) return undefined;
  return {
    ...(clientId === undefined ? {} : { clientId }),
    ...(callbackPort === undefined ? {} : { callbackPort }),
  };
}

/** `${input:…}`, `${env:…}` and the like are filled in by that other program; here a person does. */
function placeholder(where: string, value: string, notes: string[]): void {
  for (const match of value.matchAll(/\$\{([^}]+)\}/g)) {
    notes.push(`${where} holds ${match[0]}, which that program fills in; replace it with the value itself.`);
  }
}

/** One server without a surrounding list: `{"command": …}` or `{"url": …}`, or `{"name": {…}}`. */
function bareServer(root: Json): Json | undefined {
  if (text(root.command) !== undefined || text(root.url) !== undefined) return { server: root };
  const values = Object.values(root).map(objectOf);
  const isServer = (value: Json | undefined) =>
    text(value?.command) !== undefined || text(value?.url) !== undefined;
  return values.length > 0 && values.every(isServer) ? root : undefined;
}

/** JSON with comments and trailing commas: dropped outside strings, then parsed; errors name line and column. */
function parseRelaxed(source: string): unknown {
  const plain = source.replace(/^\ufeff/, "");
  try {
    return JSON.parse(plain);
  } catch {
    const stripped = plain
      .replace(
        /("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
        (match, string?: string) => string ?? match.replace(/[^\n]/g, " "),
      )
      .replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g, (_, string?: string) => string ?? " ");
    if (!/^\s*[{[]/.test(stripped)) throw new Error("This is no JSON: it begins with neither { nor [.");
    try {
      if (stripped.length > MAX_EXPLAINED) return JSON.parse(stripped);
      // JSON is a part of YAML; this parser tells where a fault lies.
      return parseYaml(stripped, { schema: "json", strict: true, maxAliasCount: 0, uniqueKeys: false });
    } catch (error) {
      throw new Error(`This is no valid JSON: ${(error as Error).message.split("\n")[0]}`);
    }
  }
}

function objectOf(value: unknown): Json | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
