import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startEngine } from "../support/engine";
import { marked, root, servers } from "../support/fixtures";
import { noProcessLeft } from "../support/processes";
import { tempFolder } from "../support/temp";

afterEach(() => vi.restoreAllMocks());

/** The clock on the wall as a user or a time server may set it; timers and the steady clock go on. */
function setClock(byMs: number): void {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => now() + byMs);
}

describe("a clock that jumps", () => {
  it.each([-86_400_000, 86_400_000])("by %d ms ends no request early, and holds up no end", async (byMs) => {
    const engine = await startEngine();
    const stays = marked({
      command: process.execPath,
      args: [join(root, "test/fixtures/hostile/stdio.mjs"), "never-exits"],
    });
    const { config } = await engine.addServer("stays", stays);
    const { serverId } = config;
    const opening = engine.call("files.open", { serverId, uri: "skill://one/SKILL.md", op: "o" });
    setClock(byMs);
    expect(await opening).toMatchObject({ textual: true });
    const { rows } = await engine.call("traffic.page", { limit: 500 });
    for (const { durationMs = 0 } of rows) {
      expect(durationMs).toBeGreaterThanOrEqual(0);
      expect(durationMs).toBeLessThan(60_000);
    }
    await engine.close();
    await noProcessLeft(stays.marker);
  });
});

describe("a full disk", () => {
  /** Makes what is written beside a state file run into a device that is always full. */
  function fill(dataDir: string, name: string): () => void {
    const beside = join(dataDir, `${name}.${process.pid}.new`);
    mkdirSync(dataDir, { recursive: true });
    symlinkSync("/dev/full", beside);
    return () => rmSync(beside, { force: true });
  }

  it("while settings are saved is told, loses nothing, and the next save is whole", async () => {
    const engine = await startEngine();
    await engine.call("settings.set", { theme: "dark" });
    const free = fill(engine.dataDir, "settings.json");
    const answer = await engine.client.call("settings.set", { theme: "light" });
    expect(answer).toMatchObject({ ok: false, code: "disk-full" });
    expect((answer as { message: string }).message).toMatch(/no room is left/);
    expect(JSON.parse(readFileSync(join(engine.dataDir, "settings.json"), "utf8"))).toMatchObject({
      theme: "dark",
    });
    free();
    await engine.call("settings.set", { panes: { left: 30 } });
    await engine.close();
    const again = await startEngine(engine.dataDir);
    expect(await again.call("settings.get", {})).toMatchObject({ theme: "light", panes: { left: 30 } });
    expect(readdirSync(engine.dataDir).filter((name) => name.endsWith(".new"))).toEqual([]);
  });

  it("while a server is added is told, and those there were stay", async () => {
    const engine = await startEngine();
    const healthy = await engine.addServer("healthy", servers.raw());
    const free = fill(engine.dataDir, "servers.json");
    const answer = await engine.client.call("servers.add", {
      label: "second",
      transport: { kind: "builtin" },
    });
    expect(answer).toMatchObject({ ok: false, code: "disk-full" });
    expect((await engine.server("healthy")).status).toBe("connected");
    const labels = () => engine.call("servers.list", {}).then((all) => all.map(({ config }) => config.label));
    expect(await labels()).toEqual(["Samples", "healthy"]);
    free();
    await engine.close();
    const again = await startEngine(engine.dataDir);
    expect((await again.server("healthy")).config.serverId).toBe(healthy.config.serverId);
  });
});

describe("a damaged file of the app's own", () => {
  it.each(["settings.json", "servers.json", "pins.json"])(
    "%s, cut anywhere, is set aside with words",
    async (name) => {
      const dataDir = tempFolder();
      const first = await startEngine(dataDir);
      await first.addServer("healthy", servers.raw());
      const { serverId } = (await first.server("healthy")).config;
      const [skill] = await first.skills(serverId);
      await first.call("pins.set", { serverId, uri: skill!.uri, pinned: true });
      await first.call("settings.set", { theme: "dark" });
      await first.call("settings.set", { panes: { left: 20 } });
      await first.close();
      const { writeFileSync } = await import("node:fs");
      const whole = readFileSync(join(dataDir, name));
      for (const cut of [
        whole.subarray(0, whole.length / 2),
        Buffer.alloc(whole.length),
        Buffer.from("[1,2]"),
      ]) {
        writeFileSync(join(dataDir, name), cut);
        const engine = await startEngine(dataDir);
        const said = () => engine.events.filter(({ event }) => event === "notice");
        await vi.waitFor(() => expect(JSON.stringify(said())).toContain("set aside"));
        expect((await engine.call("servers.list", {})).length).toBeGreaterThan(0);
        await engine.close();
      }
    },
  );
});
