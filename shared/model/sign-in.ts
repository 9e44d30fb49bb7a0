import type { Problem } from "./server";

/** An account that the app is signed in to a server with. Tokens are never part of it. */
export interface SignInAccount {
  /** The authorization server that gave the tokens. */
  issuer: string;
  /** Rights that were granted; empty where the server named none. */
  scopes: string[];
  /** When the access token runs out, in milliseconds since the Unix epoch; absent where nobody said. */
  expiresAt?: number;
  /** True when a token that has run out is renewed without asking. */
  renews: boolean;
  /** When the user signed in, in milliseconds since the Unix epoch. */
  since: number;
}

/** Why a server does not let the app in as it is. */
export interface SignInWants {
  /**
   * `sign-in`: it wants one. `ended`: the tokens ran out or were taken back. `refused`: it does not take the tokens
   * that were just given for it. `more-rights`: it answered 403 `insufficient_scope`.
   */
  reason: "sign-in" | "ended" | "refused" | "more-rights";
  /** Rights it asked for by name; of `more-rights` those that are lacking. */
  scopes: string[];
  problem: Problem;
}

/** What a sign-in will do, for the user to see and agree to before anything is opened or sent. */
export interface SignInPlan {
  /** Host of the page that opens in the browser; what the user agrees to. */
  host: string;
  /** That page, without its parameters. */
  page: string;
  issuer: string;
  /** Further hosts that the app itself sends requests to: for registration and tokens. */
  otherHosts: string[];
  /** The server that the tokens will be for (RFC 8707). */
  resource: string;
  scopes: string[];
  /** How the app makes itself known: anew, as before, or by the client ID that the user gave. */
  client: "registers" | "known" | "given";
}

export type SignInAttempt =
  | { step: "looking" }
  | { step: "confirm"; plan: SignInPlan }
  /** The browser shows the page. `address` is there when no browser could be opened: the user opens it. */
  | { step: "waiting"; host: string; until: number; address?: string; remark?: string }
  | { step: "finishing"; host: string };

/** How sign-in to a server stands (OAuth 2.1; base spec: Authorization). */
export interface SignInState {
  account?: SignInAccount;
  wants?: SignInWants;
  attempt?: SignInAttempt;
  /** How the last attempt failed; gone when a new one begins. */
  problem?: Problem;
}
