import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { CallResult } from "../../shared/contract";

/** One opened page, or several that share a duplicated tab's session. */
export interface Session {
  results: DeferredResults;
}

/** Answers of calls that took longer than one request may, kept until the page fetches them. */
export interface DeferredResults {
  /** Keeps a pending call; gives the id under which its result is fetched. */
  add(result: Promise<CallResult<unknown>>): string;
  /** The result, `pending`, or undefined for an id unknown or fetched already. */
  take(id: string): CallResult<unknown> | "pending" | undefined;
}

export interface Sessions {
  /** A new one-time token. It replaces none: each is good for one exchange. */
  issue(): string;
  /** Exchanges a one-time token for a session token, once. */
  exchange(token: string): { session: string } | "used" | "unknown";
  find(sessionToken: string | undefined): Session | undefined;
}

const SESSION_LIMIT = 64;
const RESULT_LIMIT = 500;
const RESULT_KEPT_MS = 10 * 60_000;

/** Tokens are 256 random bits; only their hashes are kept, and they are compared in constant time. */
export function createSessions(now: () => number = Date.now): Sessions {
  const links: { hash: Buffer; used: boolean }[] = [];
  const open: { hash: Buffer; session: Session }[] = [];

  return {
    issue() {
      const token = randomBytes(32).toString("base64url");
      links.push({ hash: hashOf(token), used: false });
      return token;
    },
    exchange(token) {
      const hash = hashOf(token);
      const link = links.find((known) => timingSafeEqual(known.hash, hash));
      if (!link) return "unknown";
      if (link.used) return "used";
      link.used = true;
      const sessionToken = randomBytes(32).toString("base64url");
      open.push({ hash: hashOf(sessionToken), session: { results: createResults(now) } });
      if (open.length > SESSION_LIMIT) open.shift();
      return { session: sessionToken };
    },
    find(sessionToken) {
      if (sessionToken === undefined) return undefined;
      const hash = hashOf(sessionToken);
      return open.find((known) => timingSafeEqual(known.hash, hash))?.session;
    },
  };
}

function createResults(now: () => number): DeferredResults {
  const kept = new Map<string, { result?: CallResult<unknown>; doneAt?: number }>();

  const forgetOld = () => {
    for (const [id, { doneAt }] of kept) {
      if (doneAt !== undefined && (now() - doneAt > RESULT_KEPT_MS || kept.size > RESULT_LIMIT))
        kept.delete(id);
    }
  };

  return {
    add(result) {
      forgetOld();
      const id = randomBytes(12).toString("base64url");
      kept.set(id, {});
      void result.then((value) => {
        if (kept.has(id)) kept.set(id, { result: value, doneAt: now() });
      });
      return id;
    },
    take(id) {
      const entry = kept.get(id);
      if (!entry) return undefined;
      if (!entry.result) return "pending";
      kept.delete(id);
      return entry.result;
    },
  };
}

const hashOf = (token: string) => createHash("sha256").update(token).digest();
