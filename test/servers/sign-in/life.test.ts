import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startEngine } from "../../support/engine";
import { consent, planOf, type SignInSetup, setUpSignIn } from "../../support/sign-in";
import { tempFolder } from "../../support/temp";
import { until } from "../../support/until";

const tokenRequests = ({ authorization }: SignInSetup, grant: string) =>
  authorization.seen.filter(({ path, body }) => path === "/token" && body.grant_type === grant);

/** Any request to the server, as a user would cause it. */
const ask = ({ engine, serverId }: SignInSetup) => engine.call("servers.refresh", { serverId });

describe.each(["modern", "legacy"] as const)("a token in the era %s", (era) => {
  it("that has run out is renewed without a word, and the request is answered", async () => {
    const setup = await setUpSignIn({ era });
    await setup.signIn();
    // The server counts it as run out, whatever it said of its life.
    for (const entry of setup.authorization.access.values()) entry.expiresAt = 1;
    const state = await ask(setup);
    expect(state).toMatchObject({ status: "connected", listing: "complete" });
    expect(state.signIn?.wants).toBeUndefined();
    expect(tokenRequests(setup, "refresh_token")).toHaveLength(1);
    expect(setup.opened).toHaveLength(1);
  });

  it("that says when it runs out is renewed before it is sent", async () => {
    const setup = await setUpSignIn({ era, lifetime: 20 });
    await setup.signIn();
    const refused = setup.server.seen.length;
    await ask(setup);
    expect(tokenRequests(setup, "refresh_token").length).toBeGreaterThan(0);
    const sent = new Set(setup.server.seen.slice(refused));
    expect(sent.size).toBeGreaterThan(0);
    expect((await setup.state()).status).toBe("connected");
  });

  it("whose renewal is refused ends in the question to sign in again, once", async () => {
    const setup = await setUpSignIn({ era });
    await setup.signIn();
    setup.authorization.access.clear();
    setup.authorization.refresh.clear();
    await ask(setup);
    const state = await setup.reach("asked to sign in", ({ status }) => status === "needs-sign-in");
    expect(state.signIn).toMatchObject({ wants: { reason: "ended" } });
    expect(state.signIn?.account).toBeUndefined();
    expect(state.problem).toMatchObject({ code: "sign-in-ended", hint: "Sign in again." });
    expect(tokenRequests(setup, "refresh_token")).toHaveLength(1);
    expect(setup.opened).toHaveLength(1);
    const asked = setup.server.seen.length;
    // What was listed stays to be looked at, and signing in again brings the server back.
    expect((await setup.engine.skills(setup.serverId)).length).toBeGreaterThanOrEqual(0);
    await setup.signIn();
    expect((await setup.state()).status).toBe("connected");
    expect(setup.server.seen.length).toBeGreaterThan(asked);
  });
});

it("a token that the server refuses as soon as it was given is never asked for again by itself", async () => {
  const setup = await setUpSignIn();
  const { authorization, look, agree, reach, server } = setup;
  await look();
  const address = await agree();
  server.hook = (request, response, next) => {
    if (request.path === "/mcp")
      response
        .writeHead(401, { "www-authenticate": 'Bearer error="invalid_token", error_description="no"' })
        .end();
    else next();
  };
  const asked = authorization.seen.length;
  await consent(address);
  const state = await reach("refused", ({ signIn }) => signIn?.wants?.reason === "refused");
  await reach("given up", ({ status }) => status === "needs-sign-in");
  expect(state.signIn?.account).toBeUndefined();
  expect((await setup.state()).problem).toMatchObject({
    code: "sign-in-refused",
    detail: expect.stringContaining("invalid_token"),
  });
  expect(authorization.seen.slice(asked).map(({ path }) => path)).toEqual([
    "/authorize",
    "/consent",
    "/token",
  ]);
});

it("a renewal that fails over the network keeps the tokens for later", async () => {
  const setup = await setUpSignIn();
  await setup.signIn();
  for (const entry of setup.authorization.access.values()) entry.expiresAt = 1;
  setup.authorization.hook = (request, _, next) => {
    if (request.path === "/token") request.socket.destroy();
    else next();
  };
  await ask(setup);
  const down = await setup.reach("asked", ({ status }) => status === "needs-sign-in");
  expect(down.problem?.message).toContain("closed the connection");
  expect(down.signIn?.account).toBeTruthy();
  setup.authorization.hook = undefined;
  await setup.engine.call("servers.connect", { serverId: setup.serverId });
  expect((await setup.state()).status).toBe("connected");
  expect(setup.opened).toHaveLength(1);
});

it("many requests at once renew a token once: it is good for one use", async () => {
  const setup = await setUpSignIn();
  await setup.signIn();
  const { engine, serverId } = setup;
  const skills = await engine.skills(serverId);
  for (const entry of setup.authorization.access.values()) entry.expiresAt = 1;
  const opened = await Promise.all(
    skills.map(({ uri }) => engine.client.call("files.open", { serverId, uri, skillUri: uri })),
  );
  expect(opened.every(({ ok }) => ok)).toBe(true);
  expect(tokenRequests(setup, "refresh_token")).toHaveLength(1);
});

