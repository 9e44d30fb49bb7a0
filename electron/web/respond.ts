import type { IncomingMessage, ServerResponse } from "node:http";
import { STRICT_HEADERS } from "./security-headers";

/** Thrown while a request is read; carries the answer it gets. */
export class RequestFault extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The JSON body of a request.
 * @throws RequestFault for another content type (415), more than `limit` bytes (413) or no JSON (400)
 */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new RequestFault(415, "bad-content-type", "Send the call as application/json.");
  }
  const tooLarge = () => new RequestFault(413, "too-large", `A call may hold at most ${limit} bytes.`);
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new RequestFault(400, "bad-json", "The body of the call is not JSON.");
  }
}

/** Answers with JSON that nothing may keep, frame or run. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  sendBytes(response, status, "application/json; charset=utf-8", Buffer.from(JSON.stringify(value), "utf8"));
}

/** Answers with bytes as a download, so that a browser never shows them as a page of this origin. */
export function sendBytes(response: ServerResponse, status: number, type: string, body: Uint8Array): void {
  if (response.headersSent || response.destroyed) return;
  // A request refused before its body was read must not leave the rest of it to the next one.
  const unread = !response.req.complete;
  response.writeHead(status, {
    ...STRICT_HEADERS,
    "Content-Type": type,
    "Content-Length": body.byteLength,
    "Content-Disposition": "attachment",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "no-store",
    ...(unread ? { Connection: "close" } : {}),
  });
  response.end(body);
}
