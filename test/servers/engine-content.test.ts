import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSkillServer } from "../../electron/engine/skill-server";
import { startEngine } from "../support/engine";
import { servers, skillsFolder } from "../support/fixtures";
import { until } from "../support/until";

const sha256 = (bytes: Uint8Array) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
const INVOICES = "skill://acme/billing/invoices/SKILL.md";
const STAMP = "skill://acme/billing/invoices/assets/stamp.png";

describe("opening a file", () => {
  it("gives its bytes, its digest and that it matches its entry", async () => {
    const engine = await startEngine();
    const { config } = await engine.addServer("sdk", servers.sdkV2());
    const { serverId } = config;
    for (const [uri, path, textual] of [
      ["skill://handbook/SKILL.md", "handbook/SKILL.md", true],
      ["skill://handbook/assets/table.bin", "handbook/assets/table.bin", false],
      ["skill://handbook/references/gr%C3%B6%C3%9Fen.md", "handbook/references/größen.md", true],
    ] as const) {
      const file = await engine.call("files.open", { serverId, uri, skillUri: "skill://handbook/SKILL.md" });
      const disk = readFileSync(join(skillsFolder("clean"), path));
      expect(Buffer.from(await engine.client.bytes(file.handle)).equals(disk)).toBe(true);
      expect(file).toMatchObject({ size: disk.length, digest: sha256(disk), textual });
      expect(file.verdict.state).toBe("match");
    }
    const skill = await engine.call("files.open", { serverId, uri: "skill://handbook/SKILL.md" });
    expect(skill.frontmatter?.data).toMatchObject({ name: "handbook" });
    expect(skill.frontmatterDiff ?? []).toEqual([]);
  });

  it.each([
    ["wrong-digest", /SHA-256/],
    ["wrong-size", /size|bytes/i],
  ])("says what does not match with %s", async (fault, words) => {
    const engine = await startEngine();
    const { config } = await engine.addServer("raw", servers.faulty(fault));
    const file = await engine.call("files.open", {
      serverId: config.serverId,
      uri: STAMP,
      skillUri: INVOICES,
    });
    expect(file.verdict.state).toBe("mismatch");
    expect(file.verdict.reason).toMatch(words);
    expect(file.verdict.expected).not.toEqual(file.verdict.actual);
  });

  it("marks a file that the entry does not list", async () => {
    const engine = await startEngine();
    const { config } = await engine.addServer("raw", servers.faulty("incomplete-manifest"));
    const file = await engine.call("files.open", {
      serverId: config.serverId,
      uri: STAMP,
      skillUri: INVOICES,
    });
    expect(file.verdict.state).toBe("unlisted");
  });

  it("shows where frontmatter and entry differ", async () => {
    const engine = await startEngine();
    const { config } = await engine.addServer("raw", servers.faulty("frontmatter-differs"));
    const file = await engine.call("files.open", {
      serverId: config.serverId,
      uri: INVOICES,
      skillUri: INVOICES,
    });
    expect(file.frontmatterDiff?.map((row) => row.key)).toEqual(["description"]);
  });

  it("compares a directory with the manifest", async () => {
    const engine = await startEngine();
    const { config } = await engine.addServer("raw", servers.faulty("incomplete-manifest"));
    const view = await engine.call("directory.read", {
      serverId: config.serverId,
      uri: "skill://acme/billing/invoices/assets",
      skillUri: INVOICES,
    });
    expect(view.children).toMatchObject([{ uri: STAMP, directory: false, inManifest: false }]);
  });

  it("says of no file of a dynamic skill that the manifest lacks it: there is none", async () => {
    const engine = await startEngine();
    const server = await createSkillServer({
      folders: [skillsFolder("clean")],
      faults: ["dynamic"],
      watch: false,
    });
    onTestFinished(() => server.close());
    const { url } = await server.serveHttp({ port: 0 });
    const transport = { kind: "http" as const, url, headers: [] };
    const { config } = await engine.call("servers.add", { label: "dynamic", transport });
    await engine.settled("dynamic");
    const view = await engine.call("directory.read", {
      serverId: config.serverId,
      uri: "skill://acme/billing/refunds/examples",
      skillUri: "skill://acme/billing/refunds/SKILL.md",
    });
    expect(view.children.map(({ uri }) => uri)).toEqual(["skill://acme/billing/refunds/examples/email.md"]);
    for (const child of view.children) expect(child).not.toHaveProperty("inManifest");
    expect(view.missing).toEqual([]);
  });

  it("reads results that lack what 2026-07-28 wants, and shows the file all the same", async () => {
    const engine = await startEngine();
    const { config, era } = await engine.addServer(
      "raw",
      servers.faulty("missing-resulttype", "missing-ttl"),
    );
    expect(era).toBe("modern");
    const file = await engine.call("files.open", {
      serverId: config.serverId,
      uri: STAMP,
      skillUri: INVOICES,
    });
    expect(file.verdict.state).toBe("match");
  });
});

