import type { ServerConfig, TransportConfig } from "../../../shared/model/server";
import type { SignInAttempt, SignInState } from "../../../shared/model/sign-in";
import { ConnectionError, problemOf } from "../connections/connection-error";
import type { RequestAuthorization } from "../connections/request-authorization";
import { maskSecrets } from "../connections/tap";
import { externalUrl, PlatformError } from "../platform";
import { cannotRegister } from "./client";
import { type Discovered, discover } from "./discover";
import { type AuthorizationLine, authorizationFetch } from "./fetch";
import { openAuthorization } from "./open-authorization";
import { planOf, scopeFor } from "./plan";
import { TokenKeeper } from "./token-keeper";
import { revokeTokens } from "./token-request";
import type { KnownClient, TokenStore } from "./token-store";
import { waitForTokens } from "./wait-for-tokens";

/** What every sign-in of the app shares. */
export interface SignInTools {
  store: TokenStore;
  openExternal(url: string): Promise<void>;
  /** How long the app waits for the user in the browser, in milliseconds. */
  waitMs: number;
}

export interface ServerSignInDeps extends SignInTools {
  config: () => ServerConfig;
  record: (line: AuthorizationLine) => void;
  /** What is shown has changed. */
  onChange: (state: SignInState | undefined) => void;
  onSignedIn: () => void;
  warn: (message: string, detail: string) => void;
}

/** One attempt, from the first look to its end. */
interface Attempt {
  abort: AbortController;
  shown: SignInAttempt;
  found?: Discovered;
  scope?: string;
  /** Masked wherever words from outside are shown. */
  secrets: string[];
}

/** Time that the authorization server gets to take tokens back, in milliseconds. */
const REVOKE_MS = 5_000;

/**
 * Sign-in to one server (OAuth 2.1; base spec: Authorization). It looks for how, shows where that leads, and goes on
 * only when the user agreed to that host; one attempt ends in tokens or in a reason, and never begins by itself.
 */
export class ServerSignIn {
  private readonly keeper: TokenKeeper;
  private attempt: Attempt | undefined;
  private problem: SignInState["problem"];
  private readonly closing = new AbortController();

  constructor(private readonly deps: ServerSignInDeps) {
    this.keeper = new TokenKeeper({
      serverId: deps.config().serverId,
      store: deps.store,
      fetchFn: () => this.fetchFor(this.closing.signal, []),
      onChange: () => this.show(),
    });
  }

  get wants(): SignInState["wants"] {
    return this.keeper.wants;
  }

  load = (): Promise<void> => this.keeper.load();

  /** A new connection begins. */
  connecting(): void {
    this.keeper.reset();
    this.show();
  }

  /** What sends the tokens; undefined where the server is not reached over HTTP or the user gave a header for it. */
  forConnection(masked: string[]): RequestAuthorization | undefined {
    const { transport } = this.deps.config();
    if (transport.kind !== "http" || hasOwnAuthorization(transport)) return undefined;
    return this.keeper.forConnection(masked);
  }

  /** Looks for how to sign in and shows it. Nothing is opened, and nothing but metadata is asked for. */
  async begin(): Promise<void> {
    const url = this.serverUrl();
    this.attempt?.abort.abort();
    const attempt: Attempt = { abort: new AbortController(), shown: { step: "looking" }, secrets: [] };
    this.attempt = attempt;
    this.problem = undefined;
    this.show();
    try {
      const fetchFn = this.fetchFor(attempt.abort.signal, attempt.secrets);
      const found = await discover(url, this.keeper.challenge, fetchFn);
      attempt.found = found;
      attempt.scope = scopeFor(found, this.keeper);
      const known = await this.clientFor(found);
      this.step(attempt, { step: "confirm", plan: planOf(found, attempt.scope, known) });
    } catch (error) {
      this.fail(attempt, error);
    }
  }

  /**
   * The user agreed to the host that was shown: makes the app known there, opens the browser and waits.
   * @returns when the browser was opened; the rest is told by the state
   * @throws ConnectionError when nothing waits for agreement, or another host than that does
   */
  async agree(host: string): Promise<void> {
    const { attempt } = this;
    if (!attempt?.found || attempt.shown.step !== "confirm" || attempt.shown.plan.host !== host) {
      throw new ConnectionError({
        code: "other-host",
        message: "The sign-in to agree to is not the one that is under way; look at it again.",
      });
    }
    this.step(attempt, { step: "finishing", host });
    try {
      await this.open(attempt, attempt.found, host);
    } catch (error) {
      this.fail(attempt, error);
    }
  }

  /** Ends the attempt under way, at whatever step. */
  cancel(): void {
    const { attempt } = this;
    if (!attempt) return;
    this.attempt = undefined;
    attempt.abort.abort();
    this.show();
  }

