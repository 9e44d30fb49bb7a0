import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LEGACY_REVISIONS } from "../rpc/eras";
import { isObject } from "../rpc/json-rpc";
import { type Host, Session } from "../rpc/session";
import { accepts, HttpError, openEventStream, sendJson, sendMessages } from "./http-body";

/** Beyond this the session that was idle longest is ended; its client starts a new one on the 404 it then gets. */
const MAX_SESSIONS = 1_000;

interface Open {
  session: Session;
  /** The stream opened with GET, on which notifications are sent. */
  stream?: ServerResponse;
  send?: (message: object) => void;
}

/** The sessions of clients up to 2025-11-25 (spec 2025-11-25: Streamable HTTP, Session Management). */
export class LegacySessions {
  readonly #host: Host;
  /** In the order of last use. */
  readonly #open = new Map<string, Open>();

  constructor(host: Host) {
    this.#host = host;
  }

  /** A POST: `initialize` without a session id opens a session, anything else needs one. */
  async post(request: IncomingMessage, response: ServerResponse, value: unknown): Promise<void> {
    const opening = isObject(value) && value.method === "initialize";
    if (opening && request.headers["mcp-session-id"] === undefined) {
      await this.#initialize(response, value);
      return;
    }
    const { session } = this.#find(request);
    const answer = await session.handleAny(value);
    if (!answer) {
      response.writeHead(202).end();
      return;
    }
    const unanswerable = "id" in answer && answer.id === null;
    const messages = Array.isArray(answer) ? [answer] : this.#host.outgoing(answer);
    sendMessages(response, unanswerable ? 400 : 200, messages);
  }

  /** A GET: the stream of notifications, one at a time. */
  stream(request: IncomingMessage, response: ServerResponse): void {
    if (request.headers["mcp-session-id"] === undefined) {
      throw new HttpError(
        405,
        "Without a session there is no stream; revision 2026-07-28 has subscriptions/listen",
        {
          allow: "POST, OPTIONS",
        },
      );
    }
    const open = this.#find(request);
    if (!accepts(request, "text/event-stream"))
      throw new HttpError(406, "Accept must list text/event-stream");
    if (open.stream) throw new HttpError(409, "This session has a stream already");
    open.send = openEventStream(response);
    open.stream = response;
    response.once("close", () => {
      delete open.stream;
      delete open.send;
    });
  }

  /** A DELETE: the client ends its session. */
  end(request: IncomingMessage, response: ServerResponse): void {
    this.#find(request);
    this.#drop(request.headers["mcp-session-id"] as string);
    response.writeHead(200).end();
  }

  close(): void {
    for (const id of [...this.#open.keys()]) this.#drop(id);
  }

  async #initialize(response: ServerResponse, value: object): Promise<void> {
    const open: Open = { session: new Session(this.#host, (message) => open.send?.(message)) };
    const answer = await open.session.handle(value);
    if (!answer || "error" in answer) {
      open.session.abandon();
      if (answer) sendJson(response, 400, answer);
      else response.writeHead(202).end();
      return;
    }
    const id = randomUUID();
    this.#open.set(id, open);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_SESSIONS && oldest) this.#drop(oldest);
    sendMessages(response, 200, this.#host.outgoing(answer), { "mcp-session-id": id });
  }

  #find(request: IncomingMessage): Open {
    const id = request.headers["mcp-session-id"];
    if (typeof id !== "string") {
      throw new HttpError(
        400,
        "Mcp-Session-Id is missing: send initialize first, or the _meta of revision 2026-07-28",
      );
    }
    const open = this.#open.get(id);
    if (!open) throw new HttpError(404, "There is no such session (any more); initialize anew");
    const version = request.headers["mcp-protocol-version"];
    if (version !== undefined && !LEGACY_REVISIONS.some((known) => known === version)) {
      throw new HttpError(
        400,
        `MCP-Protocol-Version ${JSON.stringify(version)} is not spoken in this session`,
      );
    }
    this.#open.delete(id);
    this.#open.set(id, open);
    return open;
  }

  #drop(id: string): void {
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    open.session.abandon();
    open.stream?.end();
  }
}
