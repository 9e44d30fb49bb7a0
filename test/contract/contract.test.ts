import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createEngine } from "../../electron/engine/engine";
import { createWebPlatform } from "../../electron/web/web-platform";
import type { CallResult, EventMessage, HostClient } from "../../shared/contract";
import { root } from "../support/fixtures";
import { tempFolder } from "../support/temp";
import { until } from "../support/until";
import { HOSTS } from "./hosts";
import { scriptedHandler } from "./scripted-handler";

const samples = join(root, "electron/engine/skill-server/samples");

async function startedEngine() {
  const engine = createEngine({
    dataDir: tempFolder(),
    host: "web",
    version: "1.2.3",
    samplesDir: samples,
    platform: createWebPlatform({ platform: "linux", env: {} }),
    workerFile: join(root, "dist", "inspection-worker.cjs"),
  });
  onTestFinished(() => engine.close());
  await engine.start();
  return engine;
}

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(`${result.code}: ${result.message} ${result.detail ?? ""}`);
  return result.value;
}

/** A call as a caller without types would make it. */
const rawCall = (client: HostClient, name: string, input: unknown) =>
  client.call(name as "app.info", input as Record<string, never>) as Promise<CallResult<unknown>>;

const notice = (message: string): EventMessage => ({ event: "notice", data: { level: "info", message } });

