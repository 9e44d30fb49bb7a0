import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startEngine } from "../support/engine";
import { tempFolder } from "../support/temp";
import { until } from "../support/until";

const SKILL = "---\nname: demo\ndescription: Shows a demo. Use when trying.\n---\n\n# Demo\n";
const URI = "skill://demo/SKILL.md";

async function served() {
  const folder = tempFolder();
  mkdirSync(join(folder, "demo/refs"), { recursive: true });
  writeFileSync(join(folder, "demo/SKILL.md"), SKILL);
  writeFileSync(join(folder, "demo/refs/a b.md"), "one\n");
  const app = await startEngine();
  const { config } = await app.call("servers.add", {
    label: "Mine",
    transport: { kind: "folder", path: folder },
  });
  await app.settled("Mine");
  return { app, folder, serverId: config.serverId };
}

it("a pinned skill shows exactly what changed, came and went, also after a restart", async () => {
  const { app, folder, serverId } = await served();
  await app.call("pins.set", { serverId, uri: URI, pinned: true });
  expect(await app.call("pins.list", { serverId })).toMatchObject({
    [URI]: { changed: [], added: [], removed: [] },
  });
  writeFileSync(join(folder, "demo/SKILL.md"), `${SKILL}More.\n`);
  writeFileSync(join(folder, "demo/new.md"), "new\n");
  const changed = async (engine: typeof app) => (await engine.call("pins.list", { serverId }))[URI];
  await until(async () => (await changed(app))?.added.length === 1, { what: () => "the change is listed" });
  expect(await changed(app)).toMatchObject({ changed: [URI], added: ["skill://demo/new.md"], removed: [] });
  await app.close();
  const again = await startEngine(app.dataDir);
  await again.settled("Mine");
  expect(await changed(again)).toMatchObject({ changed: [URI], added: ["skill://demo/new.md"] });
});

it("another address or removal forgets what was seen", async () => {
  const { app, serverId } = await served();
  await app.call("pins.set", { serverId, uri: URI, pinned: true });
  await app.call("servers.update", { serverId, patch: { label: "Renamed" } });
  expect(Object.keys(await app.call("pins.list", { serverId }))).toEqual([URI]);
  await app.call("servers.update", {
    serverId,
    patch: { transport: { kind: "folder", path: tempFolder() } },
  });
  expect(readFileSync(join(app.dataDir, "pins.json"), "utf8")).not.toContain("skill://demo");
});

it("a saved skill lies under its server and URI, byte for byte, and without what differs from its entry", async () => {
  const { app, serverId, folder } = await served();
  const out = tempFolder();
  const saved = await app.call("skills.save", { serverId, uri: URI, folder: out, op: "save" });
  expect(saved.folder).toContain(join(out, `Mine-${serverId.slice(0, 8)}`, "skill", "demo"));
  expect(saved.left).toEqual([]);
  expect(readFileSync(join(saved.folder, "refs/a b.md"), "utf8")).toBe("one\n");
  expect(readFileSync(join(saved.folder, "SKILL.md"), "utf8")).toBe(SKILL);
  await expect(
    app.call("skills.save", { serverId, uri: URI, folder: join(out, "none"), op: "s2" }),
  ).rejects.toThrow("no folder");
  expect(folder).toBeTruthy();
});

it("a request is sent again as edited, and its answer joins the traffic", async () => {
  const { app, serverId } = await served();
  const { seq, answerSeq } = await app.call("traffic.replay", {
    serverId,
    method: "resources/read",
    params: { uri: "skill://demo/none.md" },
  });
  expect(await app.call("traffic.message", { seq })).toMatchObject({
    method: "resources/read",
    purpose: "replay",
  });
  expect((await app.call("traffic.message", { seq: answerSeq! })).errorCode).toBe(-32602);
});