it("403 insufficient_scope offers further rights, asks for them on top of the old ones, and goes on", async () => {
  const setup = await setUpSignIn({ filesScope: true });
  await setup.signIn();
  const { engine, serverId, state, look, agree, reach } = setup;
  const [skill] = await engine.skills(serverId);
  const file = { serverId, uri: skill!.uri, skillUri: skill!.uri };
  const refused = await engine.client.call("files.open", file);
  expect(refused).toMatchObject({ ok: false });
  const wanting = await state();
  expect(wanting.status).toBe("connected");
  expect(wanting.signIn?.wants).toMatchObject({ reason: "more-rights", scopes: ["files"] });
  expect(setup.opened).toHaveLength(1);
  expect(planOf((await look()).signIn?.attempt).scopes).toEqual(["skills", "files"]);
  await consent(await agree());
  const granted = await reach("granted", ({ signIn }) => signIn?.account?.scopes.includes("files") === true);
  expect(granted.signIn?.wants).toBeUndefined();
  expect(granted.status).toBe("connected");
  expect(await engine.client.call("files.open", file)).toMatchObject({ ok: true });
});

it("a check runs under the sign-in as well, and its probes", async () => {
  const setup = await setUpSignIn();
  await setup.signIn();
  const { engine, serverId } = setup;
  const report = await engine.call("checks.run", { serverId, op: "check" });
  expect(report.summary.skills).toBe(5);
  expect(report.summary.errors).toBe(0);
  expect(setup.server.seen.filter((header) => header === undefined).length).toBeLessThanOrEqual(2);
});

it("another address forgets the sign-in and has it taken back; so does removing", async () => {
  const setup = await setUpSignIn();
  await setup.signIn();
  const { engine, serverId, authorization } = setup;
  const transport = { kind: "http" as const, url: "http://127.0.0.1:9/mcp", headers: [] };
  const moved = await engine.call("servers.update", { serverId, patch: { transport } });
  expect(moved.signIn?.account).toBeUndefined();
  expect(authorization.revoked).toHaveLength(1);
  await engine.call("servers.update", {
    serverId,
    patch: { transport: { ...transport, url: setup.server.url } },
  });
  await engine.call("servers.connect", { serverId });
  await setup.signIn();
  await engine.call("servers.remove", { serverId });
  expect(authorization.revoked).toHaveLength(2);
});

it("signing out where the authorization server is gone forgets the tokens all the same, and says so", async () => {
  const setup = await setUpSignIn();
  await setup.signIn();
  const { engine, serverId, authorization } = setup;
  await authorization.close();
  expect((await engine.call("servers.signOut", { serverId })).signIn).toBeUndefined();
  await until(
    () =>
      engine.events.some(
        ({ event, data }) => event === "notice" && JSON.stringify(data).includes("could not be told"),
      ),
    { what: () => "it is said that nobody could be told" },
  );
});

describe("secrets of a sign-in", () => {
  it("are in no traffic, no state, no export, no evidence and no file, even where the server sends them back", async () => {
    const dataDir = tempFolder();
    const setup = await setUpSignIn({
      dataDir,
      before: ({ server }) => {
        server.hook = (request, response, next) => {
          // The token comes back in a header and in every body.
          const token = request.headers.authorization ?? "none";
          response.setHeader("X-Echo", token);
          const end = response.end.bind(response) as (chunk?: unknown) => unknown;
          const write = response.write.bind(response) as (chunk: unknown) => boolean;
          const echo = (chunk: unknown) =>
            typeof chunk === "string" || chunk instanceof Uint8Array
              ? Buffer.from(chunk)
                  .toString("utf8")
                  .replaceAll("sdk-v2-skills", token)
                  .replaceAll("behind-sign-in", token)
              : chunk;
          response.write = ((chunk: unknown) => write(echo(chunk))) as typeof response.write;
          response.end = ((chunk?: unknown) => end(echo(chunk))) as typeof response.end;
          next();
        };
      },
    });
    await setup.signIn();
    const { engine, serverId, authorization } = setup;
    for (const entry of authorization.access.values()) entry.expiresAt = 1;
    await ask(setup);
    await engine.call("checks.run", { serverId, op: "check" });
    const { rows } = await engine.call("traffic.page", { limit: 5_000 });
    const messages = await Promise.all(rows.map(({ seq }) => engine.call("traffic.message", { seq })));
    const exported = await Promise.all([
      engine.call("servers.export", {}),
      engine.call("servers.list", {}),
      engine.call("checks.report", { serverId }),
    ]);
    const files = [
      await engine.call("checks.evidence", { serverId }),
      ...(await Promise.all(
        (["json", "sarif", "junit", "markdown", "html"] as const).map((format) =>
          engine.call("checks.export", { serverId, format }),
        ),
      )),
    ];
    const bytes = await Promise.all(files.map((file) => engine.client.bytes(file!.handle)));
    await engine.close();
    const onDisk = readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
    const everything = [
      JSON.stringify(messages),
      JSON.stringify(exported),
      JSON.stringify(engine.events),
      ...bytes.map((each) => Buffer.from(each).toString("utf8")),
      ...onDisk,
    ].join("\n");
    // What is looked for was really there to be found.
    expect(authorization.secrets.length).toBeGreaterThanOrEqual(5);
    expect(everything).toContain("•••");
    const state = new URL(setup.opened[0]!).searchParams.get("state")!;
    const found = [...authorization.secrets, state].filter((secret) => everything.includes(secret));
    expect(found).toEqual([]);
  });

  it("in the browser UI and the command line are gone with the process", async () => {
    const dataDir = tempFolder();
    const setup = await setUpSignIn({ dataDir });
    await setup.signIn();
    await setup.engine.close();
    const again = await startEngine(dataDir);
    const state = await again.server("guarded");
    expect(state.signIn?.account).toBeUndefined();
  });
});
