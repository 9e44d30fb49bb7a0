import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Keeps foreign web pages out: a server on loopback is reachable by every page that a browser on this machine shows,
 * also through a name that its owner points at 127.0.0.1 (spec: Streamable HTTP, Security).
 */

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

const ALLOWED_HEADERS =
  "accept, authorization, content-type, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id";

/** @returns why the request is refused, undefined when it may pass */
export function refusal(request: IncomingMessage): string | undefined {
  const { host, origin } = request.headers;
  const port = request.socket.localPort;
  const parts = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(host ?? "");
  if (!parts || !LOOPBACK.has(parts[1]!.toLowerCase()) || Number(parts[2] ?? 80) !== port) {
    return `Host ${JSON.stringify(host ?? "")} is not this server; use 127.0.0.1:${port}`;
  }
  if (origin !== undefined && !isLoopbackOrigin(origin)) {
    return `Origin ${JSON.stringify(origin)} may not use this server; only pages from this machine may`;
  }
  return undefined;
}

function isLoopbackOrigin(origin: string): boolean {
  const parts = /^https?:\/\/(\[[^\]]+\]|[^:/]+)(?::\d+)?$/.exec(origin);
  return parts !== null && LOOPBACK.has(parts[1]!.toLowerCase());
}

/** Lets the page of an allowed origin read the answer and the session id in it. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("vary", "origin");
  const { origin } = request.headers;
  if (origin === undefined) return;
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-expose-headers", "mcp-session-id");
}

/** Answers a preflight of an allowed origin. */
export function answerPreflight(response: ServerResponse): void {
  response.writeHead(204, {
    "access-control-allow-methods": "GET, POST, DELETE, OPTIONS",
    "access-control-allow-headers": ALLOWED_HEADERS,
    "access-control-max-age": "600",
  });
  response.end();
}
