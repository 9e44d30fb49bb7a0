import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { consent, consentRedirect, setUpSignIn } from "../../support/sign-in";
import { until } from "../../support/until";
import { answering, changedMetadata, lookProblem } from "./wrong-servers";

describe("registration", () => {
  it("that is refused says so in the server's own words, and opens nothing", async () => {
    const { look, engine, serverId, state, opened, authorization } = await setUpSignIn({
      before: ({ authorization }) => {
        authorization.hook = answering("/register", (send) =>
          send(403, { error: "access_denied", error_description: "only by hand" }),
        );
      },
    });
    await look();
    const host = new URL(authorization.origin).host;
    await engine.call("servers.agreeSignIn", { serverId, host });
    const { signIn } = await state();
    expect(signIn?.problem).toMatchObject({
      code: "sign-in-registration",
      message: "The authorization server refuses to register the app (HTTP 403).",
      hint: expect.stringContaining("client ID"),
      detail: expect.stringContaining("only by hand"),
    });
    expect(opened).toEqual([]);
    expect(authorization.seen.filter(({ path }) => path === "/register")).toHaveLength(1);
  });

  it("that is not offered asks for a client ID, and goes on with one", async () => {
    const noRegistration = changedMetadata(({ registration_endpoint: _, ...data }) => data);
    expect((await lookProblem(noRegistration)).hint).toContain("client ID");
    const given = await setUpSignIn({
      oauth: { clientId: "by-hand" },
      before: (servers) => {
        noRegistration(servers);
        servers.authorization.clients.set("by-hand", {
          client_id: "by-hand",
          redirect_uris: ["http://127.0.0.1/callback"],
          token_endpoint_auth_method: "none",
        });
      },
    });
    expect((await given.signIn()).status).toBe("connected");
    expect(new URL(given.opened[0]!).searchParams.get("client_id")).toBe("by-hand");
  });

  it("is used again on the next sign-in, at the port it was made with", async () => {
    const { signIn, engine, serverId, authorization, opened } = await setUpSignIn();
    await signIn();
    await engine.call("servers.signOut", { serverId });
    await engine.call("servers.connect", { serverId });
    await signIn();
    expect(authorization.clients.size).toBe(1);
    const [first, second] = opened.map((url) => new URL(url).searchParams.get("redirect_uri"));
    expect(second).toBe(first);
  });
});

describe("the port that the browser comes back to", () => {
  async function holdPort(port = 0): Promise<number> {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
    onTestFinished(() => void other.close());
    return (other.address() as AddressInfo).port;
  }

  it("is named when it was asked for and is taken", async () => {
    const port = await holdPort();
    const { look, engine, serverId, authorization, state, opened } = await setUpSignIn({
      oauth: { callbackPort: port },
    });
    await look();
    await engine.call("servers.agreeSignIn", { serverId, host: new URL(authorization.origin).host });
    expect((await state()).signIn?.problem).toMatchObject({
      code: "sign-in-port",
      message: expect.stringContaining(String(port)),
    });
    expect(opened).toEqual([]);
  });

  it("is another one, newly registered, when the one of before is taken", async () => {
    const { signIn, engine, serverId, authorization, opened } = await setUpSignIn();
    await signIn();
    const before = new URL(new URL(opened[0]!).searchParams.get("redirect_uri")!).port;
    await until(
      () =>
        holdPort(Number(before)).then(
          () => true,
          () => false,
        ),
      { what: () => "the listener of the last sign-in is gone" },
    );
    await engine.call("servers.signOut", { serverId });
    await engine.call("servers.connect", { serverId });
    expect((await signIn()).status).toBe("connected");
    expect(authorization.clients.size).toBe(2);
    expect(new URL(opened[1]!).searchParams.get("redirect_uri")).not.toContain(`:${before}/`);
  });
});

