import { describe, expect, it, onTestFinished } from "vitest";
import WebSocket from "ws";
import { startWebHost } from "../../../electron/web/web-host";
import type { EventMessage } from "../../../shared/contract";
import { connectHttp } from "../../contract/hosts";
import { scriptedHandler } from "../../contract/scripted-handler";
import { until } from "../../support/until";

/** Opens the stream, sends one message and gives the close code, or what came first. */
function attempt(
  port: number,
  first: string | undefined,
  origin = `http://127.0.0.1:${port}`,
): Promise<number | string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/events`, { origin });
    onTestFinished(() => socket.terminate());
    socket.on("open", () => first !== undefined && socket.send(first));
    socket.on("message", (data) => resolve(String(data)));
    socket.on("close", (code) => resolve(code));
    socket.on("error", (error) => resolve(error.message));
  });
}

describe("the event stream", () => {
  it("opens for a session named in its first message, and for nothing else", async () => {
    const handler = scriptedHandler();
    const { host, session } = await connectHttp(handler, { authMs: 200 });
    expect(await attempt(host.port, JSON.stringify({ session }))).toBe('{"ready":true}');
    for (const message of ["{}", "null", "[", JSON.stringify({ session: "x" }), session]) {
      expect(await attempt(host.port, message)).toBe(4401);
    }
    expect(await attempt(host.port, undefined)).toBe(4401);
    expect(await attempt(host.port, JSON.stringify({ session: "x".repeat(10_000) }))).toBe(1009);
    expect(handler.listening()).toBe(1);
  });

  it("is refused to other pages", async () => {
    const { host, session } = await connectHttp(scriptedHandler());
    for (const origin of ["http://evil.test", "null", `http://127.0.0.1:${host.port + 1}`]) {
      expect(await attempt(host.port, JSON.stringify({ session }), origin)).toContain("403");
    }
  });

  it("drops a page that no longer answers, and the engine is no longer listened to", async () => {
    const handler = scriptedHandler();
    const { host, session, origin } = await connectHttp(handler, { heartbeatMs: 50 });
    const socket = new WebSocket(`ws://127.0.0.1:${host.port}/api/events`, { origin, autoPong: false });
    socket.on("open", () => socket.send(JSON.stringify({ session })));
    onTestFinished(() => socket.terminate());
    await new Promise((resolve) => socket.once("message", resolve));
    expect(handler.listening()).toBe(1);
    await until(() => handler.listening() === 0, { what: () => "the page was dropped" });
  });

  it("is opened again after it broke, and the page is told to ask for everything", async () => {
    const handler = scriptedHandler();
    const { host, client } = await connectHttp(handler);
    const events: EventMessage[] = [];
    onTestFinished(client.subscribe((batch) => events.push(...batch)));
    await until(() => handler.listening() === 1, { what: () => "the stream is open" });

    await host.close();
    await until(() => events.length === 1, { what: () => "the loss was told" });
    expect(events[0]).toMatchObject({ event: "host", data: { state: "lost" } });
    expect(await client.call("servers.list", {})).toMatchObject({ ok: false, code: "unreachable" });

    // Another host at the same address knows nothing of this page's session.
    const next = await startWebHost({
      handler,
      rendererDir: "/nowhere",
      port: host.port,
      log: () => undefined,
    });
    onTestFinished(() => next.close());
    await until(() => events.length === 2, { what: () => "the end was told" });
    expect(events[1]).toMatchObject({ event: "host", data: { state: "ended" } });
    expect(await client.call("servers.list", {})).toMatchObject({ ok: false, code: "no-session" });
  });

  it("goes on with the same session when only the connection broke", async () => {
    const handler = scriptedHandler();
    const { client, sockets } = await connectHttp(handler);
    const events: EventMessage[] = [];
    onTestFinished(client.subscribe((batch) => events.push(...batch)));
    await until(() => handler.listening() === 1, { what: () => "the stream is open" });
    sockets[0]!.terminate();
    await until(() => events.length === 2, { what: () => `lost and resync: ${JSON.stringify(events)}` });
    expect(events.map((event) => event.event === "host" && event.data.state)).toEqual(["lost", "resync"]);
    handler.emit([{ event: "catalog", data: { serverId: "s" } }]);
    await until(() => events.length === 3, { what: () => "events flow again" });
  });
});
