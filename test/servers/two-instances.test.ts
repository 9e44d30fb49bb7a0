import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startEngine } from "../support/engine";
import { tempFolder } from "../support/temp";
import { startWebUi } from "../support/web-ui";

const stored = (folder: string, name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));

describe("two instances on one data folder", () => {
  it("the second says who has it, works, and overwrites nothing", async () => {
    const dataDir = tempFolder();
    const first = await startEngine(dataDir);
    await first.call("settings.set", { theme: "dark" });
    const second = await startEngine(dataDir);
    await vi.waitFor(() => expect(JSON.stringify(second.events)).toContain("has the same data open"));
    expect(JSON.stringify(second.events)).toContain(String(process.pid));
    await second.call("settings.set", { theme: "light" });
    await second.call("servers.add", { label: "mine", transport: { kind: "builtin" } });
    await first.call("servers.add", { label: "theirs", transport: { kind: "builtin" } });
    expect((await second.call("settings.get", {})).theme).toBe("light");
    expect(stored(dataDir, "settings.json").theme).toBe("dark");
    const labels = stored(dataDir, "servers.json").servers.map(({ label }: { label: string }) => label);
    expect(labels).toEqual(["Samples", "theirs"]);
    await first.close();
    const third = await startEngine(dataDir);
    await third.call("settings.set", { theme: "contrast" });
    expect(stored(dataDir, "settings.json").theme).toBe("contrast");
  });

  it("a lock that a killed process left counts for nothing", async () => {
    const home = tempFolder();
    const dataDir = join(home, "config", "mcp-skill-inspector");
    const ui = await startWebUi(home);
    expect(stored(dataDir, "instance.lock")).toMatchObject({ pid: ui.child.pid, host: "web" });
    const during = await startEngine(dataDir);
    await vi.waitFor(() => expect(JSON.stringify(during.events)).toContain(`process ${ui.child.pid}`));
    await during.close();
    const ended = new Promise((resolve) => ui.child.once("exit", resolve));
    ui.child.kill("SIGKILL");
    await ended;
    const after = await startEngine(dataDir);
    await after.call("settings.set", { theme: "dark" });
    expect(stored(dataDir, "settings.json").theme).toBe("dark");
    expect(JSON.stringify(after.events)).not.toContain("has the same data open");
  });

  it.each([
    "",
    "{",
    "null",
    '{"pid":"x"}',
    `{"pid":${process.pid},"host":"web"}`,
    '{"pid":999999999,"host":"web"}',
  ])("a lock that says %j is taken over", async (text) => {
    const dataDir = tempFolder();
    writeFileSync(join(dataDir, "instance.lock"), text);
    const engine = await startEngine(dataDir);
    await engine.call("settings.set", { theme: "dark" });
    expect(stored(dataDir, "settings.json").theme).toBe("dark");
    onTestFinished(() => expect(() => readFileSync(join(dataDir, "instance.lock"))).toThrow());
    await engine.close();
  });
});
