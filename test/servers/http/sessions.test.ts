import { describe, expect, it } from "vitest";
import { runCli } from "../../support/cli";
import { until } from "../../support/until";
import { connectHttp, json, legacyMcp, rawHttp } from "./raw-http";

/** A server that forgets its sessions when told to. */
function forgetful(options: { forEver?: boolean } = {}) {
  const sessions = new Set<string>();
  let count = 0;
  let expired = false;
  const mcp = legacyMcp(() => {
    const id = `s${++count}`;
    sessions.add(id);
    return id;
  });
  return {
    forget: () => {
      sessions.clear();
      expired = true;
    },
    answer: ((seen, response) => {
      const session = seen.headers["mcp-session-id"];
      const starts = seen.body.method === "initialize";
      if (expired && options.forEver && starts) return void response.writeHead(404).end("gone");
      if (
        !starts &&
        seen.method === "POST" &&
        seen.body.method !== "server/discover" &&
        !sessions.has(String(session))
      ) {
        return void response.writeHead(404).end("session not found");
      }
      return mcp(seen, response);
    }) as Parameters<typeof rawHttp>[0],
  };
}

describe("sessions over Streamable HTTP (field report e01)", () => {
  it("a forgotten session is renewed once, for all requests under way, and each is sent again", async () => {
    const behaviour = forgetful();
    const server = await rawHttp(behaviour.answer);
    const { connection } = await connectHttp(server.url, { era: "legacy" });
    behaviour.forget();
    const both = await Promise.all([
      connection.request("resources/read", { uri: "skill://a/SKILL.md" }),
      connection.request("resources/list", {}),
    ]);
    expect(both.map((exchange) => exchange.outcome.kind)).toEqual(["result", "result"]);
    expect(server.seen.filter(({ body }) => body.method === "initialize")).toHaveLength(2);
    expect(connection.notes.join()).toContain("forgotten the session");
  });
  it("a server that answers 404 for ever is asked once more and then left alone", async () => {
    const behaviour = forgetful({ forEver: true });
    const server = await rawHttp(behaviour.answer);
    const { connection } = await connectHttp(server.url, { era: "legacy" });
    behaviour.forget();
    const first = await connection.request("resources/list", {});
    expect(first.outcome).toMatchObject({ kind: "none" });
    const before = server.seen.length;
    await connection.request("resources/list", {});
    expect(server.seen.length - before).toBe(1);
  });
  it("a session is ended when the connection is closed", async () => {
    const server = await rawHttp(legacyMcp(() => "s1"));
    const { connection } = await connectHttp(server.url, { era: "legacy" });
    await connection.close();
    const ended = server.seen.filter(({ method }) => method === "DELETE");
    expect(ended.map(({ headers }) => headers["mcp-session-id"])).toEqual(["s1"]);
  });
});

