import { MODERN_REVISION, revisionAtLeast, type ServerState } from "../../shared/model/server";

/**
 * A request as a curl command for a POSIX shell, for servers over HTTP.
 * Values of secret headers are not known to the UI: they stand as `•••`, to be filled in by hand.
 * @param raw the message as sent, one JSON text
 * @returns undefined where the server is not reached over Streamable HTTP or the text is no request
 */
export function asCurl(server: ServerState | undefined, raw: string): string | undefined {
  const transport = server?.config.transport;
  if (transport?.kind !== "http" || transport.sse) return undefined;
  const message = objectOf(raw);
  if (typeof message?.method !== "string") return undefined;
  const headers: [string, string][] = [
    ["Content-Type", "application/json"],
    ["Accept", "application/json, text/event-stream"],
  ];
  const version = server?.protocolVersion;
  const modern = revisionAtLeast(version, MODERN_REVISION);
  if (version !== undefined && message.method !== "initialize")
    headers.push(["MCP-Protocol-Version", version]);
  if (modern) {
    headers.push(["Mcp-Method", message.method]);
    const name = nameOf(message.method, message.params);
    if (name !== undefined) headers.push(["Mcp-Name", name]);
  }
  for (const { name, value, secret } of transport.headers)
    headers.push([name, secret ? "•••" : (value ?? "")]);
  // The token of a sign-in is not known here either.
  if (server?.signIn?.account) headers.push(["Authorization", "Bearer •••"]);
  const lines = [
    `curl -N ${quoted(transport.url)}`,
    ...headers.map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    `  --data-raw ${quoted(raw)}`,
  ];
  const note =
    modern || message.method === "initialize"
      ? ""
      : "# A server that keeps sessions also wants the header Mcp-Session-Id.\n";
  return note + lines.join(" \\\n");
}

/** The field of params that `Mcp-Name` repeats, of the methods that have one (base spec: Streamable HTTP). */
const NAMED: ReadonlyMap<string, "name" | "uri"> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/** A header holds visible ASCII; anything else goes as base64 with its marks around it. */
function nameOf(method: string, params: unknown): string | undefined {
  const field = NAMED.get(method);
  const value = field && (params as Record<string, unknown> | undefined | null)?.[field];
  if (typeof value !== "string") return undefined;
  if (/^[\u0021-\u007e]([\u0020-\u007e]*[\u0021-\u007e])?$/.test(value)) return value;
  const bytes = Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join("");
  return `=?base64?${btoa(bytes)}?=`;
}

/** In single quotes nothing is special to a shell but the quote itself. */
function quoted(text: string): string {
  return `'${text.replace(/'/g, "'\\''")}'`;
}

function objectOf(raw: string): { method?: unknown; params?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
