import { describe, expect, it } from "vitest";
import { consent, planOf, setUpSignIn } from "../../support/sign-in";

describe.each(["modern", "legacy", "both"] as const)("signing in to a server of the era %s", (era) => {
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
    expect(connected.era).toBe(era === "legacy" ? "legacy" : "modern");
    expect(connected.counts.skills).toBe(era === "legacy" ? 3 : 5);
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
