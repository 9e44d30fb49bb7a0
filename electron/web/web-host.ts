import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { dispatch } from "../../shared/client/dispatch";
import { STALE_HANDLE } from "../../shared/client/in-process-client";
import type { CallResult, ContractHandler } from "../../shared/contract";
import { attachEvents } from "./events-socket";
import { checkFetchSite, checkSource, type Refusal } from "./guard";
import { RequestFault, readJson, sendBytes, sendJson } from "./respond";
import { createSessions, type Session } from "./sessions";
import { createStaticFiles } from "./static-files";

/** Bounds of the browser host; tests make them small. */
export interface WebLimits {
  /** Largest body of a call, in bytes. */
  bodyBytes: number;
  /** Time in which a request must have arrived whole, in milliseconds. */
  requestMs: number;
  /** A call that takes longer is answered "pending" and fetched later, in milliseconds. */
  deferMs: number;
  /** Time in which the event stream must name its session, in milliseconds. */
  authMs: number;
  heartbeatMs: number;
}

const LIMITS: WebLimits = {
  bodyBytes: 4 * 1024 * 1024,
  requestMs: 15_000,
  deferMs: 1_500,
  authMs: 5_000,
  heartbeatMs: 30_000,
};

export interface WebHostOptions {
  handler: ContractHandler;
  /** Folder of the built renderer. */
  rendererDir: string;
  /** Any free port when absent or 0. */
  port?: number;
  /** Faults, one line each; never holds a token, an input or an address with one. */
  log: (line: string) => void;
  /** Called with a fresh address when somebody used an address a second time; goes to the user's own terminal. */
  onUsedLink?: (url: string) => void;
  limits?: Partial<WebLimits>;
}

export interface WebHost {
  /** Address to open once: its fragment holds a one-time token, which no server and no log ever sees. */
  url: string;
  port: number;
  /** A further address, good for one more page. */
  newLink(): string;
  close(): Promise<void>;
}

/**
 * The contract over HTTP on 127.0.0.1, with the built renderer (DESIGN section 8, browser mode).
 * `POST /api/session` trades the one-time token for a session token; `POST /api/call {name,input}`,
 * `GET /api/result/:id`, `GET /api/bytes/:handle` and the WebSocket `/api/events` need that one.
 * Calls that take long do not hold a connection, of which browsers allow six: they answer 202 `{deferred:id}`.
 * @throws Error with a readable message when the port is taken or may not be used
 */
