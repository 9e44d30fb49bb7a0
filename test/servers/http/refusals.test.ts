import { describe, expect, it } from "vitest";
import { LivenessWatch } from "../../../electron/engine/servers/liveness";
import { runCli } from "../../support/cli";
import { startEngine } from "../../support/engine";
import { until } from "../../support/until";
import { type Answer, connectHttp, json, legacyMcp, problemOf, rawHttp } from "./raw-http";

const WORDS = "Tokens are given out at the front desk.";
const refuse =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(status, { "content-type": "text/plain", ...headers }).end(WORDS);

describe("a server that refuses (field report e04)", () => {
  it.each([
    ["401", 401, {}, /sign-in/],
    ["401 with a challenge", 401, { "www-authenticate": 'Bearer realm="desk"' }, /sign-in/],
    ["403", 403, {}, /refuses/],
  ])("%s: it is asked once, in every era, and its words are shown", async (_name, status, headers, words) => {
    for (const era of ["auto", "legacy", "modern"] as const) {
      const server = await rawHttp(refuse(status, headers));
      const problem = await problemOf(server.url, { era });
      expect(problem.code).toBe(`http-${status}`);
      expect(problem.message).toMatch(words);
      expect(problem.hint).toBeTruthy();
      expect(problem.detail).toContain(WORDS);
      if ("www-authenticate" in headers) expect(problem.detail).toContain('Bearer realm="desk"');
      expect(server.seen).toHaveLength(1);
    }
  });

  it("a refusal in the form of a JSON-RPC error is a refusal still", async () => {
    const server = await rawHttp(({ body }, response) =>
      json(response, { jsonrpc: "2.0", id: body.id, error: { code: -32001, message: "No token" } }, {}, 401),
    );
    const problem = await problemOf(server.url);
    expect(problem).toMatchObject({ code: "http-401", detail: expect.stringContaining("No token") });
    expect(server.seen).toHaveLength(1);
  });

  it("the older transport is refused the same way", async () => {
    const server = await rawHttp(refuse(401));
    expect(await problemOf(server.url, { kind: "sse", era: "legacy" })).toMatchObject({ code: "http-401" });
    expect(server.seen).toHaveLength(1);
  });

  it("the row in the app says so, and nothing is asked again before its user does", async () => {
    let status = 401;
    const server = await rawHttp((seen, response) =>
      status === 200 ? legacyMcp()(seen, response) : refuse(status)(seen, response),
    );
    const app = await startEngine();
    const transport = { kind: "http" as const, url: server.url, headers: [] };
    const { config } = await app.call("servers.add", { label: "guarded", transport });
    const { serverId } = config;
    const state = await app.settled("guarded");
    expect(state).toMatchObject({ status: "needs-sign-in", problem: { code: "http-401", detail: WORDS } });
    expect(server.seen).toHaveLength(1);

    status = 403;
    expect((await app.call("servers.connect", { serverId })).problem?.code).toBe("http-403");
    expect(server.seen).toHaveLength(2);

    status = 200;
    await app.call("servers.connect", { serverId });
    expect((await app.settled("guarded")).status).toBe("connected");

    // The token has run out: the next request is the last one.
    status = 401;
    const before = server.seen.length;
    const read = { serverId, uri: "skill://a/SKILL.md" };
    expect((await app.client.call("files.open", read)).ok).toBe(false);
    await until(async () => (await app.server("guarded")).status === "needs-sign-in", {
      what: () => "the row says that sign-in is needed",
    });
    expect((await app.server("guarded")).problem).toMatchObject({ code: "http-401", detail: WORDS });
    expect((await app.client.call("files.open", read)).ok).toBe(false);
    const asked = server.seen.slice(before).filter(({ method }) => method === "POST");
    expect(asked.map(({ body }) => body.method)).toEqual(["resources/read"]);
  });

  it.each([401, 403])("polling ends for good with the first %i", async (status) => {
    let refused = false;
    const server = await rawHttp((seen, response) =>
      refused && seen.method === "POST" ? refuse(status)(seen, response) : legacyMcp()(seen, response),
    );
    const { connection } = await connectHttp(server.url, { era: "legacy" });
    const lists = () => server.seen.filter(({ body }) => body.method === "resources/list").length;
    const watch = new LivenessWatch(connection, () => {}, { pollMs: 10 });
    await until(() => lists() >= 3, { what: () => "it is polled" });
    refused = true;
    await until(() => !watch.running, { what: () => "polling has ended" });
    const asked = lists();
    refused = false;
    // Time for many more polls passes on the wire itself: each of these takes a round trip.
    for (let i = 0; i < 50; i++) await connection.request("resources/read", { uri: "skill://a/SKILL.md" });
    expect(lists()).toBe(asked);
    watch.stop();
  });

  it("the command line says so with exit 3", async () => {
    const server = await rawHttp(refuse(401));
    const { code, stderr, stdout } = await runCli(["check", server.url]);
    expect(code).toBe(3);
    expect(stdout).toBe("");
    expect(stderr).toContain("HTTP 401");
    expect(stderr).toContain(WORDS);
    expect(stderr).toMatch(/--header|Authorization/);
    expect(server.seen).toHaveLength(1);
  });
});