describe("the stream for notifications (field report e02)", () => {
  it.each([
    [
      "text",
      (response: import("node:http").ServerResponse) =>
        response.writeHead(200, { "content-type": "text/plain" }).end("hello"),
    ],
    ["405", (response: import("node:http").ServerResponse) => response.writeHead(405).end()],
    ["400", (response: import("node:http").ServerResponse) => response.writeHead(400).end()],
    [
      "429",
      (response: import("node:http").ServerResponse) =>
        response.writeHead(429, { "retry-after": "60" }).end(),
    ],
  ])("an answer of %s to GET is asked for once, and requests keep working", async (_name, get) => {
    const mcp = legacyMcp();
    const server = await rawHttp((seen, response) =>
      seen.method === "GET" ? void get(response) : mcp(seen, response),
    );
    const { connection } = await connectHttp(server.url, { era: "legacy" });
    for (let i = 0; i < 5; i++) {
      expect((await connection.request("resources/list", {})).outcome.kind).toBe("result");
    }
    expect(server.seen.filter(({ method }) => method === "GET").length).toBeLessThanOrEqual(1);
  });

  it("a stream that ends at once is opened a handful of times, then left alone, and requests keep working", async () => {
    const mcp = legacyMcp();
    const server = await rawHttp((seen, response) => {
      if (seen.method !== "GET") return mcp(seen, response);
      // The server itself asks for reconnection without delay.
      response.writeHead(200, { "content-type": "text/event-stream" }).end("retry: 1\nid: 1\ndata:\n\n");
    });
    const { connection, traffic } = await connectHttp(server.url, { era: "legacy" });
    const gets = () => server.seen.filter(({ method }) => method === "GET").length;
    const rows = () => traffic.page(undefined, 1_000).map(({ seq }) => traffic.get(seq)?.raw ?? "");
    const told = () => rows().filter((row) => row.includes("not opened again"));
    await until(() => told().length > 0, { what: () => "it is said that the stream is left alone" });
    const opened = gets();
    expect(opened).toBeLessThanOrEqual(6);
    for (let i = 0; i < 50; i++)
      expect((await connection.request("resources/list", {})).outcome.kind).toBe("result");
    expect(gets()).toBe(opened);
    expect(told()).toHaveLength(1);
  });

  it("an answer that is no stream is explained in one line", async () => {
    const mcp = legacyMcp();
    const server = await rawHttp((seen, response) =>
      seen.method === "GET"
        ? void response.writeHead(200, { "content-type": "text/plain" }).end("hello")
        : mcp(seen, response),
    );
    const { connection, traffic } = await connectHttp(server.url, { era: "legacy" });
    const told = () =>
      traffic
        .page(undefined, 1_000)
        .map(({ seq }) => traffic.get(seq)?.raw ?? "")
        .filter((row) => row.includes("text/plain, not an event stream"));
    await until(() => told().length > 0, { what: () => "it is explained" });
    for (let i = 0; i < 5; i++) await connection.request("resources/list", {});
    expect(told()).toHaveLength(1);
  });
});

describe("headers and addresses", () => {
  it("custom headers and tokens are sent and masked in the traffic", async () => {
    const mcp = legacyMcp();
    const server = await rawHttp((seen, response) =>
      seen.body.method === "resources/read"
        ? json(response, {
            jsonrpc: "2.0",
            id: seen.body.id,
            result: { contents: [{ uri: "a:b", text: seen.headers.authorization }] },
          })
        : mcp(seen, response),
    );
    const { connection, traffic } = await connectHttp(server.url, {
      headers: { Authorization: "Bearer top-s3cret", "X-Team": "a" },
      secrets: ["top-s3cret"],
    });
    await connection.request("resources/read", { uri: "a:b" });
    expect(server.seen.at(-1)?.headers).toMatchObject({ authorization: "Bearer top-s3cret", "x-team": "a" });
    const all = traffic.page(undefined, 100).map(({ seq }) => JSON.stringify(traffic.get(seq)));
    expect(all.join()).toContain("Bearer •••");
    expect(all.join()).not.toContain("top-s3cret");
  });
  it.each(["127.0.0.1", "::1"])(
    "localhost reaches a server that listens on %s only (field report e05)",
    async (host) => {
      const server = await rawHttp(legacyMcp(), { host });
      const { connection } = await connectHttp(`http://localhost:${server.port}/mcp`);
      expect((await connection.request("resources/list", {})).outcome.kind).toBe("result");
      const literal = await runCli(["list", server.url]);
      const named = await runCli(["list", `http://localhost:${server.port}/mcp`]);
      for (const { code, stdout } of [literal, named])
        expect([code, stdout]).toEqual([0, expect.stringContaining("skill://a/SKILL.md")]);
    },
  );
  it("a modern request carries a URI that is no Latin-1 (field report e08)", async () => {
    const meta = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
    const server = await rawHttp(({ body }, response) =>
      json(response, {
        jsonrpc: "2.0",
        id: body.id,
        result:
          body.method === "server/discover"
            ? { supportedVersions: ["2026-07-28"], capabilities: { resources: {} }, ...meta }
            : { contents: [], ...meta },
      }),
    );
    const { connection } = await connectHttp(server.url);
    expect(connection.era).toBe("modern");
    const uri = "skill://数据分析/ref é.md";
    expect((await connection.request("resources/read", { uri })).outcome.kind).toBe("result");
    const last = server.seen.at(-1)!;
    expect(last.body.params?.uri).toBe(uri);
    expect(last.headers["mcp-name"]).toMatch(/^=\?base64\?/);
  });
});
