import { describe, expect, it } from "vitest";
import { commandLine } from "../../shared/model/server";
import { startEngine, stdio } from "../support/engine";
import { marked, servers } from "../support/fixtures";
import { noProcessLeft, processesWith, processStarted } from "../support/processes";
import { tempFolder } from "../support/temp";
import { until } from "../support/until";

describe("several servers at once", () => {
  it("holds each under its label with its own skills, and reads no skill file ahead of need", async () => {
    const engine = await startEngine();
    const [samples, sdk, ext, first, every, raw] = await Promise.all([
      engine.settled("Samples"),
      engine.addServer("sdk", servers.sdkV2()),
      engine.addServer("ext", servers.extSkills(undefined, "--page", "2")),
      engine.addServer("first generation", servers.sdkV1()),
      engine.addServer("reference", servers.everything()),
      engine.addServer("raw", servers.raw("--page", "1"), { era: "legacy" }),
    ]);
    expect(samples.counts.skills).toBeGreaterThanOrEqual(8);
    expect([sdk, ext, first, every, raw].map((state) => [state.era, state.counts.skills])).toEqual([
      ["modern", 5],
      ["modern", 5],
      ["legacy", 3],
      ["legacy", 0],
      ["legacy", 3],
    ]);
    expect(every.counts.templates).toBe(2);
    expect(sdk.completions).toBe(false);
    expect(ext.completions).toBe(true);
    expect(first.skillsExtension?.declared).toBe(false);
    // Two servers serve a skill named "refunds"; each keeps its own.
    const names = async (serverId: string) =>
      (await engine.skills(serverId)).map((skill) => skill.name).sort();
    expect(await names(sdk.config.serverId)).toEqual(await names(ext.config.serverId));
    expect(await names(first.config.serverId)).toEqual(["invoices", "refunds", "triage"]);
    const { rows } = await engine.call("traffic.page", { limit: 5_000 });
    const sent = rows.filter((row) => row.direction === "out").map((row) => row.method);
    expect(sent).toContain("skills/list");
    expect(sent).not.toContain("resources/read");
    expect(sent).not.toContain("resources/directory/read");
  });

  it("does not take a label twice", async () => {
    const engine = await startEngine();
    await engine.addServer("mine", servers.raw());
    const answer = await engine.client.call("servers.add", {
      label: "mine",
      transport: stdio(servers.raw()),
    });
    expect(answer).toMatchObject({ ok: false, code: "label-taken" });
  });

  it("leaves a server alone when another one dies, and says why that one did", async () => {
    const engine = await startEngine();
    const healthy = await engine.addServer("healthy", servers.raw());
    const dead = await engine.addServer("dying", servers.faulty("crash-mid-list"));
    await until(async () => (await engine.server("dying")).exit?.code === 7, {
      what: () => "the exit of the dying server is known",
    });
    const state = await engine.server("dying");
    expect(state.stderr).toContain("out of memory");
    expect(state.problem ?? state.listingProblem).toBeTruthy();
    expect(dead.counts.skills).toBeLessThanOrEqual(1);
    const refreshed = await engine.call("servers.refresh", { serverId: healthy.config.serverId });
    expect(refreshed.counts.skills).toBe(3);
  });
});

describe("confirmation", () => {
  it("starts nothing before the exact line was agreed to, and asks again when it changes", async () => {
    const engine = await startEngine();
    const command = marked(servers.raw());
    const added = await engine.call("servers.add", { label: "mine", transport: stdio(command) });
    const { serverId } = added.config;
    expect(added.status).toBe("needs-confirmation");
    expect((await engine.call("servers.connect", { serverId })).status).toBe("needs-confirmation");
    const near = commandLine(stdio(command)).replace("raw.mjs", "raw.mjs ");
    expect(await engine.client.call("servers.confirm", { serverId, commandLine: near })).toMatchObject({
      ok: false,
    });
    expect(processesWith(command.marker)).toEqual([]);

    await engine.call("servers.confirm", { serverId, commandLine: commandLine(stdio(command)) });
    expect((await engine.settled("mine")).counts.skills).toBe(3);
    const changed = stdio({ ...command, args: [...command.args, "--page", "1"] });
    const updated = await engine.call("servers.update", { serverId, patch: { transport: changed } });
    expect(updated.status).toBe("needs-confirmation");
    await noProcessLeft(command.marker);
    expect((await engine.call("servers.connect", { serverId })).status).toBe("needs-confirmation");
    expect(processesWith(command.marker)).toEqual([]);
  });

  it("remembers servers and what was agreed to over a restart", async () => {
    const dataDir = tempFolder();
    const first = await startEngine(dataDir);
    const command = marked(servers.sdkV2());
    const { config } = await first.addServer("kept", command, { era: "legacy", timeoutMs: 12_000 });
    await first.call("servers.add", { label: "unconfirmed", transport: stdio(servers.raw()) });
    await first.close();
    await noProcessLeft(command.marker);

    const second = await startEngine(dataDir);
    const kept = await second.settled("kept");
    expect(kept.config).toEqual(config);
    expect(kept.era).toBe("legacy");
    expect(kept.counts.skills).toBe(5);
    expect((await second.server("unconfirmed")).status).toBe("needs-confirmation");
    await second.call("servers.remove", { serverId: config.serverId });
    await noProcessLeft(command.marker);
    await second.close();
    const third = await startEngine(dataDir);
    expect((await third.call("servers.list", {})).map((each) => each.config.label)).toEqual([
      "Samples",
      "unconfirmed",
    ]);
  });
});

describe("a server that does not come up", () => {
  it.each<[string, string, RegExp]>([
    ["exits at once", "exits-at-once", /exit code 3/],
    ["never answers", "never-answers", /did not answer/],
    ["speaks no MCP", "not-mcp", /no MCP server/],
  ])("ends as failed with the reason when it %s", async (_how, fault, words) => {
    const engine = await startEngine();
    const command = marked(servers.faulty(fault));
    const state = await engine.addServer("bad", command, { timeoutMs: 800 });
    expect(state.status).toBe("failed");
    expect(state.problem?.message).toMatch(words);
    expect(state.problem?.hint).toBeTruthy();
    await noProcessLeft(command.marker);
  });

  it("can be cancelled while it connects", async () => {
    const engine = await startEngine();
    const command = marked(servers.faulty("never-answers"));
    const transport = stdio(command);
    const { config } = await engine.call("servers.add", {
      label: "slow",
      transport,
      autoConnect: false,
      timeoutMs: 60_000,
    });
    const { serverId } = config;
    const confirmed = engine.call("servers.confirm", { serverId, commandLine: commandLine(transport) });
    await processStarted(command.marker);
    const connecting = engine.call("servers.connect", { serverId, op: "connect-1" });
    await until(() => engine.call("op.cancel", { op: "connect-1" }), {
      what: () => "the attempt was cancelled",
    });
    expect((await connecting).status).not.toBe("connected");
    await confirmed;
    await noProcessLeft(command.marker);
  });
});
