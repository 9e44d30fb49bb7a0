import { onTestFinished } from "vitest";
import type { SecretStore } from "../../electron/engine/platform";
import type { ServerState } from "../../shared/model/server";
import type { SignInAttempt } from "../../shared/model/sign-in";
import {
  type AuthorizationServer,
  startAuthorizationServer,
} from "../fixtures/oauth/authorization-server.mjs";
import { type ProtectedServer, startProtectedServer } from "../fixtures/oauth/protected-server.mjs";
import { startEngine, type TestEngine } from "./engine";
import { skillsFolder } from "./fixtures";
import { until } from "./until";

type Era = "modern" | "legacy" | "sse" | "both";

/** An authorization server, an MCP server behind it, and an engine whose "browser" is this test. */
export interface SignInSetup {
  authorization: AuthorizationServer;
  server: ProtectedServer;
  engine: TestEngine;
  serverId: string;
  /** Addresses that the engine opened in the browser. */
  opened: string[];
  state(): Promise<ServerState>;
  /** Begins a sign-in. @returns the state it came to: a plan to agree to, or a problem */
  look(): Promise<ServerState>;
  /** Agrees to the host that is shown. @returns the address that was opened */
  agree(): Promise<string>;
  /** Everything from the button to the end, as the user who allows it. */
  signIn(): Promise<ServerState>;
  /** Waits until the state fulfils something. */
  reach(what: string, fulfilled: (state: ServerState) => boolean): Promise<ServerState>;
}

export interface SetupOptions {
  era?: Era;
  filesScope?: boolean;
  lifetime?: number;
  dataDir?: string;
  waitMs?: number;
  /** In place of the test itself as the browser. */
  openExternal?: (url: string) => Promise<void>;
  secrets?: SecretStore;
  oauth?: { clientId?: string; callbackPort?: number };
  /** Changes the servers before the engine connects to them. */
  before?: (servers: { authorization: AuthorizationServer; server: ProtectedServer }) => void;
}

/** Starts everything and connects once, which the server refuses. */
export async function setUpSignIn(options: SetupOptions = {}): Promise<SignInSetup> {
  const { era = "both", filesScope, lifetime } = options;
  const authorization = await startAuthorizationServer(lifetime === undefined ? {} : { lifetime });
  onTestFinished(() => authorization.close());
  const server = await startProtectedServer(authorization, {
    era,
    folder: skillsFolder("clean"),
    ...(filesScope ? { filesScope } : {}),
  });
  onTestFinished(() => server.close());
  options.before?.({ authorization, server });
  const opened: string[] = [];
  const engine = await startEngine(options.dataDir, {
    openExternal: options.openExternal ?? (async (url) => void opened.push(url)),
    ...(options.secrets ? { secrets: options.secrets } : {}),
    ...(options.waitMs === undefined ? {} : { signInWaitMs: options.waitMs }),
  });
  const added = await engine.call("servers.add", {
    label: "guarded",
    transport: {
      kind: "http",
      url: server.url,
      headers: [],
      ...(options.oauth ? { oauth: options.oauth } : {}),
    },
    era: era === "modern" || era === "legacy" ? era : "auto",
    autoConnect: false,
    timeoutMs: 10_000,
  });
  const { serverId } = added.config;
  await engine.call("servers.connect", { serverId });
  const state = () => engine.server("guarded");
  const reach: SignInSetup["reach"] = async (what, fulfilled) => {
    let last = await state();
    await until(
      async () => {
        last = await state();
        return fulfilled(last);
      },
      { what: () => `${what}; it is ${JSON.stringify([last.status, last.signIn, last.problem])}` },
    );
    return last;
  };
  const look = () => engine.call("servers.signIn", { serverId });
  const agree = async () => {
    const { signIn } = await state();
    const plan = planOf(signIn?.attempt);
    const before = opened.length;
    await engine.call("servers.agreeSignIn", { serverId, host: plan.host });
    await until(async () => opened.length > before, { what: () => "the browser was opened" });
    return opened.at(-1)!;
  };
  return {
    authorization,
    server,
    engine,
    serverId,
    opened,
    state,
    look,
    agree,
    reach,
    async signIn() {
      await look();
      await consent(await agree());
      return reach("signed in and listed", ({ status, listing, signIn }) => {
        if (signIn?.problem) throw new Error(JSON.stringify(signIn.problem));
        return status === "connected" && /complete|partial/.test(listing);
      });
    },
  };
}

/** The plan that waits for agreement. @throws Error when none does */
export function planOf(attempt: SignInAttempt | undefined) {
  if (attempt?.step !== "confirm") throw new Error(`nothing waits for agreement: ${JSON.stringify(attempt)}`);
  return attempt.plan;
}

/** What the user does in the browser: opens the page, allows or denies, and is sent back to the app. */
export async function consent(address: string, answer: "allow" | "deny" = "allow"): Promise<Response> {
  const back = await consentRedirect(address, answer);
  return fetch(back);
}

/** The same without the last step. @returns the address that the browser is sent back to */
export async function consentRedirect(address: string, answer: "allow" | "deny" = "allow"): Promise<string> {
  const page = await fetch(address);
  const html = await page.text();
  const id = /name="id" value="([^"]+)"/.exec(html)?.[1];
  if (!id) throw new Error(`no consent page: HTTP ${page.status} ${html}`);
  const sent = await fetch(new URL("/consent", address), {
    method: "POST",
    body: new URLSearchParams({ id, answer }),
    redirect: "manual",
  });
  const back = sent.headers.get("location");
  if (!back) throw new Error(`no way back: HTTP ${sent.status}`);
  return back;
}