  /** Forgets the tokens and has the authorization server take them back, where it offers that. Never rejects. */
  async signOut(): Promise<void> {
    this.cancel();
    await this.keeper.load();
    const { tokens } = this.keeper;
    this.problem = undefined;
    this.keeper.reset();
    await this.keeper.forget();
    if (!tokens) return;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), REVOKE_MS);
    const secrets = [tokens.accessToken, tokens.refreshToken ?? ""];
    await revokeTokens(tokens, this.fetchFor(limit.signal, secrets))
      .catch((error: unknown) => {
        const why = maskSecrets(problemOf(error).message, secrets);
        this.deps.warn(`Signed out here, but ${tokens.client.issuer} could not be told.`, why);
      })
      .finally(() => clearTimeout(timer));
  }

  /** The server was removed or is another one now: nothing of its sign-in is kept. */
  async forget(): Promise<void> {
    await this.signOut();
    await this.deps.store.forgetClient(this.deps.config().serverId);
  }

  /** The app ends. */
  close(): void {
    this.attempt?.abort.abort();
    this.closing.abort();
  }

  private async open(attempt: Attempt, found: Discovered, host: string): Promise<void> {
    const { abort, scope, secrets } = attempt;
    const fetchFn = this.fetchFor(abort.signal, secrets);
    const { store, waitMs } = this.deps;
    const { listener, client, verifier, page } = await openAuthorization({
      found,
      scope,
      known: await this.clientFor(found),
      callbackPort: this.oauth().callbackPort,
      signal: abort.signal,
      fetchFn,
      secrets,
      onStranger: () => this.remark(attempt, "An answer that was not for this sign-in was turned away."),
      onRegistered: (registered) => store.saveClient(this.deps.config().serverId, registered),
    });
    try {
      const address = await this.openBrowser(page);
      const until = Date.now() + waitMs;
      this.step(attempt, { step: "waiting", host, until, ...(address ? { address } : {}) });
    } catch (error) {
      listener.close();
      throw error;
    }
    const { metadata, resource } = found;
    const onAnswer = () => this.step(attempt, { step: "finishing", host });
    void waitForTokens(
      {
        listener,
        metadata,
        resource,
        client,
        verifier,
        scope,
        waitMs,
        signal: abort.signal,
        secrets,
        onAnswer,
      },
      fetchFn,
    )
      .then(async (tokens) => {
        if (this.attempt !== attempt) return;
        this.attempt = undefined;
        await this.keeper.take(tokens);
        this.deps.onSignedIn();
      })
      .catch((error: unknown) => this.gaveUp(attempt, client, error));
  }

  /** @returns the address, when no browser can be opened from here and the user has to */
  private async openBrowser(url: URL): Promise<string | undefined> {
    const address = externalUrl(url.href);
    try {
      await this.deps.openExternal(address);
      return undefined;
    } catch (error) {
      if (error instanceof PlatformError && error.code === "unavailable") return address;
      throw error;
    }
  }

  /** A registration that led nowhere may be one the server has forgotten: the next attempt makes a new one. */
  private async gaveUp(attempt: Attempt, client: KnownClient, error: unknown): Promise<void> {
    const { code } = problemOf(error);
    if (["cancelled", "sign-in-timeout", "sign-in-client"].includes(code) && client.redirectUri)
      await this.deps.store.forgetClient(this.deps.config().serverId).catch(() => undefined);
    this.fail(attempt, error);
  }

  /** As whom the app is known there already; undefined when it has to register. @throws ConnectionError when it cannot */
  private async clientFor({ metadata }: Discovered): Promise<KnownClient | undefined> {
    const { clientId } = this.oauth();
    if (clientId !== undefined) return { clientId, issuer: metadata.issuer };
    const known = await this.deps.store.client(this.deps.config().serverId);
    if (known && known.issuer === metadata.issuer) return known;
    if (!metadata.registration_endpoint) throw cannotRegister(metadata.issuer);
    return undefined;
  }

  private fetchFor(signal: AbortSignal, secrets: readonly string[]) {
    const record = (line: AuthorizationLine) =>
      this.deps.record({ ...line, text: maskSecrets(line.text, secrets) });
    return authorizationFetch({ serverUrl: this.serverUrl(), signal, record });
  }

  private oauth(): { clientId?: string; callbackPort?: number } {
    const { transport } = this.deps.config();
    return (transport.kind === "http" && transport.oauth) || {};
  }

  private serverUrl(): string {
    const { transport } = this.deps.config();
    if (transport.kind === "http") return transport.url;
    throw new ConnectionError({
      code: "sign-in-unknown",
      message: "Only a server that is reached over HTTP can be signed in to.",
    });
  }

  private fail(attempt: Attempt, error: unknown): void {
    if (this.attempt !== attempt) return;
    this.attempt = undefined;
    attempt.abort.abort();
    const { code, message, hint, detail } = problemOf(error, "sign-in-failed");
    const mask = (text: string) => maskSecrets(text, attempt.secrets);
    this.problem =
      code === "cancelled"
        ? undefined
        : {
            code,
            message: mask(message),
            ...(hint ? { hint } : {}),
            ...(detail ? { detail: mask(detail) } : {}),
          };
    this.show();
  }

  private step(attempt: Attempt, shown: SignInAttempt): void {
    if (this.attempt !== attempt) return;
    attempt.shown = shown;
    this.show();
  }

  private remark(attempt: Attempt, remark: string): void {
    if (attempt.shown.step === "waiting") this.step(attempt, { ...attempt.shown, remark });
  }

  private show(): void {
    const { account, wants } = this.keeper;
    const state: SignInState = {
      ...(account ? { account } : {}),
      ...(wants ? { wants } : {}),
      ...(this.attempt ? { attempt: this.attempt.shown } : {}),
      ...(this.problem ? { problem: this.problem } : {}),
    };
    this.deps.onChange(Object.keys(state).length > 0 ? state : undefined);
  }
}

/** Whether the user gave a header for this server, which goes before any sign-in. */
export function hasOwnAuthorization(transport: TransportConfig): boolean {
  return (
    transport.kind === "http" && transport.headers.some(({ name }) => name.toLowerCase() === "authorization")
  );
}
