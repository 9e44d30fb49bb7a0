import type { Problem } from "../../../shared/model/server";
import { ProxyError } from "./proxy";
import { proxyProblem } from "./proxy-problems";
import { tlsProblem } from "./tls-problems";

/** What the headers of an answer add to its status. */
export interface StatusHeaders {
  redirect?: { to: string | null; from: string };
  /** `WWW-Authenticate`: how the server wants to be signed in to. */
  challenge?: string | null;
  /** `Retry-After`: seconds, or a date (RFC 9110 section 10.2.3). */
  retryAfter?: string | null;
}

/** Whether a status refuses whoever asks: asking again without the user's doing changes nothing. */
export function isRefusal(status: number | undefined): boolean {
  return status === 401 || status === 403;
}

/** What to say of an HTTP answer that carries no MCP message. */
export function statusProblem(
  status: number,
  body: string,
  { redirect, challenge, retryAfter }: StatusHeaders = {},
): Problem {
  const said = [challenge ? `WWW-Authenticate: ${challenge}` : "", body.trim()]
    .filter(Boolean)
    .join("\n")
    .slice(0, 2_000);
  const detail = said === "" ? {} : { detail: said };
  if (status === 401) {
    return {
      code: "http-401",
      message: "The server asks for sign-in (HTTP 401).",
      hint: "Sign in on the server's page in the app, or send a token: as an Authorization header under Edit, on the command line with --header.",
      ...detail,
    };
  }
  if (status === 403) {
    return {
      code: "http-403",
      message: "The server refuses these credentials, or this client (HTTP 403).",
      hint: "Check the token's rights, and whether the server allows this origin.",
      ...detail,
    };
  }
  if (status === 404) {
    return {
      code: "http-404",
      message: "There is no MCP endpoint at this address (HTTP 404).",
      hint: "Check the path: it often ends in /mcp, or in /sse for older servers.",
      ...detail,
    };
  }
  if (status === 405) {
    return {
      code: "http-405",
      message: "This address takes no POST (HTTP 405).",
      hint: "Check the path; an older server may want its /sse address.",
      ...detail,
    };
  }
  if (status >= 300 && status < 400) {
    return redirectProblem(status, redirect);
  }
  if (status === 429)
    return {
      code: "http-429",
      message: `The server asks to slow down (HTTP 429)${pauseAsked(retryAfter)}.`,
      hint: "Wait that long, then connect or list again: the app does not ask again by itself.",
      ...detail,
    };
  if (status >= 500) {
    return {
      code: `http-${status}`,
      message: `The server failed (HTTP ${status})${pauseAsked(retryAfter)}.`,
      hint: "Look at the server's own log.",
      ...detail,
    };
  }
  return {
    code: `http-${status}`,
    message: `The server answered with HTTP ${status} and no MCP message.`,
    ...detail,
  };
}

/** What to say of a web page, or of anything else that answers well and is no MCP server. */
export function notMcpProblem(url: string, { status, headers }: Response, body: string): Problem {
  const type = headers.get("content-type") ?? "no content type";
  const start = body.trim().slice(0, 500);
  return {
    code: "not-mcp",
    message: `Something answers at ${hostOf(url)}, but it is no MCP server: HTTP ${status} with ${type}.`,
    hint: "Check the path: an MCP endpoint often ends in /mcp, or in /sse for older servers.",
    ...(start ? { detail: start } : {}),
  };
}

/** How long a server asks to be left alone, as the end of a sentence; nothing where it does not say. */
function pauseAsked(retryAfter: string | null | undefined): string {
  const value = retryAfter?.trim();
  if (!value) return "";
  if (/^\d{1,9}$/.test(value)) return `; wait ${Number(value)} seconds, as it says by Retry-After`;
  const date = new Date(value);
  return Number.isNaN(date.getTime())
    ? `; its Retry-After ${JSON.stringify(value.slice(0, 60))} says no time`
    : `; wait until ${date.toISOString()}, as it says by Retry-After`;
}

/** Redirects are never followed: the user decides where headers and tokens go. */
function redirectProblem(status: number, redirect?: { to: string | null; from: string }): Problem {
  const to = redirect?.to ? resolved(redirect.to, redirect.from) : undefined;
  const code = `http-${status}`;
  if (!to || !redirect) {
    return {
      code,
      message: `The server redirects (HTTP ${status}) and does not say where to.`,
      hint: "Ask whoever runs it for the address of the MCP endpoint.",
    };
  }
  if (to.href === redirect.from) {
    return {
      code,
      message: `The server redirects ${to.href} to itself (HTTP ${status}): a loop without end.`,
      hint: "Check the path, and the server's own settings.",
    };
  }
  const foreign = to.origin !== resolved(redirect.from)?.origin;
  return {
    code,
    message: `The server redirects to ${to.href} (HTTP ${status})${foreign ? ", which is another origin" : ""}; nothing was sent there.`,
    hint: "Use that address itself if you trust it.",
  };
}

function resolved(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

/** What to say of a request that never got an answer: name, port, TLS, each by its code. */
export function networkProblem(error: unknown, url: string): Problem {
  const host = hostOf(url);
  const causes = flatten(error);
  if (error instanceof ProxyError) {
    const messages = causes.flatMap(({ message }) => message ?? []);
    return proxyProblem(error.proxy, host, networkProblem(error.cause, url), messages);
  }
  const code = causes.map((cause) => cause.code).find((found): found is string => typeof found === "string");
  const tls = code === undefined ? undefined : tlsProblem(code, host);
  if (tls) return tls;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return {
      code,
      message: `The name ${host} could not be resolved (${code}).`,
      hint: "Check the spelling and the network.",
    };
  }
  if (code === "ECONNREFUSED") {
    const tried = causes.flatMap((cause) => (cause.address ? [`${cause.address}:${cause.port}`] : []));
    return {
      code,
      message: `Nothing listens at ${host} (ECONNREFUSED).`,
      hint: "Start the server, and check the port.",
      ...(tried.length > 0 ? { detail: `Tried ${[...new Set(tried)].join(", ")}` } : {}),
    };
  }
  if (code === "ECONNRESET" || code === "UND_ERR_SOCKET" || code === "EPIPE") {
    return {
      code,
      message: `${host} closed the connection before it answered (${code}).`,
      hint: "It may be no HTTP server, or expect https.",
    };
  }
  if (code)
    return {
      code,
      message: `${host} could not be reached (${code}).`,
      hint: "Check the address and the network.",
    };
  const message = causes.at(-1)?.message ?? String(error);
  if (message === "bad port") {
    return {
      code: "bad-port",
      message: `Port ${portOf(url)} belongs to another protocol, and web clients never ask it.`,
      hint: "Let the server listen on another port, e.g. 3000.",
    };
  }
  return { code: "network", message: `${host} could not be reached: ${message}.` };
}

interface Cause {
  message?: string;
  code?: unknown;
  address?: string;
  port?: number;
}

function flatten(error: unknown, depth = 0): Cause[] {
  if (typeof error !== "object" || error === null || depth > 5) return [];
  const { cause, errors } = error as { cause?: unknown; errors?: unknown };
  const below = Array.isArray(errors) ? errors.flatMap((one) => flatten(one, depth + 1)) : [];
  return [error as Cause, ...below, ...flatten(cause, depth + 1)];
}

function portOf(url: string): string {
  const { port, protocol } = new URL(url);
  return port || (protocol === "https:" ? "443" : "80");
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