export async function startWebHost(options: WebHostOptions): Promise<WebHost> {
  const limits = { ...LIMITS, ...options.limits };
  const sessions = createSessions();
  const files = createStaticFiles(options.rendererDir);
  const server = createServer({
    requestTimeout: limits.requestMs,
    headersTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.min(limits.requestMs, 1_000),
    keepAliveTimeout: 5_000,
  });
  server.maxConnections = 512;
  let port = 0;
  const report = (error: unknown) =>
    options.log(`fault: ${error instanceof Error ? error.stack : String(error)}`);
  const newLink = () => `http://127.0.0.1:${port}/#token=${sessions.issue()}`;

  const openSession = async (request: IncomingMessage, response: ServerResponse) => {
    const body = (await readJson(request, 4_096)) as { token?: unknown } | null;
    const exchanged = typeof body?.token === "string" ? sessions.exchange(body.token) : "unknown";
    if (typeof exchanged !== "string") return sendJson(response, 200, { ok: true, value: exchanged });
    if (exchanged === "unknown") return refuse(response, NO_SESSION);
    sendJson(
      response,
      401,
      failure("used-link", "This address was used before: open the new one that the terminal shows."),
    );
    options.onUsedLink?.(newLink());
  };

  const answerCall = async (request: IncomingMessage, response: ServerResponse, session: Session) => {
    const body = (await readJson(request, limits.bodyBytes)) as { name?: unknown; input?: unknown } | null;
    const result = dispatch(options.handler, body?.name, body?.input, report);
    const quick = await Promise.race([result, delay(limits.deferMs, undefined, { ref: false })]);
    if (quick) sendJson(response, 200, quick);
    else sendJson(response, 202, { deferred: session.results.add(result) });
  };

  const answerApi = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const { method } = request;
    if (path === "/api/session" && method === "POST") return openSession(request, response);
    const session = sessions.find(bearer(request));
    if (!session) return refuse(response, NO_SESSION);
    if (path === "/api/call" && method === "POST") return answerCall(request, response, session);
    const [, , kind, ...rest] = path.split("/");
    const id = rest.length === 1 ? decoded(rest[0]!) : "";
    if (!id || (kind !== "bytes" && kind !== "result")) {
      return sendJson(response, 404, failure("not-found", "The app has no such address."));
    }
    if (method !== "GET") return sendJson(response, 405, failure("bad-method", "Use GET here."));
    if (kind === "result") {
      const result = session.results.take(id);
      if (result === "pending") return sendJson(response, 202, { deferred: id });
      return sendJson(response, 200, result ?? failure("lost", "The answer of this call is no longer kept."));
    }
    const bytes = await options.handler.bytes(id);
    if (bytes) sendBytes(response, 200, "application/octet-stream", bytes);
    else sendJson(response, 404, failure("stale-handle", STALE_HANDLE));
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const needsOrigin = request.method !== "GET" && request.method !== "HEAD";
    const refusal = checkSource(request, port, needsOrigin);
    if (refusal) return refuse(response, refusal);
    const path = (request.url ?? "/").split("?")[0]!;
    if (path.startsWith("/api/")) {
      const foreign = checkFetchSite(request.headers);
      return foreign ? refuse(response, foreign) : answerApi(request, response, path);
    }
    if (needsOrigin) return sendJson(response, 405, failure("bad-method", "Use GET here."));
    const found = await files.answer(path, `ws://${request.headers.host}`);
    response.writeHead(found.status, { ...found.headers, "Content-Length": found.body.byteLength });
    response.end(request.method === "HEAD" ? undefined : found.body);
  };

  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch((error: unknown) => {
      if (error instanceof RequestFault) {
        return sendJson(response, error.status, failure(error.code, error.message));
      }
      // A page that went away in mid-request is no fault of ours.
      if (response.destroyed || request.destroyed) return;
      report(error);
      sendJson(response, 500, failure("internal", "The app could not answer because of a fault of its own."));
    });
  });
  const closeEvents = attachEvents({
    server,
    handler: options.handler,
    sessions,
    port: () => port,
    ...limits,
  });

  port = await new Promise<number>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(error, options.port)));
    server.listen({ host: "127.0.0.1", port: options.port ?? 0, exclusive: true }, () =>
      resolve((server.address() as AddressInfo).port),
    );
  });
  server.on("error", report);

  return {
    url: newLink(),
    port,
    newLink,
    close: () =>
      new Promise((resolve) => {
        closeEvents();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const NO_SESSION: Refusal = {
  status: 401,
  code: "no-session",
  message: "This page has no session: open the address that the terminal shows.",
};

function refuse(response: ServerResponse, refusal: Refusal): void {
  sendJson(response, refusal.status, failure(refusal.code, refusal.message));
}

function failure(code: string, message: string): CallResult<never> {
  return { ok: false, code, message };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "";
  }
}

function bearer(request: IncomingMessage): string | undefined {
  return /^Bearer ([\w-]+)$/.exec(request.headers.authorization ?? "")?.[1];
}

/** Why the port cannot be had; the message is for the user. */
export class ListenError extends Error {
  override readonly name = "ListenError";
}

function cannotListen(error: NodeJS.ErrnoException, port: number | undefined): ListenError {
  if (error.code === "EADDRINUSE") {
    return new ListenError(
      `Port ${port} is in use by another program: choose another with --port, or leave it out.`,
    );
  }
  if (error.code === "EACCES") {
    return new ListenError(`Port ${port} may not be used by this user: choose one above 1023 with --port.`);
  }
  return new ListenError(`The browser host could not start on 127.0.0.1: ${error.message}`);
}
