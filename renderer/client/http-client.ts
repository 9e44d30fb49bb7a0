import type { CallName, CallOutput, CallResult, EventMessage, HostClient } from "../../shared/contract";
import { type EventStream, openEventStream, type SocketLike } from "./event-stream";
import { HostError } from "./host";

/** What the client needs of the browser; tests give their own. */
export interface HttpClientOptions {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** The session token; see `pageSession`. */
  session: string;
  fetch?: typeof fetch;
  openSocket?: (url: string) => SocketLike;
}

const SESSION_KEY = "skill-inspector-session";
/** The host answers within a second or two whatever the call takes; after this it is no longer there. */
const ANSWER_MS = 20_000;
const BYTES_MS = 120_000;

const UNREACHABLE = "The program that serves this page does not answer.";
const FAR_AWAY: CallResult<never> = { ok: false, code: "unreachable", message: UNREACHABLE };

/**
 * The contract over HTTP, for a page that the browser host served.
 * @throws HostError that says what to do when this page has no session and its address holds no fresh token
 */
export async function createHttpClient(options?: HttpClientOptions): Promise<HostClient> {
  const { origin } = options ?? window.location;
  const request = options?.fetch ?? window.fetch.bind(window);
  const session = options?.session ?? (await pageSession(origin, request));
  const headers = { Authorization: `Bearer ${session}` };
  const listeners = new Set<(events: EventMessage[]) => void>();
  let stream: EventStream | undefined;

  const ask = async (
    path: string,
    init: RequestInit = {},
  ): Promise<CallResult<unknown> | { deferred: string }> => {
    try {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const answer = await request(`${origin}${path}`, {
        ...init,
        headers: { ...headers, ...init.headers },
        signal,
      });
      return (await answer.json()) as CallResult<unknown> | { deferred: string };
    } catch {
      return FAR_AWAY;
    }
  };

  const call = async (name: string, input: unknown): Promise<CallResult<unknown>> => {
    // What changes after the answer must reach a page that listens: it would else show the answer for ever.
    await stream?.settled;
    let answer = await ask("/api/call", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name, input }),
    });
    // A call that takes long is asked for again and again, ever more calmly: browsers allow six connections in all.
    for (let wait = 100; "deferred" in answer; wait = Math.min(wait * 1.5, 1_000)) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      answer = await ask(`/api/result/${answer.deferred}`);
    }
    return answer;
  };

  return {
    call: <N extends CallName>(name: N, input: unknown) =>
      call(name, input) as Promise<CallResult<CallOutput<N>>>,
    async bytes(handle) {
      const answer = await request(`${origin}/api/bytes/${encodeURIComponent(handle)}`, {
        headers,
        signal: AbortSignal.timeout(BYTES_MS),
      }).catch(() => {
        throw new Error(UNREACHABLE);
      });
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
      const { message } = (await answer.json()) as { message: string };
      throw new Error(message);
    },
    subscribe(listener) {
      listeners.add(listener);
      stream ??= openEventStream({
        url: `${origin.replace(/^http/, "ws")}/api/events`,
        session,
        openSocket: options?.openSocket ?? ((url) => new WebSocket(url)),
        deliver: (events) => {
          for (const each of listeners) each(events);
        },
      });
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stream?.close();
        stream = undefined;
      };
    },
  };
}

/**
 * The session of this page: the one-time token of the address is traded for it and taken out of the address and the
 * history; it is kept for this tab alone, so that a reload goes on.
 */
async function pageSession(origin: string, request: typeof fetch): Promise<string> {
  const parts = new URLSearchParams(window.location.hash.slice(1));
  const token = parts.get("token");
  if (token === null) {
    const kept = window.sessionStorage.getItem(SESSION_KEY);
    if (kept !== null) return kept;
    throw new HostError("no-session", "This page has no session. Open the address that the terminal shows.");
  }
  parts.delete("token");
  const rest = parts.size > 0 ? `#${parts}` : "";
  window.history.replaceState(null, "", `${window.location.pathname}${rest}`);
  const answer = await request(`${origin}/api/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const result = (await answer.json()) as CallResult<{ session: string }>;
  if (!result.ok) throw new HostError(result.code, result.message);
  window.sessionStorage.setItem(SESSION_KEY, result.value.session);
  return result.value.session;
}
