import type { IncomingMessage, ServerResponse } from "node:http";

/** Requests of this server's methods are small; anything larger is refused. */
const MAX_BODY = 4 * 1024 * 1024;

/** An HTTP answer other than the usual one. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/**
 * Reads a body of JSON text.
 * @throws HttpError 415, 406 or 413
 */
export async function readJsonBody(request: IncomingMessage): Promise<string> {
  const type = (request.headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
  if (type !== "application/json") throw new HttpError(415, "Content-Type must be application/json");
  if (!accepts(request, "application/json") || !accepts(request, "text/event-stream")) {
    throw new HttpError(406, "Accept must list application/json and text/event-stream");
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new HttpError(413, `The body is larger than ${MAX_BODY} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** True when the Accept header lets an answer of this type through. */
export function accepts(request: IncomingMessage, type: string): boolean {
  const [family] = type.split("/");
  return (request.headers.accept ?? "")
    .split(",")
    .map((part) => part.split(";")[0]!.trim().toLowerCase())
    .some((part) => part === type || part === `${family}/*` || part === "*/*");
}

export function sendJson(response: ServerResponse, status: number, body: object, headers = {}): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    ...headers,
  });
  response.end(text);
}

/** Often enough for proxies and idle time-outs. */
const KEEP_ALIVE_MS = 15_000;

/** Opens an event stream; the comment lines that keep it alive end with it. */
export function openEventStream(response: ServerResponse): (message: object) => void {
  response.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
  });
  response.flushHeaders();
  const timer = setInterval(() => response.write(": keep-alive\n\n"), KEEP_ALIVE_MS);
  timer.unref();
  response.once("close", () => clearInterval(timer));
  return (message) => {
    if (!response.writableEnded) response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  };
}

/** Sends an answer: one message as JSON, more of them (a fault's doing) as an event stream. */
export function sendMessages(
  response: ServerResponse,
  status: number,
  messages: object[],
  headers = {},
): void {
  const [only] = messages;
  if (messages.length === 1 && only) {
    sendJson(response, status, only, headers);
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache", ...headers });
  response.end(messages.map((message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`).join(""));
}
