import { describe, expect, it, onTestFinished } from "vitest";
import { LivenessWatch } from "../../../electron/engine/servers/liveness";
import { connect } from "../../support/connect";
import { servers } from "../../support/fixtures";
import { until } from "../../support/until";
import { connectHttp, json, legacyMcp, rawHttp } from "../http/raw-http";
import { inlineServer } from "../stdio/inline-server";

const FAST = { pollMs: 10, retryMs: 1 };

function watching(...args: ConstructorParameters<typeof LivenessWatch>): LivenessWatch {
  const watch = new LivenessWatch(...args);
  onTestFinished(() => watch.stop());
  return watch;
}

/** A server of the given era over HTTP, with `listChanged`, that treats streams of changes as the test says. */
async function overHttp(era: "legacy" | "modern", stream: Parameters<typeof rawHttp>[0]) {
  const legacy = legacyMcp();
  const meta = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
  const capabilities = { resources: { listChanged: true, subscribe: true } };
  let listed = 1;
  const server = await rawHttp((seen, response) => {
    const { id, method } = seen.body;
    const reply = (result: object) => json(response, { jsonrpc: "2.0", id, result });
    if (seen.method === "GET" || method === "subscriptions/listen") return stream(seen, response);
    if (method === "resources/list") {
      const resources = Array.from({ length: listed }, (_, i) => ({ uri: `x:${i}`, name: `${i}` }));
      return reply(era === "modern" ? { resources, ...meta } : { resources });
    }
    if (era === "modern" && method === "server/discover")
      return reply({ supportedVersions: ["2026-07-28"], capabilities, ...meta });
    if (era === "legacy" && method === "initialize")
      return reply({
        protocolVersion: "2025-11-25",
        capabilities,
        serverInfo: { name: "live", version: "1" },
      });
    return legacy(seen, response);
  });
  const { connection } = await connectHttp(server.url, { era });
  const asked = (method: string) => server.seen.filter(({ body }) => body.method === method).length;
  return { server, connection, asked, grow: () => listed++ };
}

describe("polling where a server tells of no changes", () => {
  it.each(["legacy", "modern"] as const)("another list is noticed, the same one is not (%s)", async (era) => {
    const growing = `
      globalThis.count ??= 0;
      if (method === "resources/list") { count++; reply({ resources: [{ uri: "x:" + (count < 5 ? 1 : 2), name: "x" }] }); }`;
    const server = era === "legacy" ? inlineServer(growing) : servers.raw();
    const { connection, traffic } = await connect(server, era);
    let changes = 0;
    const watch = watching(connection, () => changes++, FAST);
    expect(watch.kind).toBe("poll");
    const polls = () => traffic.page(undefined, 5_000).filter(({ purpose }) => purpose === "poll").length;
    await until(() => polls() >= 10, { what: () => "it was polled ten times" });
    expect(changes).toBe(era === "legacy" ? 1 : 0);
    watch.stop();
    const before = polls();
    for (let i = 0; i < 20; i++) await connection.request("resources/list", {});
    expect(polls()).toBe(before);
  });

  it("a legacy server over HTTP that promises notifications but opens no stream is polled", async () => {
    const live = await overHttp("legacy", (_, response) => void response.writeHead(405).end());
    let changes = 0;
    const watch = watching(live.connection, () => changes++, FAST);
    expect(watch.kind).toBe("poll");
    await until(() => live.asked("resources/list") >= 2, { what: () => "it is polled" });
    live.grow();
    await until(() => changes === 1, { what: () => "the longer list is noticed" });
  });

  it("one that opens a stream is not polled", async () => {
    const live = await overHttp("legacy", (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(": here\n\n");
    });
    await until(() => live.connection.pushes, { what: () => "the stream is open" });
    const watch = watching(live.connection, () => {}, FAST);
    expect(watch.kind).toBe("notifications");
    for (let i = 0; i < 30; i++) await live.connection.request("resources/read", { uri: "x:0" });
    expect(live.asked("resources/list")).toBe(0);
  });
});

describe("a modern server that promises changes", () => {
  it("and refuses the stream is polled", async () => {
    const live = await overHttp("modern", ({ body }, response) =>
      json(response, { jsonrpc: "2.0", id: body.id, error: { code: -32601, message: "no" } }, {}, 404),
    );
    let changes = 0;
    const watch = watching(live.connection, () => changes++, FAST);
    await until(() => watch.kind === "poll", { what: () => "it is polled" });
    expect(live.asked("subscriptions/listen")).toBe(1);
    await until(() => live.asked("resources/list") >= 2, { what: () => "it was polled twice" });
    live.grow();
    await until(() => changes === 1, { what: () => "the longer list is noticed" });
  });

  it("and breaks the stream off each time gets a handful of them, then it is polled", async () => {
    const live = await overHttp("modern", (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).end(": gone\n\n");
    });
    const said: string[] = [];
    const onBroken = (words: string) => said.push(words);
    const watch = watching(live.connection, () => {}, { ...FAST, onBroken });
    await until(() => watch.kind === "poll", { what: () => "it is polled" });
    expect(live.asked("subscriptions/listen")).toBe(5);
    expect(said).toHaveLength(5);
    expect(said[0]).toMatch(/stream of changes ended once; it is opened again up to 4 times/);
    expect(said[4]).toMatch(/ended 5 times and is not opened again; its lists are asked for every 0.01 sec/);
    await until(() => live.asked("resources/list") >= 3, { what: () => "it was polled" });
    expect(live.asked("subscriptions/listen")).toBe(5);
  });

  it("and wants a sign-in for the stream is asked for nothing more", async () => {
    const live = await overHttp("modern", (_, response) => void response.writeHead(401).end());
    const watch = watching(live.connection, () => {}, FAST);
    await until(() => !watch.running, { what: () => "the watch ends" });
    expect(live.asked("subscriptions/listen")).toBe(1);
    expect(live.asked("resources/list")).toBe(0);
  });

  it("is asked for the opened files in the same stream, of many the last ones", async () => {
    const live = await overHttp("modern", (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(": here\n\n");
    });
    const watch = watching(live.connection, () => {}, FAST);
    for (let i = 0; i < 10; i++) watch.follow(`x:${i}`);
    const last = () =>
      live.server.seen.filter(({ body }) => body.method === "subscriptions/listen").at(-1)?.body.params
        ?.notifications;
    const expected = {
      resourcesListChanged: true,
      resourceSubscriptions: [2, 3, 4, 5, 6, 7, 8, 9].map((i) => `x:${i}`),
    };
    await until(() => JSON.stringify(last()) === JSON.stringify(expected), {
      what: () => `the stream asks for the last eight files, but it asks for ${JSON.stringify(last())}`,
    });
  });
});
