import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** Why a request is turned away before any of it is looked at. */
export interface Refusal {
  status: 401 | 403;
  code: "foreign-host" | "foreign-origin" | "no-session";
  message: string;
}

/**
 * Holds out other web pages: a rebinding page sends its own name as Host, any other page its own Origin.
 * @param needsOrigin true for what browsers always send an Origin with (POST, WebSocket): there its absence refuses
 */
export function checkSource(
  { headers, rawHeaders }: Pick<IncomingMessage, "headers" | "rawHeaders">,
  port: number,
  needsOrigin: boolean,
): Refusal | undefined {
  const hosts = loopbackHosts(port);
  // Of two, Node shows the first alone, and somebody on the way may have gone by the other (RFC 9112 section 3.2).
  const named = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
  if (named !== 1 || !hosts.includes(headers.host?.toLowerCase() ?? "")) {
    return { status: 403, code: "foreign-host", message: "This address is not the app's own." };
  }
  const { origin } = headers;
  const ownOrigin = origin !== undefined && hosts.some((host) => origin.toLowerCase() === `http://${host}`);
  if (origin === undefined ? needsOrigin : !ownOrigin) {
    return { status: 403, code: "foreign-origin", message: "Requests from other pages are refused." };
  }
  return undefined;
}

/**
 * For the API alone: a browser says whether the page that asks is the app's. Older clients and tools say nothing;
 * for them the session token decides.
 */
export function checkFetchSite(headers: IncomingHttpHeaders): Refusal | undefined {
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin") return undefined;
  return { status: 403, code: "foreign-origin", message: "Requests from other pages are refused." };
}

function loopbackHosts(port: number): string[] {
  return ["127.0.0.1", "localhost", "[::1]"].map((name) => (port === 80 ? name : `${name}:${port}`));
}