describe("the answer of the browser", () => {
  it("with another state is turned away, said so, and the right one still counts", async () => {
    const { look, agree, reach } = await setUpSignIn();
    await look();
    const right = await consentRedirect(await agree());
    const wrong = new URL(right);
    wrong.searchParams.set("state", "guessed");
    const twice = new URL(right);
    twice.searchParams.append("state", "guessed");
    const error = new URL(`${wrong.origin}/callback?error=access_denied`);
    for (const address of [wrong, twice, error]) expect((await fetch(address)).status).toBe(400);
    expect((await fetch(new URL("/callback", right), { method: "POST" })).status).toBe(403);
    expect((await fetch(new URL("/", right))).status).toBe(404);
    const waiting = await reach("the strange answer is told of", ({ signIn }) =>
      JSON.stringify(signIn?.attempt).includes("turned away"),
    );
    expect(waiting.signIn?.attempt?.step).toBe("waiting");
    expect((await fetch(right)).status).toBe(200);
    await reach("connected", ({ status }) => status === "connected");
  });

  it("says that the user refused, and nothing is tried again", async () => {
    const { look, agree, reach, opened, server } = await setUpSignIn();
    await look();
    await consent(await agree(), "deny");
    const asked = server.seen.length;
    const { signIn, status } = await reach("refused", (state) => state.signIn?.problem !== undefined);
    expect(signIn?.problem).toMatchObject({
      code: "sign-in-denied",
      detail: "access_denied: The user said no.",
    });
    expect(status).toBe("needs-sign-in");
    expect([opened.length, server.seen.length]).toEqual([1, asked]);
  });

  it("from another issuer than was asked shows nothing of it (RFC 9207)", async () => {
    const { look, agree, reach, authorization } = await setUpSignIn();
    await look();
    const address = await agree();
    authorization.iss = "https://mix-up.example";
    await consent(address, "deny");
    const { signIn } = await reach("refused", (state) => state.signIn?.problem !== undefined);
    expect(signIn?.problem?.code).toBe("sign-in-issuer");
    expect(JSON.stringify(signIn)).not.toMatch(/mix-up|said no/);
    expect(authorization.seen.some(({ path }) => path === "/token")).toBe(false);
  });

  it("whose code is refused ends the attempt after one exchange", async () => {
    const { look, agree, reach, authorization } = await setUpSignIn();
    await look();
    const back = await consentRedirect(await agree());
    authorization.codes.clear();
    await fetch(back);
    const { signIn } = await reach("refused", (state) => state.signIn?.problem !== undefined);
    expect(signIn?.problem).toMatchObject({
      code: "sign-in-token",
      message: expect.stringContaining("invalid_grant"),
    });
    expect(authorization.seen.filter(({ path }) => path === "/token")).toHaveLength(1);
  });

  it.each([
    ["a token type the app cannot send", { access_token: "a", token_type: "mac" }, "mac"],
    ["a token no header can hold", { access_token: "a\r\nX: y", token_type: "bearer" }, "no header can hold"],
    ["no token", { token_type: "bearer" }, "did not give a token"],
    ["no JSON", "<html>", "did not give a token"],
  ])("with %s is refused in words", async (_, body, words) => {
    const { look, agree, reach, authorization, server } = await setUpSignIn();
    await look();
    const back = await consentRedirect(await agree());
    authorization.hook = answering("/token", (send) => send(200, body));
    await fetch(back);
    const { signIn } = await reach("refused", (state) => state.signIn?.problem !== undefined);
    expect(signIn?.problem?.message).toContain(words);
    expect(server.seen.every((header) => header === undefined)).toBe(true);
  });
});

describe("an attempt", () => {
  it("is ended by the user at every step, and leaves nothing listening", async () => {
    const { look, agree, engine, serverId, state } = await setUpSignIn();
    await look();
    await engine.call("servers.cancelSignIn", { serverId });
    expect((await state()).signIn?.attempt).toBeUndefined();
    await look();
    const back = new URL(new URL(await agree()).searchParams.get("redirect_uri")!);
    await engine.call("servers.cancelSignIn", { serverId });
    const { signIn, status } = await state();
    expect([signIn?.attempt, signIn?.problem, status]).toEqual([undefined, undefined, "needs-sign-in"]);
    await until(
      () =>
        fetch(back).then(
          () => false,
          () => true,
        ),
      { what: () => "nothing listens any more" },
    );
  });

  it("is ended while the server is slow with its metadata", async () => {
    const { look, engine, serverId, state } = await setUpSignIn({
      before: ({ authorization }) => {
        authorization.hook = () => {};
      },
    });
    const looking = look();
    await until(async () => (await state()).signIn?.attempt?.step === "looking", { what: () => "it looks" });
    await engine.call("servers.cancelSignIn", { serverId });
    expect((await looking).signIn?.problem).toBeUndefined();
  });

  it("ends by itself when the browser does not come back", async () => {
    const { look, agree, reach } = await setUpSignIn({ waitMs: 300 });
    await look();
    await agree();
    const { signIn } = await reach("given up", (state) => state.signIn?.problem !== undefined);
    expect(signIn?.problem).toMatchObject({ code: "sign-in-timeout" });
    expect(signIn?.attempt).toBeUndefined();
  });

  it("goes on only with the host that was shown", async () => {
    const { look, engine, serverId, opened } = await setUpSignIn();
    const early = await engine.client.call("servers.agreeSignIn", { serverId, host: "evil.example" });
    expect(early).toMatchObject({ ok: false, code: "other-host" });
    await look();
    const other = await engine.client.call("servers.agreeSignIn", { serverId, host: "evil.example" });
    expect(other).toMatchObject({ ok: false, code: "other-host" });
    expect(opened).toEqual([]);
  });

  it("is not offered by a server without HTTP, nor taken where the user gave a header", async () => {
    const { engine, server } = await setUpSignIn();
    const samples = await engine.settled("Samples");
    const { serverId } = samples.config;
    expect(await engine.client.call("servers.signIn", { serverId })).toMatchObject({ ok: false });
    const headers = [{ name: "Authorization", value: "Bearer of-the-user-and-wrong" }];
    await engine.call("servers.add", { label: "own", transport: { kind: "http", url: server.url, headers } });
    const own = await engine.settled("own");
    expect(own).toMatchObject({ status: "failed", problem: { code: "http-401" } });
    expect(server.seen.at(-1)).toBe("Bearer of-the-user-and-wrong");
  });
});
