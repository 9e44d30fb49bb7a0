import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliResult, checkJson, runCli, target } from "../support/cli";
import { startEngine, type TestEngine } from "../support/engine";
import { marked, root, type ServerCommand, servers } from "../support/fixtures";
import { peakOf } from "../support/memory";
import { noProcessLeft } from "../support/processes";

const SKILL = "skill://one/SKILL.md";
/** Megabytes that a command may take in all, whatever a server sends: a bare one takes about 110. */
const MOST_MB = 700;

const hostile = (behaviour: string) =>
  marked({ command: process.execPath, args: [join(root, "test/fixtures/hostile/stdio.mjs"), behaviour] });

/** Runs a command to its end. @returns its result, with the most memory that it ever had, in megabytes */
async function measured(args: string[], server: ServerCommand): Promise<CliResult & { mb: number }> {
  let peak = () => 0;
  const result = await runCli([...args, ...target(server)], {
    whileRunning: async (child) => {
      peak = peakOf(child.pid!);
    },
  });
  return { ...result, mb: peak() };
}

/** An engine with a hostile server, and a healthy one beside it. */
async function both(behaviour: string, timeoutMs = 20_000) {
  const engine = await startEngine();
  const command = hostile(behaviour);
  const healthy = await engine.addServer("healthy", servers.raw());
  const state = await engine.addServer("hostile", command, { timeoutMs });
  return { engine, command, state, serverId: state.config.serverId, healthyId: healthy.config.serverId };
}

/** The healthy server answers as ever, and nothing is left of the hostile one when the app ends. */
async function unharmed(engine: TestEngine, healthyId: string, marker: string): Promise<void> {
  expect((await engine.server("healthy")).status).toBe("connected");
  const [skill] = await engine.skills(healthyId);
  const opened = await engine.call("files.open", { serverId: healthyId, uri: skill!.uri, op: "after" });
  expect(opened.verdict.state).toBe("match");
  await engine.close();
  await noProcessLeft(marker);
}

const read = (engine: TestEngine, serverId: string) =>
  engine.client.call("files.open", { serverId, uri: SKILL, op: "open" });
const words = (answer: unknown) => JSON.stringify(answer);

describe("more than is taken", () => {
  it("ends at the limit of a message, of which 1 GB is one, and names it", async () => {
    const { engine, command, serverId, healthyId } = await both("giant-answer");
    expect(words(await read(engine, serverId))).toMatch(
      /without a line end: .*"Size of one message\\" is 64 MB/,
    );
    expect((await engine.server("hostile")).problem?.message).toContain("Size of one message");
    await unharmed(engine, healthyId, command.marker);

    const cli = await measured(["read", SKILL], hostile("giant-answer"));
    expect(cli.code).toBe(3);
    expect(cli.stderr).toContain("--limit messageMb=NUMBER");
    expect(cli.mb).toBeLessThan(MOST_MB);
  });

  it("opens no SKILL.md of 50 MB, unless its limit is raised", async () => {
    const { engine, command, serverId, healthyId } = await both("huge-skill-md");
    expect(words(await read(engine, serverId))).toMatch(
      /52,4\d\d,\d{3} bytes.*"Size of one file\\" is 32 MB/,
    );
    await engine.call("settings.set", { limits: { fileMb: 64 } });
    await engine.call("servers.refresh", { serverId, restart: true });
    await engine.settled("hostile");
    expect(await read(engine, serverId)).toMatchObject({ ok: true, value: { textual: true } });
    await unharmed(engine, healthyId, command.marker);

    const checked = await checkJson(["--no-probes", ...target(hostile("huge-skill-md"))]);
    const found = checked.report.findings.find(({ rule }) => rule === "insp-over-limit");
    expect(found?.message).toContain("Size of one file");
    const small = await measured(["read", SKILL], hostile("huge-skill-md"));
    expect(small.code).toBe(3);
    expect(small.mb).toBeLessThan(MOST_MB);
    const raised = await measured(["read", "--limit", "fileMb=64", SKILL], hostile("huge-skill-md"));
    expect([raised.code, raised.bytes.length > 52_000_000]).toEqual([0, true]);
    expect(raised.mb).toBeLessThan(1_000);
  });

  it("lists 100,000 skills while other calls are answered, and fewer where that is asked for", async () => {
    const { engine, command, state, healthyId } = await both("many-skills", 30_000);
    expect(state.counts.skills).toBe(100_000);
    await engine.call("settings.set", { limits: { entries: 20_000 } });
    await engine.call("servers.refresh", { serverId: state.config.serverId, restart: true });
    const fewer = await engine.settled("hostile");
    expect([fewer.counts.skills, fewer.listing]).toEqual([20_000, "partial"]);
    expect(fewer.listingProblem?.message).toContain('"Entries of one listing" is 20,000');
    await unharmed(engine, healthyId, command.marker);

    const cli = await measured(["list", "--format", "json"], hostile("many-skills"));
    expect((JSON.parse(cli.stdout) as { skills: unknown[] }).skills).toHaveLength(100_000);
    expect(cli.mb).toBeLessThan(MOST_MB);
  });

  it.each(["deep-list", "deep-handshake", "deep-notification"])("takes no %s apart", async (behaviour) => {
    const { engine, command, state, healthyId } = await both(behaviour);
    const seen = words(state);
    if (behaviour !== "deep-notification") expect(seen).toMatch(/nests more than 256 levels deep/);
    else expect([state.status, state.counts.skills]).toEqual(["connected", 1]);
    // What was seen of it can be shown: it goes over IPC and WebSocket as events and rows.
    const { rows } = await engine.call("traffic.page", { limit: 100 });
    for (const { seq } of rows) structuredClone(await engine.call("traffic.message", { seq }));
    await unharmed(engine, healthyId, command.marker);

    const cli = await runCli(["check", "--format", "json", ...target(hostile(behaviour))]);
    expect(cli.code).toBe(behaviour === "deep-handshake" ? 3 : 1);
    expect(`${cli.stdout}${cli.stderr}`).toMatch(/nests more than 256 levels deep/);
  });
});

