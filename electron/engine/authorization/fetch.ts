import type { FetchLike } from "@modelcontextprotocol/client";
import { boundedBody } from "../connections/bounded-body";
import { ConnectionError } from "../connections/connection-error";
import { networkProblem } from "../connections/http-problems";
import { environmentProxy } from "../connections/proxy";
import { safeAddress } from "./addresses";

/** No metadata and no token answer is larger than this, in bytes. */
const MAX_BODY = 256 * 1024;
/** For one request, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** One request of a sign-in as the traffic shows it; bodies that can hold secrets are not part of it. */
export interface AuthorizationLine {
  direction: "out" | "in";
  text: string;
  httpStatus?: number;
}

export interface AuthorizationFetchOptions {
  /** The MCP server that the sign-in is for. */
  serverUrl: string;
  signal: AbortSignal;
  record: (line: AuthorizationLine) => void;
}

/**
 * The `fetch` of everything that has to do with signing in: addresses are checked first, answers are bounded in size
 * and time, and redirects are left to the SDK, which follows them within one origin only.
 * It throws ConnectionError, which says what was asked and what went wrong.
 */
export function authorizationFetch({ serverUrl, signal, record }: AuthorizationFetchOptions): FetchLike {
  return async (input, init = {}) => {
    const url = safeAddress(input, "address for sign-in", serverUrl);
    const method = init.method ?? "GET";
    const shown = url.origin + url.pathname;
    record({ direction: "out", text: `Sign-in: ${method} ${shown}` });
    const limit = new AbortController();
    const abort = () => limit.abort();
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    const timer = setTimeout(abort, TIMEOUT_MS);
    try {
      const response = await environmentProxy(url.href, {
        ...init,
        redirect: "manual",
        signal: limit.signal,
      });
      const body = await bounded(response, shown);
      const said = method === "GET" ? `\n\n${body}` : "";
      record({
        direction: "in",
        text: `Sign-in: HTTP ${response.status} from ${shown}${said}`,
        httpStatus: response.status,
      });
      const bare = [101, 204, 205, 304].includes(response.status);
      return new Response(bare ? null : body, { status: response.status, headers: headersOf(response) });
    } catch (error) {
      const problem = problemAt(error, shown, signal.aborted, limit.signal.aborted);
      record({ direction: "in", text: `Sign-in: ${problem.problem.message}` });
      throw problem;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    }
  };
}

/** Says that the user ended a sign-in. */
export function cancelled(): ConnectionError {
  return new ConnectionError({ code: "cancelled", message: "Signing in was cancelled." });
}

function problemAt(error: unknown, shown: string, asked: boolean, late: boolean): ConnectionError {
  if (asked) return cancelled();
  if (error instanceof ConnectionError) return error;
  if (late) {
    return new ConnectionError({
      code: "sign-in-no-answer",
      message: `${shown} did not answer within ${TIMEOUT_MS / 1_000} seconds.`,
      hint: "Try again later, or ask whoever runs the server.",
    });
  }
  return new ConnectionError(networkProblem(error, shown));
}

async function bounded(response: Response, shown: string): Promise<string> {
  const body = await boundedBody(response, MAX_BODY);
  if (body) return body.toString("utf8");
  throw new ConnectionError({
    code: "sign-in-too-large",
    message: `The answer of ${shown} is larger than ${MAX_BODY / 1024} KiB and was not read to its end.`,
    hint: "Metadata and tokens are small: this is for whoever runs the server to put right.",
  });
}

/** The headers that still hold for a body that was read and decoded. */
function headersOf(response: Response): Headers {
  const headers = new Headers(response.headers);
  for (const name of ["content-length", "content-encoding", "set-cookie"]) headers.delete(name);
  return headers;
}
