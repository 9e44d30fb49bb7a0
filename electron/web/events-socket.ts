import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { createEventFeed } from "../../shared/client/event-feed";
import type { ContractHandler, EventMessage } from "../../shared/contract";
import { checkFetchSite, checkSource, type Refusal } from "./guard";
import type { Sessions } from "./sessions";

/** Closes codes of our own: the page tells them apart from a broken connection. */
export const NO_SESSION = 4401;
const TOO_MANY = 4429;
const SOCKET_LIMIT = 64;

export interface EventsSocketOptions {
  server: Server;
  handler: Pick<ContractHandler, "subscribe">;
  sessions: Sessions;
  port: () => number;
  /** Time to send the session token in, in milliseconds. */
  authMs: number;
  /** Between two signs of life asked of a page, in milliseconds. */
  heartbeatMs: number;
}

/**
 * `/api/events`: one WebSocket a tab. Its first message is `{session}`; `{ready:true}` answers it, then
 * `{events:[...]}` follow. Nothing else is taken from the page.
 * @returns ends every socket
 */
export function attachEvents(options: EventsSocketOptions): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 4_096, perMessageDeflate: false });
  const alive = new WeakSet<WebSocket>();

  options.server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on("error", () => stream.destroy());
    const refusal = checkSource(request, options.port(), true) ?? checkFetchSite(request.headers);
    if (refusal) return refuse(stream, refusal);
    if (request.url !== "/api/events") return refuse(stream, { status: 404, message: "No such stream." });
    sockets.handleUpgrade(request, stream, head, (socket) => accept(socket));
  });

  const accept = (socket: WebSocket) => {
    socket.on("error", () => socket.terminate());
    if (sockets.clients.size > SOCKET_LIMIT) return socket.close(TOO_MANY, "Too many pages are open.");
    alive.add(socket);
    socket.on("pong", () => alive.add(socket));
    const late = setTimeout(() => socket.close(NO_SESSION, "No session was given."), options.authMs);
    socket.once("close", () => clearTimeout(late));
    socket.once("message", (data) => {
      clearTimeout(late);
      if (!options.sessions.find(sessionIn(String(data))))
        return socket.close(NO_SESSION, "No such session.");
      socket.send(JSON.stringify({ ready: true }));
      follow(socket);
    });
  };

  const follow = (socket: WebSocket) => {
    const feed = createEventFeed((events) => sendAll(socket, events));
    const unsubscribe = options.handler.subscribe((events) => feed.push(events));
    socket.once("close", () => {
      unsubscribe();
      feed.close();
    });
  };

  const heartbeat = setInterval(() => {
    for (const socket of sockets.clients) {
      if (socket.readyState !== socket.OPEN) continue;
      if (!alive.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }, options.heartbeatMs);
  heartbeat.unref();

  return () => {
    clearInterval(heartbeat);
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  };
}

/** Resolves when the batch has left this process, so that a page that reads slowly slows its own feed only. */
function sendAll(socket: WebSocket, events: EventMessage[]): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(JSON.stringify({ events }), (error) => (error ? reject(error) : resolve()));
  });
}

function sessionIn(message: string): string | undefined {
  try {
    const value: unknown = JSON.parse(message);
    const session = (value as { session?: unknown } | null)?.session;
    return typeof session === "string" ? session : undefined;
  } catch {
    return undefined;
  }
}

function refuse(stream: Duplex, refusal: Pick<Refusal, "message"> & { status: number }): void {
  stream.end(
    `HTTP/1.1 ${refusal.status} Refused\r\nConnection: close\r\nContent-Type: text/plain\r\n` +
      `Content-Length: ${Buffer.byteLength(refusal.message)}\r\n\r\n${refusal.message}`,
  );
}