describe("noise without end", () => {
  it("a flood of notifications holds up neither the list nor the other server", async () => {
    const { engine, command, state, healthyId } = await both("notification-flood");
    expect([state.status, state.counts.skills]).toEqual(["connected", 1]);
    const before = process.memoryUsage().rss;
    const from = performance.now();
    await engine.call("skills.page", { serverId: healthyId, offset: 0, limit: 10 });
    expect(performance.now() - from).toBeLessThan(2_000);
    await unharmed(engine, healthyId, command.marker);
    expect((process.memoryUsage().rss - before) / 1024 ** 2).toBeLessThan(MOST_MB);

    const cli = await measured(["check", "--budget", "4000"], hostile("notification-flood"));
    expect([1, 4]).toContain(cli.code);
    expect(cli.mb).toBeLessThan(MOST_MB);
  });

  it("a flood of changes lists again now and then, not each time", async () => {
    const { engine, command, state, healthyId } = await both("change-flood");
    expect(state.status).toBe("connected");
    await unharmed(engine, healthyId, command.marker);
  });

  it("bytes that are no text between the messages are told as noise", async () => {
    const { engine, command, state, healthyId } = await both("binary-stdout");
    expect([state.status, state.counts.skills]).toEqual(["connected", 1]);
    await unharmed(engine, healthyId, command.marker);
    const { report } = await checkJson(["--no-probes", ...target(hostile("binary-stdout"))]);
    expect(report.findings.some(({ rule }) => rule === "insp-stdout-noise")).toBe(true);
  });

  it("a character cut in the middle is shown as damaged, and the message read", async () => {
    const { engine, command, serverId, healthyId } = await both("broken-utf8");
    const answer = await read(engine, serverId);
    expect(answer).toMatchObject({ ok: true });
    const { handle } = (answer as { value: { handle: string } }).value;
    expect(Buffer.from((await engine.client.bytes(handle))!).toString()).toBe("\ufffd");
    await unharmed(engine, healthyId, command.marker);
  });
});

describe("answers that were not asked for, or not then", () => {
  it("a request that is cancelled ends at once, whatever the server does", async () => {
    const { engine, command, serverId, healthyId } = await both("ignores-cancel");
    const from = performance.now();
    const opening = read(engine, serverId);
    await engine.call("op.cancel", { op: "open" });
    expect(words(await opening)).toContain("cancelled");
    expect(performance.now() - from).toBeLessThan(1_000);
    await unharmed(engine, healthyId, command.marker);
  });

  it("an answer after the time is no answer, and the next request gets its own", async () => {
    const { engine, command, serverId, healthyId } = await both("late-answers", 2_500);
    expect(words(await read(engine, serverId))).toContain("no answer within 2500 ms");
    const second = await read(engine, serverId);
    expect(second).toMatchObject({ ok: true, value: { size: 100 } });
    await unharmed(engine, healthyId, command.marker);
    const checked = await checkJson(["--timeout", "2500", ...target(hostile("late-answers"))]);
    expect(checked.report.findings.map(({ rule }) => rule)).toContain("insp-no-answer");
    expect(checked.report.findings.map(({ rule }) => rule)).not.toContain("insp-unknown-id");
  });

  it("ids of every kind reach no other request", async () => {
    const { engine, command, state, healthyId } = await both("wild-ids");
    expect([state.status, state.listing]).toEqual(["connected", "partial"]);
    expect(state.listingProblem?.message).toContain("id changed");
    await unharmed(engine, healthyId, command.marker);
    const { report } = await checkJson(["--no-probes", ...target(hostile("wild-ids"))]);
    expect(report.findings.map(({ rule }) => rule)).toContain("insp-unknown-id");
  });

  it("errors of every type are told in words of bounded length", async () => {
    const { engine, command, serverId, healthyId } = await both("wild-errors");
    for (let at = 0; at < 7; at++) {
      const answer = await read(engine, serverId);
      if (answer.ok) throw new Error("It opened.");
      expect(answer.message.length).toBeLessThan(5_000);
    }
    await unharmed(engine, healthyId, command.marker);
  });
});

describe("processes", () => {
  it.each(["never-exits", "forks"])("none is left of a server that %s", async (behaviour) => {
    const { engine, command, state, healthyId } = await both(behaviour);
    expect(state.status).toBe("connected");
    await unharmed(engine, healthyId, command.marker);

    const again = hostile(behaviour);
    expect((await runCli(["list", ...target(again)])).code).toBe(0);
    await noProcessLeft(again.marker, 500);
  });
});
