import type { FetchLike } from "@modelcontextprotocol/client";
import type { Problem } from "../../../shared/model/server";
import type { SignInAccount, SignInWants } from "../../../shared/model/sign-in";
import { problemOf } from "../connections/connection-error";
import type { AnsweredRequest, RequestAuthorization } from "../connections/request-authorization";
import { type Challenge, scopesOf } from "./challenge";
import { renewTokens } from "./token-request";
import { accountOf, type StoredTokens, type TokenStore } from "./token-store";

export interface TokenKeeperDeps {
  serverId: string;
  store: TokenStore;
  fetchFn: () => FetchLike;
  /** Something that is shown has changed. */
  onChange: () => void;
}

/** A token this near to its end is renewed before it is sent, in milliseconds. */
const EARLY_MS = 30_000;

/**
 * The tokens of one server: sends them, renews them without a word, and says when the user is needed. A token that
 * was just given and is refused is never renewed or asked for again by itself, so nothing can go round in circles.
 */
export class TokenKeeper {
  wants: SignInWants | undefined;
  /** The last challenge, from which a sign-in starts. */
  challenge: Challenge = {};
  private stored: StoredTokens | undefined;
  private loading: Promise<void> | undefined;
  private renewing: Promise<void> | undefined;
  /** The token was given in this run and no answer has shown yet that the server takes it. */
  private unproven = false;

  constructor(private readonly deps: TokenKeeperDeps) {}

  get account(): SignInAccount | undefined {
    return this.stored && accountOf(this.stored);
  }

  get tokens(): StoredTokens | undefined {
    return this.stored;
  }

  /** Reads what an earlier run has kept. Never rejects. */
  load(): Promise<void> {
    this.loading ??= this.deps.store.tokens(this.deps.serverId).then(
      (stored) => {
        this.stored ??= stored;
        if (stored) this.deps.onChange();
      },
      () => undefined,
    );
    return this.loading;
  }

  /** Takes the tokens of a sign-in. */
  async take(tokens: StoredTokens): Promise<void> {
    this.keep(tokens);
    await this.deps.store.saveTokens(this.deps.serverId, tokens);
  }

  /** Forgets the tokens, here and in the store. */
  async forget(): Promise<void> {
    this.stored = undefined;
    this.deps.onChange();
    await this.deps.store.forgetTokens(this.deps.serverId);
  }

  /** A new connection begins: what the server wanted before is asked anew. */
  reset(): void {
    this.wants = undefined;
  }

  /** @param masked secrets that the connection's record leaves out; every token sent is added to it */
  forConnection(masked: string[]): RequestAuthorization {
    return {
      header: async () => {
        const stored = await this.current();
        if (!stored) return undefined;
        for (const secret of [stored.accessToken, stored.refreshToken ?? ""])
          if (secret !== "" && !masked.includes(secret)) masked.push(secret);
        return headerOf(stored);
      },
      answered: (answer) => this.answered(answer),
    };
  }

  private async current(): Promise<StoredTokens | undefined> {
    await this.load();
    const { stored } = this;
    const ranOut = stored?.expiresAt !== undefined && stored.expiresAt - EARLY_MS < Date.now();
    // A token that was never taken is not renewed ahead of time: servers give lifetimes of seconds, and of none.
    if (ranOut && stored?.refreshToken && !this.unproven) await this.renew().catch(() => undefined);
    return this.stored;
  }

  private async answered({ status, challenge, sent }: AnsweredRequest): Promise<boolean> {
    const own = this.stored && headerOf(this.stored);
    if (status === 401) {
      this.challenge = challenge;
      if (sent !== undefined && own !== undefined && sent !== own) return true;
      return this.unauthorized(sent !== undefined);
    }
    if (sent !== undefined && sent === own) this.unproven = false;
    if (status === 403 && challenge.error === "insufficient_scope") {
      this.challenge = challenge;
      const granted = scopesOf(this.stored?.scope);
      const lacking = scopesOf(challenge.scope).filter((scope) => !granted.includes(scope));
      this.want("more-rights", moreRights(challenge, lacking), lacking);
    }
    return false;
  }

  /** @returns whether the token was renewed, so that the request can be sent again */
  private async unauthorized(withToken: boolean): Promise<boolean> {
    if (!withToken) {
      // Why there is no token any more says more than that there is none.
      if (!this.wants) this.want("sign-in", asksForSignIn(this.challenge));
      return false;
    }
    if (this.unproven) {
      this.want("refused", refusedNew(this.challenge));
      await this.forget();
      return false;
    }
    if (!this.stored?.refreshToken) {
      this.want("ended", endedProblem(this.challenge));
      await this.forget();
      return false;
    }
    return this.renew().then(
      () => true,
      () => false,
    );
  }

  /** One renewal at a time: a token that renews is good for one use only where it rotates (OAuth 2.1). */
  private renew(): Promise<void> {
    this.renewing ??= this.renewOnce().finally(() => {
      this.renewing = undefined;
    });
    return this.renewing;
  }

  private async renewOnce(): Promise<void> {
    const before = this.stored!;
    try {
      const renewed = await renewTokens(before, this.deps.fetchFn());
      // Signed out meanwhile: what comes now is nobody's.
      if (this.stored !== before) return;
      await this.take(renewed);
    } catch (error) {
      const problem = problemOf(error, "sign-in-renewal");
      this.want("ended", problem);
      // Only a refusal ends it; a network that is down says nothing of the tokens.
      if (problem.code === "sign-in-ended" && this.stored === before) await this.forget();
      throw error;
    }
  }

  private keep(tokens: StoredTokens): void {
    this.stored = tokens;
    this.loading = Promise.resolve();
    this.unproven = true;
    this.wants = undefined;
    this.deps.onChange();
  }

  private want(
    reason: SignInWants["reason"],
    problem: Problem,
    scopes = scopesOf(this.challenge.scope),
  ): void {
    this.wants = { reason, scopes, problem };
    this.deps.onChange();
  }
}

function headerOf(stored: StoredTokens): string {
  return `Bearer ${stored.accessToken}`;
}

function said({ error, description }: Challenge): { detail?: string } {
  const text = [error, description].filter(Boolean).join(": ");
  return text ? { detail: text } : {};
}

function asksForSignIn(challenge: Challenge): Problem {
  return {
    code: "http-401",
    message: "The server asks for sign-in (HTTP 401).",
    hint: "Sign in with your browser, or add a token as an Authorization header under Edit.",
    ...said(challenge),
  };
}

function endedProblem(challenge: Challenge): Problem {
  return {
    code: "sign-in-ended",
    message: "The sign-in has ended: the server does not take its token any more (HTTP 401).",
    hint: "Sign in again.",
    ...said(challenge),
  };
}

function refusedNew(challenge: Challenge): Problem {
  return {
    code: "sign-in-refused",
    message: "The server does not take the token that it was just given (HTTP 401).",
    hint: "Nothing was tried again. Whoever runs the server can see why: the token may be for another resource.",
    ...said(challenge),
  };
}

function moreRights(challenge: Challenge, lacking: readonly string[]): Problem {
  const named = lacking.length > 0 ? `: ${lacking.join(", ")}` : "";
  return {
    code: "insufficient-scope",
    message: `The server wants further rights for that (HTTP 403)${named}.`,
    hint: "Sign in again to grant them. What needs no further rights goes on working.",
    ...said(challenge),
  };
}
