import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TransportConfig } from "../../../shared/model/server";
import { startEngine, type TestEngine } from "../../support/engine";
import { marked, servers } from "../../support/fixtures";
import { processesWith } from "../../support/processes";
import { tempFolder } from "../../support/temp";
import { until } from "../../support/until";
import { type EditableSkills, editableSkills } from "./skills-folder";

type Era = "legacy" | "modern";

/** Brings an editable folder into the app, over one transport in one era. */
async function open(app: TestEngine, skills: EditableSkills, over: "stdio" | "http" | "folder", era: Era) {
  if (over === "stdio") return app.addServer("live", skills.server, { era });
  let transport: TransportConfig = { kind: "folder", path: skills.folder };
  if (over === "http") {
    const input = { folders: [skills.folder], convention: "sep-2640", faults: [] };
    const { url } = await app.call("serve.start", input);
    transport = { kind: "http", url, headers: [] };
  }
  await app.call("servers.add", { label: "live", transport, era });
  return app.settled("live");
}

/** Methods that went one way, in the order of the traffic. */
async function methods(app: TestEngine, direction: "in" | "out"): Promise<(string | undefined)[]> {
  const { rows } = await app.call("traffic.page", { limit: 5_000 });
  return rows.filter((row) => row.direction === direction).map((row) => row.method);
}

describe.each<["stdio" | "http" | "folder", Era]>([
  ["stdio", "legacy"],
  ["stdio", "modern"],
  ["http", "legacy"],
  ["http", "modern"],
  ["folder", "legacy"],
  ["folder", "modern"],
])("a live server over %s in the %s era", (over, era) => {
  it("lists again when its list changes, and tells when an opened file does", async () => {
    const skills = editableSkills();
    skills.put("first/notes.md", "before");
    const app = await startEngine();
    const { config } = await open(app, skills, over, era);
    const { serverId } = config;
    const subscription = era === "modern" ? "subscriptions/listen" : "notifications/initialized";
    expect(await methods(app, "out")).toContain(subscription);

    skills.skill("second");
    await until(async () => (await app.server("live")).counts.skills === 2, {
      what: () => "the second skill is listed",
    });
    expect(await methods(app, "in")).toContain("notifications/resources/list_changed");

    const [first] = await app.skills(serverId);
    const uri = first!.uri.replace("SKILL.md", "notes.md");
    const file = { serverId, uri, skillUri: first!.uri };
    expect((await app.call("files.open", file)).verdict.state).toBe("match");
    if (era === "legacy")
      await until(async () => (await methods(app, "out")).includes("resources/subscribe"), {
        what: () => "the opened file is subscribed to",
      });
    else
      await until(async () => (await listened(app)).some((raw) => raw.includes(uri)), {
        what: () => "the stream asks for the opened file too",
      });
    skills.put("first/notes.md", "after");
    const told = () =>
      app.events.some(
        ({ event, data }) => event === "updated" && data.serverId === serverId && data.uris.includes(uri),
      );
    await until(told, { what: () => "the change of the opened file is told" });
    expect(await methods(app, "in")).toContain("notifications/resources/updated");
    // What is read then fits the entry that was listed then.
    const again = await app.call("files.open", file);
    expect(again.verdict.state).toBe("match");
    expect(Buffer.from(await app.client.bytes(again.handle)).toString()).toBe("after");
  });
});

async function listened(app: TestEngine): Promise<string[]> {
  const { rows } = await app.call("traffic.page", { limit: 5_000 });
  const asked = rows.filter(
    ({ method, direction }) => method === "subscriptions/listen" && direction === "out",
  );
  return Promise.all(asked.map(async ({ seq }) => (await app.call("traffic.message", { seq })).raw));
}

describe("one key restarts a stdio server", () => {
  it("starts a new process, lists what it serves now, and a check judges that", async () => {
    const describe = join(tempFolder(), "skills.json");
    const skill = (name: string, extra = {}) => ({
      path: name,
      frontmatter: { name, description: `Does ${name}. Use when ${name} is due.`, ...extra },
      body: "Do it.",
    });
    writeFileSync(describe, JSON.stringify([skill("one")]));
    const server = marked(servers.raw("--describe", describe));
    const app = await startEngine();
    const { config } = await app.addServer("mine", server);
    const { serverId } = config;
    const check = () => app.call("checks.run", { serverId, op: `check-${Math.random()}` });
    expect((await check()).summary.skills).toBe(1);
    const [before] = processesWith(server.marker);
    const { uri } = (await app.skills(serverId))[0]!;
    await app.call("files.open", { serverId, uri, skillUri: uri });

    // The developer changes the server, and presses the key.
    writeFileSync(describe, JSON.stringify([skill("one", { license: "MIT" }), skill("Two")]));
    await app.call("servers.refresh", { serverId, restart: true });
    const state = await app.settled("mine");
    expect(state).toMatchObject({ status: "connected", counts: { skills: 2 } });
    const running = processesWith(server.marker);
    expect(running).toHaveLength(1);
    expect(running[0]).not.toBe(before);
    const report = await check();
    expect(report.summary.skills).toBe(2);
    expect(report.findings.some(({ rule }) => rule === "as-name-charset")).toBe(true);
    // The opened file is another one now: the new entry says so, and it is read again.
    const told = app.events.flatMap(({ event, data }) => (event === "updated" ? data.uris : []));
    expect(told).toEqual([uri]);
  });
});
