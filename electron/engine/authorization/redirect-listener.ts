import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ConnectionError } from "../connections/connection-error";

/** What the authorization server sent back through the browser. */
export interface RedirectAnswer {
  code?: string;
  error?: string;
  description?: string;
  iss?: string;
}

export interface RedirectListener {
  /** The address to come back to. */
  redirectUri: string;
  /** Resolves with the first answer that carries the right state. Never rejects. */
  answer: Promise<RedirectAnswer>;
  close(): void;
}

const HOST = "127.0.0.1";
const PATH = "/callback";
/** Time the browser has to fetch the page that says it is done, in milliseconds. */
const DONE_MS = 3_000;
/** No parameter of an answer is longer, in characters. */
const MAX_PARAMETER = 8_000;

/**
 * Listens on the loopback address for the one answer of a sign-in (RFC 8252 section 7.3). What does not carry the
 * state of this sign-in is turned away and leaves it waiting: any page can send the browser here.
 * @param port 0 for any free one
 * @param onStranger told of an answer that was turned away
 * @throws ConnectionError when the port is taken
 */
export async function listenForRedirect(
  state: string,
  port: number,
  onStranger: () => void,
): Promise<RedirectListener> {
  let take: (answer: RedirectAnswer) => void = () => {};
  const answer = new Promise<RedirectAnswer>((resolve) => {
    take = resolve;
  });
  let taken = false;
  const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
    const url = ownUrl(request, server);
    if (!url || request.method !== "GET") return page(response, 403, "This is not for you.");
    if (url.pathname === "/done") {
      page(
        response,
        200,
        "The answer has reached MCP Skill Inspector.",
        "Go back to the app and close this page.",
      );
      close();
      return;
    }
    if (url.pathname !== PATH) return page(response, 404, "There is nothing here.");
    const given = url.searchParams.getAll("state");
    if (taken || given.length !== 1 || !same(given[0]!, state)) {
      if (!taken) onStranger();
      const more = "The app goes on waiting for its own answer. Nothing of this one was used.";
      return page(response, 400, "This answer belongs to no sign-in that the app began.", more);
    }
    taken = true;
    // The code must not stay in the address bar.
    response.writeHead(303, { ...HEADERS, Location: "/done" }).end();
    setTimeout(close, DONE_MS).unref();
    take(answerOf(url.searchParams));
  });
  server.requestTimeout = 10_000;
  server.headersTimeout = 10_000;
  const close = () => {
    server.close();
    setImmediate(() => server.closeIdleConnections());
  };
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(portProblem(error, port)));
    server.listen(port, HOST, resolve);
  });
  const { port: own } = server.address() as AddressInfo;
  return {
    redirectUri: `http://${HOST}:${own}${PATH}`,
    answer,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
  Connection: "close",
};

/** The address asked for, when it was asked of this listener under its own name (no DNS rebinding). */
function ownUrl(request: IncomingMessage, server: Server): URL | undefined {
  const { port } = (server.address() as AddressInfo | null) ?? {};
  if (request.headers.host !== `${HOST}:${port}`) return undefined;
  try {
    return new URL(request.url ?? "", `http://${HOST}:${port}`);
  } catch {
    return undefined;
  }
}

function same(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function answerOf(parameters: URLSearchParams): RedirectAnswer {
  const read = (name: string) => parameters.get(name)?.slice(0, MAX_PARAMETER);
  const [code, error, description, iss] = [
    read("code"),
    read("error"),
    read("error_description"),
    read("iss"),
  ];
  return {
    ...(code === undefined ? {} : { code }),
    ...(error === undefined ? {} : { error }),
    ...(description === undefined ? {} : { description }),
    ...(iss === undefined ? {} : { iss }),
  };
}

/** A page of fixed words alone: nothing that came from outside is ever written into it. */
function page(response: ServerResponse, status: number, title: string, more = ""): void {
  response.writeHead(status, { ...HEADERS, "Content-Type": "text/html; charset=utf-8" });
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>MCP Skill Inspector</title><h1>${title}</h1><p>${more}</p></html>`,
  );
}

function portProblem(error: NodeJS.ErrnoException, port: number): ConnectionError {
  if (error.code !== "EADDRINUSE" && error.code !== "EACCES") {
    return new ConnectionError({
      code: "sign-in-listener",
      message: `The app cannot wait for the answer of the browser: ${error.message}`,
    });
  }
  return new ConnectionError({
    code: "sign-in-port",
    message: `The answer of the browser is to come to port ${port}, which another program holds (${error.code}).`,
    hint: "Close that program, or change the callback port of this server under Edit.",
  });
}
