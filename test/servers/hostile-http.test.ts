import { createServer, connect as dial } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
// @ts-expect-error: a fixture is plain JavaScript.
import { startHostile as start } from "../fixtures/hostile/http.mjs";
import { runCli } from "../support/cli";
import { startEngine, type TestEngine } from "../support/engine";
import { servers } from "../support/fixtures";
import { peakOf } from "../support/memory";

const SKILL = "skill://one/SKILL.md";
const MOST_MB = 700;

async function startHostile(behaviour: string): Promise<{ url: string }> {
  const server = (await start(behaviour)) as { url: string; close(): void };
  onTestFinished(() => server.close());
  return server;
}

async function addHttp(engine: TestEngine, url: string, timeoutMs = 15_000): Promise<string> {
  const transport = { kind: "http" as const, url, headers: [] };
  const { config } = await engine.call("servers.add", { label: "hostile", transport, timeoutMs });
  await engine.settled("hostile");
  return config.serverId;
}

/** Behaviour, what is told of reading its one file, and what is told of it on the command line. */
const rows: [behaviour: string, says: RegExp, timeoutMs?: number][] = [
  ["giant-body", /longer than 67,108,864 bytes.*Size of one message/],
  ["packed-bomb", /longer than 67,108,864 bytes.*Size of one message/],
  ["endless-event", /longer than 67,108,864 bytes.*Size of one message/],
  ["endless-lines", /longer than 67,108,864 bytes.*Size of one message/],
  ["deep-body", /nests more than 256 levels deep.*Depth of nested JSON/],
  ["deep-event", /nests more than 256 levels deep.*Depth of nested JSON/],
  ["drops-mid-stream", /the answer broke off/],
  ["binary-body", /no MCP message: HTTP 200, content type application\/json/],
  ["huge-headers", /header/i],
  ["slow-drip", /no answer within 700 ms/, 700],
];

describe("an HTTP server that answers a read with", () => {
  it.each(rows)("%s is told of in words, and nothing else is harmed", async (behaviour, says, timeoutMs) => {
    const { url } = await startHostile(behaviour);
    const engine = await startEngine();
    const healthy = await engine.addServer("healthy", servers.raw());
    const serverId = await addHttp(engine, url, timeoutMs);
    const answer = await engine.client.call("files.open", { serverId, uri: SKILL, op: "open" });
    if (answer.ok) throw new Error("It opened.");
    expect(answer.message).toMatch(says);
    // The next request to the same server is answered as ever.
    expect(await engine.call("skills.get", { serverId, uri: SKILL, op: "get" })).toMatchObject({
      uri: SKILL,
    });
    const [skill] = await engine.skills(healthy.config.serverId);
    const file = { serverId: healthy.config.serverId, uri: skill!.uri, op: "after" };
    expect((await engine.call("files.open", file)).verdict.state).toBe("match");

    let peak = () => 0;
    const cli = await runCli(["read", "--timeout", String(timeoutMs ?? 15_000), url, SKILL], {
      whileRunning: async (child) => {
        peak = peakOf(child.pid!);
      },
    });
    expect([cli.code, cli.stdout]).toEqual([3, ""]);
    expect(cli.stderr).toMatch(says);
    expect(peak()).toBeLessThan(MOST_MB);
  });
});

describe("a stream of notifications", () => {
  it.each(["endless-stream", "deep-stream"])("that is %s ends nothing but itself", async (behaviour) => {
    const { url } = await startHostile(behaviour);
    const engine = await startEngine();
    const before = process.memoryUsage().rss;
    const serverId = await addHttp(engine, url);
    const file = { serverId, uri: SKILL, op: "open" };
    expect(await engine.call("files.open", file)).toMatchObject({ textual: true });
    expect((await engine.server("hostile")).status).toBe("connected");
    expect((process.memoryUsage().rss - before) / 1024 ** 2).toBeLessThan(MOST_MB);
  });
});

describe("a network that ends", () => {
  it("in the middle of a request is told, and connecting again goes on", async () => {
    const { url } = await startHostile("slow-drip");
    const { port, hostname } = new URL(url);
    const sockets = new Set<import("node:net").Socket>();
    const relay = createServer((near) => {
      const far = dial(Number(port), hostname);
      for (const [one, other] of [[near, far] as const, [far, near] as const]) {
        sockets.add(one);
        one.on("error", () => other.destroy());
        one.pipe(other);
      }
    });
    await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
    const { port: relayed } = relay.address() as { port: number };
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      relay.close();
    });
    const engine = await startEngine();
    const serverId = await addHttp(engine, `http://127.0.0.1:${relayed}/mcp`);
    const reading = engine.client.call("files.open", { serverId, uri: SKILL, op: "open" });
    await engine.call("skills.get", { serverId, uri: SKILL, op: "get" });
    for (const socket of sockets) socket.resetAndDestroy();
    const answer = await reading;
    expect(answer).toMatchObject({ ok: false });
    expect((answer as { message: string }).message).toMatch(/broke off|closed the connection|reset/);
    await engine.call("servers.refresh", { serverId, restart: true });
    expect((await engine.settled("hostile")).counts.skills).toBe(1);
  });
});
