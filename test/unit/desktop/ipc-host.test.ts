import { describe, expect, it } from "vitest";
import { isOwnPage } from "../../../electron/desktop/ipc-host";
import { CHANNELS } from "../../../shared/client/bridge";
import { OVERRUN } from "../../../shared/client/event-feed";
import type { EventMessage } from "../../../shared/contract";
import { connectIpc } from "../../contract/hosts";
import { scriptedHandler } from "../../contract/scripted-handler";
import { until } from "../../support/until";

const OWN = { url: "app://inspector/index.html", parent: null };
const catalog = (serverId: string): EventMessage => ({ event: "catalog", data: { serverId } });

describe("messages over IPC", () => {
  it.each([
    ["a frame inside the page", { url: OWN.url, parent: {} }],
    ["another origin", { url: "https://evil.test/", parent: null }],
    ["an origin that begins like ours", { url: "app://inspector.evil.test/index.html", parent: null }],
    ["another host of the scheme", { url: "app://other/index.html", parent: null }],
    ["a page of files", { url: "file:///app://inspector/index.html", parent: null }],
    ["an empty page", { url: "about:blank", parent: null }],
    ["a frame that is gone", null],
  ])("from %s are refused", async (_what, frame) => {
    const handler = scriptedHandler({ "servers.list": () => [] }, { h: new Uint8Array(1) });
    const { bridge } = connectIpc(handler, frame as typeof OWN);
    expect(await bridge.call("servers.list", {})).toMatchObject({ ok: false, code: "forbidden" });
    expect(await bridge.call("bytes", { handle: "h" })).toMatchObject({ ok: false, code: "forbidden" });
    bridge.subscribe(() => undefined);
    expect(handler.listening()).toBe(0);
    expect(handler.seen).toEqual([]);
  });

  it("from the app's own page are taken, at any fragment", () => {
    expect(isOwnPage(OWN, "app://inspector")).toBe(true);
    expect(isOwnPage({ ...OWN, url: `${OWN.url}#server=1` }, "app://inspector")).toBe(true);
  });

  it("for bytes must name a handle", async () => {
    const { bridge } = connectIpc(scriptedHandler());
    for (const input of [undefined, null, {}, { handle: 1 }, "h"]) {
      expect(await bridge.call("bytes", input)).toMatchObject({ ok: false, code: "bad-input" });
    }
  });
});

describe("events over IPC", () => {
  it("wait while the page is busy, and give way to one resync when too many wait", async () => {
    const handler = scriptedHandler();
    const { bridge } = connectIpc(handler);
    const seen: EventMessage[][] = [];
    bridge.subscribe((events) => seen.push(events));
    for (let at = 0; at < 5_000; at++) handler.emit([catalog(String(at))]);
    await until(() => seen.length === 2, { what: () => "the second batch" });
    expect(seen[0]).toEqual([catalog("0")]);
    expect(seen[1]![0]).toEqual({ event: "host", data: { state: "resync", message: OVERRUN } });
    expect(seen[1]!.length).toBeLessThanOrEqual(2_000);
    expect(seen[1]!.at(-1)).toEqual(catalog("4999"));
  });

  it("stop when the page is forgotten, and menu events reach who listens", async () => {
    const handler = scriptedHandler();
    const { host, bridge } = connectIpc(handler);
    const seen: EventMessage[] = [];
    bridge.subscribe((events) => seen.push(...events));
    host.send([{ event: "command", data: { command: "search" } }]);
    await until(() => seen.length === 1, { what: () => "the command" });
    host.forget(1);
    expect(handler.listening()).toBe(0);
    host.send([{ event: "command", data: { command: "back" } }]);
    await bridge.call("app.info", {});
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toEqual([{ event: "command", data: { command: "search" } }]);
  });
});

it("what the app was started with waits for the first page, a menu item does not", async () => {
  const { host, bridge } = connectIpc(scriptedHandler());
  const offered: EventMessage = { event: "offered", data: { pasted: "a" } };
  host.send([{ event: "command", data: { command: "back" } }, offered]);
  const seen: EventMessage[] = [];
  bridge.subscribe((events) => seen.push(...events));
  await until(() => seen.length > 0, { what: () => "what was sent before" });
  expect(seen).toEqual([offered]);
});

it("the bridge has exactly two functions", () => {
  const { bridge } = connectIpc(scriptedHandler());
  expect(Object.keys(bridge).sort()).toEqual(["call", "subscribe"]);
  expect(new Set(Object.values(CHANNELS)).size).toBe(Object.keys(CHANNELS).length);
});
