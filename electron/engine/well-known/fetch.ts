import { createHash } from "node:crypto";
import type { ExchangeOutcome } from "../../../shared/model/evidence";
import { boundedBody } from "../connections/bounded-body";
import { infoOf } from "../connections/http-answer";
import { networkProblem } from "../connections/http-problems";
import { environmentProxy } from "../connections/proxy";
import { mayFetch } from "./origin";

/** Plain HTTP for the well-known site: bounded in time, size and redirects, and only to origins that were allowed. */

export interface FetchOptions {
  /** Limit for one request with its redirects and body, in milliseconds. */
  timeoutMs: number;
  signal: AbortSignal;
  /** Origins that may be asked; a URL or a redirect to another one is refused. */
  origins: ReadonlySet<string>;
}

/** What came back. `bytes` is the body as a client hashes it. */
export interface HttpAnswer {
  kind: "answer";
  /** The URL that answered, after redirects. */
  url: string;
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  bytes: Buffer;
  redirects: string[];
}
export type HttpFailure = Extract<ExchangeOutcome, { kind: "none" }>;

const MAX_REDIRECTS = 5;
const REDIRECT = new Set([301, 302, 303, 307, 308]);

/** Makes one request. Never throws: what ends without an answer is a failure with its reason. */
export async function request(
  method: "GET" | "HEAD",
  url: string,
  maxBytes: number,
  { timeoutMs, signal, origins }: FetchOptions,
): Promise<HttpAnswer | HttpFailure> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const stop = new AbortController();
  const end = () => stop.abort();
  signal.addEventListener("abort", end);
  timeout.addEventListener("abort", end);
  if (signal.aborted) end();
  try {
    return await follow(method, url, maxBytes, origins, stop.signal);
  } catch (error) {
    if (signal.aborted) return failure("cancelled", String(signal.reason ?? "cancelled"));
    if (timeout.aborted) return failure("timeout", `no answer within ${timeoutMs} ms`);
    return failure("transport", networkProblem(error, url).message);
  } finally {
    signal.removeEventListener("abort", end);
    timeout.removeEventListener("abort", end);
  }
}

const failure = (problem: HttpFailure["problem"], reason: string): HttpFailure => ({
  kind: "none",
  problem,
  reason,
});

async function follow(
  method: "GET" | "HEAD",
  from: string,
  maxBytes: number,
  origins: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<HttpAnswer | HttpFailure> {
  const redirects: string[] = [];
  for (let url = from; ; ) {
    const refused = mayFetch(url, origins);
    if (refused) return failure("limit", refused);
    const response = await environmentProxy(url, {
      method,
      redirect: "manual",
      // The digest is over the artifact as stored; a transfer encoding would only be in the way.
      headers: { "accept-encoding": "identity", accept: "*/*" },
      signal,
    });
    const location = response.headers.get("location");
    if (!REDIRECT.has(response.status) || location === null) {
      const bytes = await boundedBody(response, maxBytes);
      if (!bytes) return failure("limit", `more than ${maxBytes} bytes, which is the limit here`);
      const { headers } = infoOf(response);
      return { kind: "answer", url, status: response.status, headers, bytes, redirects };
    }
    await response.body?.cancel();
    if (redirects.length === MAX_REDIRECTS) return failure("limit", `more than ${MAX_REDIRECTS} redirects`);
    url = new URL(location, url).href;
    redirects.push(url);
  }
}

/** `sha256:` and 64 lower-case hex digits. */
export const sha256 = (bytes: Uint8Array) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
