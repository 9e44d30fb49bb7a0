import type { IncomingMessage, ServerResponse } from "node:http";
import type { Site } from "../conventions/convention";
import { HttpError } from "./http-body";

/** Answers one request of a plain web site: GET and HEAD, 404 for what is not there. */
export async function answerPage(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    throw new HttpError(405, `${request.method} is not supported`, { allow: "GET, HEAD" });
  }
  const [path = ""] = (request.url ?? "").split("?");
  const page = await site.page(path);
  if (!page) {
    response.writeHead(404, { "content-type": "text/plain; charset=utf-8" });
    response.end(request.method === "HEAD" ? undefined : "Not Found\n");
    return;
  }
  response.writeHead(200, {
    "content-type": page.type,
    "content-length": page.body.length,
    "cache-control": "public, max-age=5",
  });
  response.end(request.method === "HEAD" ? undefined : page.body);
}