describe.each(Object.entries(HOSTS))("the contract over %s", (_name, open) => {
  it("reads a sample skill of a real engine, byte for byte", async () => {
    const client = await open(await startedEngine());
    const info = unwrap(await client.call("app.info", {}));
    expect(info).toMatchObject({ version: "1.2.3", host: "web" });

    const seen: EventMessage[] = [];
    onTestFinished(client.subscribe((events) => seen.push(...events)));
    const [server] = unwrap(await client.call("servers.list", {}));
    const { serverId } = server!.config;
    unwrap(await client.call("servers.refresh", { serverId }));
    const uri = "skill://acme/billing/dunning/SKILL.md";
    const listed = async () => {
      const page = unwrap(await client.call("skills.page", { serverId, offset: 0, limit: 100 }));
      return page.skills.some((skill) => skill.uri === uri);
    };
    await until(listed, { what: () => `${uri} is listed` });
    const file = unwrap(await client.call("files.open", { serverId, uri, skillUri: uri }));
    const onDisk = await readFile(join(samples, "acme/billing/dunning/SKILL.md"));
    expect(Buffer.from(await client.bytes(file.handle)).equals(onDisk)).toBe(true);
    await until(() => seen.some(({ event }) => event === "skills"), { what: () => "skills were announced" });
  });

  it("tells a page that listens of all that happens once a call of it was answered", async () => {
    const handler = scriptedHandler({ "servers.list": () => handler.emit([notice("after the answer")]) });
    const client = await open(handler);
    const seen: EventMessage[] = [];
    onTestFinished(client.subscribe((events) => seen.push(...events)));
    unwrap(await rawCall(client, "servers.list", {}));
    await until(() => seen.length === 1, { what: () => "the event came" });
    expect(seen).toEqual([notice("after the answer")]);
  });

  it("answers unknown-call for every name that is not in the contract", async () => {
    const handler = scriptedHandler();
    const client = await open(handler);
    for (const name of ["nope", "", "__proto__", "constructor", "toString", "servers"]) {
      expect(await rawCall(client, name, {})).toMatchObject({ ok: false, code: "unknown-call" });
    }
    expect(handler.seen).toEqual([]);
  });

  it("answers bad-input with path and reason before the handler sees anything", async () => {
    const handler = scriptedHandler();
    const client = await open(handler);
    const wrong: [string, unknown, RegExp][] = [
      ["skills.page", { serverId: "s", offset: -1, limit: 10 }, /offset: .*>=0/],
      ["skills.page", { serverId: "s", offset: 0 }, /limit: /],
      [
        "servers.add",
        { label: "x", transport: { kind: "stdio", args: [], env: {} } },
        /transport\.command: /,
      ],
      ["servers.add", { label: "x", transport: { kind: "telnet" } }, /transport\.kind: /],
      ["app.info", { extra: 1 }, /extra/],
      ["files.open", "text", /expected object/],
    ];
    for (const [name, input, reason] of wrong) {
      const answer = await rawCall(client, name, input);
      expect(answer).toMatchObject({ ok: false, code: "bad-input" });
      expect((answer as { message: string }).message).toMatch(reason);
    }
    expect(handler.seen).toEqual([]);
  });

  it("refuses what nests too deep to be sent on", async () => {
    const handler = scriptedHandler();
    const client = await open(handler);
    const deep = JSON.parse(`${"[".repeat(600)}${"]".repeat(600)}`);
    const answer = await rawCall(client, "traffic.replay", {
      serverId: "s",
      method: "m",
      params: { deep },
      op: "o",
    });
    expect(answer).toMatchObject({ ok: false, code: "bad-input" });
    expect((answer as { message: string }).message).toContain("256 levels");
    expect(handler.seen).toEqual([]);
  });

  it("gives the handler the input with its defaults filled in", async () => {
    const handler = scriptedHandler();
    const client = await open(handler);
    await client.call("servers.add", { label: "  mine ", transport: { kind: "builtin" } });
    expect(handler.seen).toEqual([
      {
        name: "servers.add",
        input: {
          label: "mine",
          transport: { kind: "builtin" },
          era: "auto",
          autoConnect: true,
        },
      },
    ]);
  });

  it("turns what a handler throws into an answer without its stack", async () => {
    const client = await open(
      scriptedHandler({
        "servers.list": () => {
          throw new Error("the disk is on fire");
        },
      }),
    );
    const answer = await client.call("servers.list", {});
    expect(answer).toMatchObject({ ok: false, code: "internal", detail: "the disk is on fire" });
    expect(JSON.stringify(answer)).not.toMatch(/\.ts|at \w+ \(/);
  });

  it("carries bytes and texts of every kind unchanged", async () => {
    const every = Uint8Array.from({ length: 256 * 1024 }, (_, at) => at % 256);
    const text = "NUL \u0000, line \u2028, lone \ud800, bidi \u202e, emoji 🧰";
    const client = await open(
      scriptedHandler({ "settings.get": () => ({ text }) }, { "a/b c": every, none: new Uint8Array() }),
    );
    expect(Buffer.from(await client.bytes("a/b c")).equals(every)).toBe(true);
    expect((await client.bytes("none")).length).toBe(0);
    expect(unwrap(await rawCall(client, "settings.get", {}))).toEqual({ text });
  });

  it("rejects with a reason when a handle is no longer valid", async () => {
    const client = await open(scriptedHandler());
    await expect(client.bytes("gone")).rejects.toThrow("open the file again");
    await expect(client.bytes("../../etc/passwd")).rejects.toThrow("open the file again");
  });

  it("brings events in order to every listener, and none after it unsubscribed", async () => {
    const handler = scriptedHandler();
    const client = await open(handler);
    const first: string[] = [];
    const second: string[] = [];
    const into = (list: string[]) => (events: EventMessage[]) =>
      list.push(...events.map(({ event, data }) => (event === "notice" ? data.message : event)));
    const endFirst = client.subscribe(into(first));
    const endSecond = client.subscribe(into(second));
    await until(() => handler.listening() > 0, { what: () => "the host listens" });

    handler.emit([notice("1"), notice("2")]);
    handler.emit([notice("3")]);
    await until(() => second.length === 3, { what: () => `three events came: ${second}` });
    endFirst();
    handler.emit([notice("4")]);
    await until(() => second.length === 4, { what: () => `the fourth came: ${second}` });
    expect(first).toEqual(["1", "2", "3"]);
    expect(second).toEqual(["1", "2", "3", "4"]);

    endSecond();
    await until(() => handler.listening() === 0, { what: () => "nobody listens any more" });
  });

  it("answers other calls while more calls run than a browser has connections", async () => {
    const pending: (() => void)[] = [];
    const client = await open(
      scriptedHandler({
        "servers.connect": ({ serverId }: { serverId: string }) =>
          new Promise((resolve) => pending.push(() => resolve({ serverId }))),
        "op.cancel": () => true,
      }),
    );
    const running = Array.from({ length: 20 }, (_, at) =>
      client.call("servers.connect", { serverId: `s${at}` }),
    );
    await until(() => pending.length === 20, { what: () => `all run: ${pending.length}` });
    expect(unwrap(await client.call("op.cancel", { op: "x" }))).toBe(true);
    for (const end of pending) end();
    const answers = await Promise.all(running);
    expect(answers.map((answer) => unwrap(answer as CallResult<unknown>))).toEqual(
      running.map((_, at) => ({ serverId: `s${at}` })),
    );
  });
});
