import type { IncomingHttpHeaders } from "node:http";
import { HEADER_MISMATCH, type Request, RpcError } from "../rpc/json-rpc";

/** Methods whose name or URI is mirrored in `Mcp-Name`, with the parameter it comes from. */
const NAMED: Record<string, string> = {
  "resources/read": "uri",
  "tools/call": "name",
  "prompts/get": "name",
};

/**
 * Compares the headers of a 2026-07-28 request with its body (spec: Streamable HTTP, Server Validation).
 * @throws RpcError -32020 for a header that is missing, malformed or different
 */
export function checkMirroredHeaders(headers: IncomingHttpHeaders, request: Request, version: string): void {
  compare("MCP-Protocol-Version", headers["mcp-protocol-version"], version);
  compare("Mcp-Method", headers["mcp-method"], request.method);
  const source = NAMED[request.method];
  const named = source === undefined ? undefined : request.params[source];
  if (typeof named === "string") compare("Mcp-Name", decodeValue(headers["mcp-name"]), named);
}

function compare(name: string, header: string | string[] | undefined, body: string): void {
  if (header === body) return;
  const what =
    header === undefined
      ? `${name} is missing; the body says ${JSON.stringify(body)}`
      : `${name} is ${JSON.stringify(header)}, but the body says ${JSON.stringify(body)}`;
  throw new RpcError(HEADER_MISMATCH, `Header mismatch: ${what}`);
}

/** Decodes the base64 form in which a value outside ASCII travels. */
function decodeValue(value: string | string[] | undefined): string | undefined {
  if (typeof value !== "string") return undefined;
  const encoded = /^=\?base64\?(.*)\?=$/s.exec(value)?.[1];
  if (encoded === undefined) {
    if (/[^\t\x20-\x7e]/.test(value)) throw malformed(value, "it has characters outside ASCII");
    return value;
  }
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded)) {
    throw malformed(value, "what it holds is not base64");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, "base64"));
  } catch {
    throw malformed(value, "its bytes are not UTF-8");
  }
}

const malformed = (value: string, why: string) =>
  new RpcError(HEADER_MISMATCH, `Header mismatch: Mcp-Name ${JSON.stringify(value)} is malformed: ${why}`);