describe("opening by URI", () => {
  it("finds a skill that no list shows, and says how it was found", async () => {
    const engine = await startEngine();
    const server = servers.extSkills(undefined, "--unlisted", "acme/support/triage");
    const { config, counts } = await engine.addServer("ext", server);
    const { serverId } = config;
    expect(counts.skills).toBe(4);
    const uri = "skill://acme/support/triage/SKILL.md";
    const opened = await engine.call("skills.openByUri", { serverId, uri });
    expect(opened).toMatchObject({ kind: "skill", skill: { uri, name: "triage", provenance: "skills/get" } });
    expect((await engine.server("ext")).counts.skills).toBe(5);
  });

  it("reads a URI as a resource where the extension is not declared", async () => {
    const engine = await startEngine();
    const { config } = await engine.addServer("first", servers.sdkV1());
    const opened = await engine.call("skills.openByUri", { serverId: config.serverId, uri: "docs://readme" });
    if (opened.kind !== "file") throw new Error("It was taken for a skill.");
    const text = Buffer.from(await engine.client.bytes(opened.file.handle)).toString("utf8");
    expect(text).toBe("No skill, only a resource.");
    const { rows } = await engine.call("traffic.page", { limit: 1_000 });
    expect(rows.map((row) => row.method)).not.toContain("skills/get");
  });

  it("says that nothing is served there, in the server's words", async () => {
    const engine = await startEngine();
    const { config } = await engine.addServer("raw", servers.raw());
    const answer = await engine.client.call("skills.openByUri", {
      serverId: config.serverId,
      uri: "skill://no/such/SKILL.md",
    });
    expect(answer).toMatchObject({ ok: false });
    expect(JSON.stringify(answer)).toContain("skill://no/such/SKILL.md");
  });
});

describe("completion", () => {
  const template = "skill://acme/{team}/{skill}/SKILL.md";

  it("completes the second variable by the first, with the samples and the raw server", async () => {
    const engine = await startEngine();
    await engine.addServer("raw", servers.raw());
    for (const [label, teams, skills] of [
      ["Samples", ["billing", "support"], ["dunning", "refunds"]],
      ["raw", ["billing", "support"], ["invoices", "refunds"]],
    ] as const) {
      const { config } = await engine.settled(label);
      const ask = (variable: string, value: string, context: Record<string, string>) =>
        engine.call("templates.complete", { serverId: config.serverId, template, variable, value, context });
      const first = await ask("team", "", {});
      expect(first.state).toBe("ok");
      expect(first.values).toEqual(expect.arrayContaining([...teams]));
      expect((await ask("skill", "", { team: "billing" })).values).toEqual([...skills]);
      expect((await ask("skill", "", { team: "no-such-team" })).values).toEqual([]);
    }
  });

  it("sends nothing where the server declares no completion, and says so", async () => {
    const engine = await startEngine();
    const { config } = await engine.addServer("sdk", servers.sdkV2());
    const answer = await engine.call("templates.complete", {
      serverId: config.serverId,
      template: "skill://{+path}",
      variable: "path",
      value: "h",
      context: {},
    });
    expect(answer).toMatchObject({ state: "unsupported", values: [] });
    const { rows } = await engine.call("traffic.page", { limit: 1_000 });
    expect(rows.map((row) => row.method)).not.toContain("completion/complete");
  });
});

describe("checks", () => {
  it("report progress, badges and findings, and are kept", async () => {
    const engine = await startEngine();
    const { config } = await engine.addServer("raw", servers.faulty("wrong-digest"));
    const { serverId } = config;
    const report = await engine.call("checks.run", { serverId, op: "check-1" });
    const errors = report.findings.filter((finding) => finding.severity === "error");
    expect(errors.map((finding) => finding.rule)).toEqual(["ext-entry-digest-value"]);
    expect(await engine.call("checks.report", { serverId })).toEqual(report);
    await until(() => engine.events.some((each) => each.event === "check" && each.data.phase === "done"), {
      what: () => "the end of the check was told",
    });
    const badges = engine.events.flatMap((each) => (each.event === "badges" ? each.data.badges : []));
    const last = new Map(badges.map((badge) => [badge.uri, badge]));
    expect(last.get(INVOICES)).toMatchObject({ errors: 1, checked: true });
    expect(last.get("skill://acme/support/triage/SKILL.md")).toMatchObject({ errors: 0, checked: true });
  });

  it("can be cancelled, and then no skill is called ok", async () => {
    const engine = await startEngine();
    const server = servers.raw("--fault", "slow", "--delay", "150", "--skills", "200");
    const { config } = await engine.addServer("slow", server);
    const running = engine.client.call("checks.run", { serverId: config.serverId, op: "check-2" });
    await until(() => engine.events.some((each) => each.event === "check" && each.data.skillsDone > 0), {
      what: () => "the check is under way",
    });
    await engine.call("op.cancel", { op: "check-2" });
    const from = Date.now();
    const answer = await running;
    expect(Date.now() - from).toBeLessThan(5_000);
    if (answer.ok) expect(answer.value.incomplete).toBeTruthy();
    else expect(answer.code).toBe("cancelled");
    const badges = engine.events.flatMap((each) => (each.event === "badges" ? each.data.badges : []));
    expect(badges.filter((badge) => badge.checked).length).toBeLessThan(200);
    // The server is still there and usable.
    const file = await engine.call("files.open", {
      serverId: config.serverId,
      uri: "skill://bulk/group-01/skill-00001/SKILL.md",
    });
    expect(file.size).toBeGreaterThan(0);
  });
});

describe("scale", () => {
  it("lists 20,000 skills page by page without holding up other calls", async () => {
    const engine = await startEngine();
    const adding = engine.addServer("many", servers.raw("--skills", "20000", "--page", "500"));
    let slowest = 0;
    let done = false;
    const asking = (async () => {
      while (!done) {
        const from = performance.now();
        await engine.call("app.info", {});
        slowest = Math.max(slowest, performance.now() - from);
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const { config, counts } = await adding;
    done = true;
    await asking;
    expect(counts.skills).toBe(20_000);
    expect(slowest).toBeLessThan(500);
    const { skills, total } = await engine.call("skills.page", {
      serverId: config.serverId,
      offset: 19_999,
      limit: 10,
    });
    expect(total).toBe(20_000);
    expect(skills.map((skill) => skill.name)).toEqual(["skill-20000"]);
  });
});
