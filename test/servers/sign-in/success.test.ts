import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSecretStore } from "../../../electron/desktop/secrets";
import { PlatformError } from "../../../electron/engine/platform";
import { startEngine } from "../../support/engine";
import { consent, planOf, setUpSignIn } from "../../support/sign-in";
import { tempFolder } from "../../support/temp";

describe.each(["modern", "legacy", "sse", "both"] as const)("signing in to a server of the era %s", (era) => {
  it("asks first, shows where it leads, and ends connected with its skills", async () => {
    const { authorization, server, engine, serverId, opened, state, look, agree, reach } = await setUpSignIn({
      era,
    });
    const refused = await state();
    expect(refused.status).toBe("needs-sign-in");
    expect(refused.problem?.message).toBe("The server asks for sign-in (HTTP 401).");
    expect(refused.signIn?.wants).toMatchObject({ reason: "sign-in", scopes: ["skills"] });
    expect(server.seen.length).toBeLessThanOrEqual(2);

    const planned = planOf((await look()).signIn?.attempt);
    expect(planned).toEqual({
      host: new URL(authorization.origin).host,
      page: `${authorization.origin}/authorize`,
      issuer: authorization.issuer,
      otherHosts: [],
      resource: server.url,
      scopes: ["skills"],
      client: "registers",
    });
    // Until the user agrees, nothing but metadata was asked for.
    expect(opened).toEqual([]);
    expect(authorization.seen.map(({ method }) => method)).toEqual(["GET"]);

    const address = new URL(await agree());
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      resource: server.url,
      scope: "skills",
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect((await state()).signIn?.attempt).toMatchObject({ step: "waiting", host: address.host });
    const last = await consent(address.href);
    expect(new URL(last.url).pathname).toBe("/done");
    expect(await last.text()).toContain("Go back to the app");

    const connected = await reach(
      "connected",
      ({ status, listing }) => status === "connected" && listing === "complete",
    );
    const older = era === "legacy" || era === "sse";
    expect(connected.era).toBe(older ? "legacy" : "modern");
    expect(connected.counts.skills).toBe(older ? 3 : 5);
    expect(connected.signIn).toEqual({
      account: {
        issuer: authorization.issuer,
        scopes: ["skills"],
        expiresAt: expect.any(Number),
        renews: true,
        since: expect.any(Number),
      },
    });
    expect([...authorization.clients.values()][0]).toMatchObject({
      client_name: "MCP Skill Inspector",
      token_endpoint_auth_method: "none",
    });
    expect(server.seen.filter((header) => header === undefined).length).toBeLessThanOrEqual(2);

    const signedOut = await engine.call("servers.signOut", { serverId });
    expect(signedOut).toMatchObject({ status: "disconnected" });
    expect(signedOut.signIn).toBeUndefined();
    expect(authorization.revoked).toHaveLength(1);
    expect(authorization.access.size).toBe(0);
    expect((await engine.call("servers.connect", { serverId })).status).toBe("needs-sign-in");
  });
});

it("where no browser can be opened, its user is given the address", async () => {
  const { look, engine, serverId, authorization, state, reach } = await setUpSignIn({
    openExternal: async () => {
      throw new PlatformError("unavailable", "There is no browser.");
    },
  });
  await look();
  await engine.call("servers.agreeSignIn", { serverId, host: new URL(authorization.origin).host });
  const { signIn } = await state();
  const address = signIn?.attempt?.step === "waiting" ? signIn.attempt.address : undefined;
  expect(address).toContain(`${authorization.origin}/authorize?`);
  await consent(address!);
  await reach("connected", ({ status }) => status === "connected");
});

describe("tokens in the system's store", () => {
  /** Stands for the keyring; what it gives cannot be read by looking at it. */
  const keyring = {
    encryptString: (text: string) => Buffer.from(Buffer.from(text, "utf8").map((byte) => byte ^ 0x5a)),
    decryptString: (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x5a)).toString("utf8"),
  };

  it("outlive the app: the next start connects without a question, and no file holds them in the clear", async () => {
    const dataDir = tempFolder();
    const setup = await setUpSignIn({ dataDir, secrets: await createSecretStore(keyring, dataDir) });
    const { config } = await setup.signIn();
    await setup.engine.call("servers.update", {
      serverId: config.serverId,
      patch: { autoConnect: true },
    });
    await setup.engine.close();
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
    for (const secret of setup.authorization.secrets) expect(files.join()).not.toContain(secret);

    const again = await startEngine(dataDir, { secrets: await createSecretStore(keyring, dataDir) });
    const state = await again.settled("guarded");
    expect(state.status).toBe("connected");
    expect(state.signIn?.account?.issuer).toBe(setup.authorization.issuer);
    expect(setup.opened).toHaveLength(1);
  });

  it("that the keyring no longer opens count as none: the user is asked again", async () => {
    const dataDir = tempFolder();
    const setup = await setUpSignIn({ dataDir, secrets: await createSecretStore(keyring, dataDir) });
    await setup.signIn();
    await setup.engine.close();
    const other = {
      ...keyring,
      decryptString: () => {
        throw new Error("another user's");
      },
    };
    const again = await startEngine(dataDir, { secrets: await createSecretStore(other, dataDir) });
    const { config } = await again.server("guarded");
    const state = await again.call("servers.connect", { serverId: config.serverId });
    expect(state).toMatchObject({ status: "needs-sign-in", signIn: { wants: { reason: "sign-in" } } });
  });
});
