import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { MODERN_REVISION } from "../../../../shared/model/server";
import type { Site } from "../conventions/convention";
import type { Fault } from "../faults/fault";
import { claimsModern, modernVersion } from "../rpc/eras";
import {
  classify,
  errorOf,
  type Id,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
  type Request,
  RpcError,
} from "../rpc/json-rpc";
import { type Host, Session } from "../rpc/session";
import { HttpError, openEventStream, readJsonBody, sendJson, sendMessages } from "./http-body";
import { allowOrigin, answerPreflight, refusal } from "./http-guard";
import { checkMirroredHeaders } from "./http-headers";
import { LegacySessions } from "./http-legacy";
import { answerPage } from "./http-site";

/** The one path that speaks MCP. */
const ENDPOINT = "/mcp";

/** A running HTTP server. */
export interface HttpServer {
  /** The MCP endpoint, e.g. `http://127.0.0.1:4001/mcp`; of a web site its origin. */
  url: string;
  close(): Promise<void>;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/**
 * Serves Streamable HTTP on loopback: 2026-07-28 without any state, 2025-11-25 and earlier with sessions.
 * @param port 0 for any free one
 * @throws Error when the port is taken
 */
export async function serveHttp(
  host: Host,
  port: number,
  faults: readonly Fault[] = [],
): Promise<HttpServer> {
  const legacy = new LegacySessions(host);
  const streams = new Set<Session>();
  const { origin, close } = await listenOn(port, (request, response) =>
    handle(host, faults, legacy, streams, request, response),
  );
  return {
    url: `${origin}${ENDPOINT}`,
    close: () => {
      legacy.close();
      for (const session of streams) session.close();
      return close();
    },
  };
}

/** Serves a plain web site on loopback, under the same guard. */
export async function serveSite(site: Site, port: number): Promise<HttpServer> {
  const { origin, close } = await listenOn(port, (request, response) => answerPage(site, request, response));
  return { url: origin, close };
}

/** Listens on 127.0.0.1 and lets nothing through that comes from a foreign page or under a foreign name. */
async function listenOn(
  port: number,
  handler: Handle,
): Promise<{ origin: string; close: () => Promise<void> }> {
  const guarded: Handle = async (request, response) => {
    const refused = refusal(request);
    if (refused !== undefined) throw new HttpError(403, refused);
    allowOrigin(request, response);
    if (request.method === "OPTIONS") answerPreflight(response);
    else await handler(request, response);
  };
  const server = createServer((request, response) => {
    Promise.resolve(guarded(request, response)).catch((error: unknown) => answerFailure(response, error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE";
      reject(taken ? new Error(`Port ${port} is in use; choose another one, or 0 for any free one`) : error);
    });
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const cut = setTimeout(() => server.closeAllConnections(), 500);
    await closed;
    clearTimeout(cut);
  };
  return { origin: `http://127.0.0.1:${bound}`, close };
}

/** Lets the faults see a request; true when one of them has answered it. */
async function passedThrough(
  faults: readonly Fault[],
  request: IncomingMessage,
  response: ServerResponse,
  method: string | undefined,
): Promise<boolean> {
  for (const fault of faults) if (await fault.http?.(request, response, method)) return true;
  return false;
}

async function handle(
  host: Host,
  faults: readonly Fault[],
  legacy: LegacySessions,
  streams: Set<Session>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path] = (request.url ?? "").split("?");
  if (path !== ENDPOINT) throw new HttpError(404, `Nothing is served here; the MCP endpoint is ${ENDPOINT}`);
  const faulty = (method?: string) => passedThrough(faults, request, response, method);
  if ((request.method === "GET" || request.method === "DELETE") && (await faulty())) return;
  if (request.method === "GET") return legacy.stream(request, response);
  if (request.method === "DELETE") return legacy.end(request, response);
  if (request.method !== "POST") {
    throw new HttpError(405, `${request.method} is not supported`, { allow: "POST, GET, DELETE, OPTIONS" });
  }
  const text = await readJsonBody(request);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const error = new RpcError(PARSE_ERROR, "Parse error: the body is not valid JSON");
    return sendJson(response, 400, errorOf(null, error));
  }
  const message = Array.isArray(value) ? undefined : classify(value);
  if (await faulty(message && "method" in message ? message.method : "")) return;
  const modern =
    host.served.eras.includes("modern") &&
    (request.headers["mcp-protocol-version"] === MODERN_REVISION ||
      (message?.kind === "request" && claimsModern(message.params)));
  if (!modern) return legacy.post(request, response, value);
  if (message === undefined) {
    const error = new RpcError(
      INVALID_REQUEST,
      `Batches are not part of protocol revision ${MODERN_REVISION}`,
    );
    return sendJson(response, 400, errorOf(null, error));
  }
  if (message.kind === "invalid") return sendJson(response, 400, errorOf(message.id, message.error));
  if (message.kind !== "request") {
    response.writeHead(202).end();
    return;
  }
  await answerModern(host, streams, request, response, message);
}

/** Each modern request is a session of its own, gone once it is answered. */
async function answerModern(
  host: Host,
  streams: Set<Session>,
  request: IncomingMessage,
  response: ServerResponse,
  message: Request,
): Promise<void> {
  try {
    checkMirroredHeaders(request.headers, message, modernVersion(message.params));
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return sendJson(response, 400, errorOf(message.id, error));
  }
  if (message.method === "subscriptions/listen") {
    return listen(host, streams, response, message);
  }
  const session = new Session(host, () => {});
  try {
    const answer = await session.handle(asReceived(message));
    if (!answer) throw new Error("a modern request was left without an answer");
    const unknown = "error" in answer && answer.error.code === METHOD_NOT_FOUND;
    sendMessages(response, unknown ? 404 : 200, host.outgoing(answer));
  } finally {
    session.abandon();
  }
}

async function listen(
  host: Host,
  streams: Set<Session>,
  response: ServerResponse,
  message: Request,
): Promise<void> {
  let send: ((message: object) => void) | undefined;
  const session = new Session(host, (out) => {
    send ??= openEventStream(response);
    send(out);
    // A response, not a notification: the server shuts the stream down.
    if ("id" in out) response.end();
  });
  streams.add(session);
  response.once("close", () => {
    session.abandon();
    streams.delete(session);
  });
  const refused = await session.handle(asReceived(message));
  if (refused) sendJson(response, 200, refused);
}

const asReceived = ({ id, method, params }: { id: Id; method: string; params: object }) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

function answerFailure(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.end();
    return;
  }
  const status = error instanceof HttpError ? error.status : 500;
  const message = error instanceof Error ? error.message : String(error);
  const headers = error instanceof HttpError ? error.headers : {};
  // What is left of an unread body must not be taken for the next request.
  sendJson(response, status, errorOf(null, new RpcError(-32000, message)), {
    ...headers,
    connection: "close",
  });
}
