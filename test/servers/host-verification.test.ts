import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DescribedSkill } from "../fixtures/servers/raw/server.mjs";
import { runCli, target } from "../support/cli";
import { startEngine } from "../support/engine";
import { servers } from "../support/fixtures";
import { tempFolder } from "../support/temp";
import { connectTo, type ServedRaw, servedRaw } from "./served-raw";

/** What the released extension asks of a host that reads files, held by our own app: each test names its row. */

const ROOT = "skill://acme/billing/invoices";
const MAIN = `${ROOT}/SKILL.md`;
const FORM = `${ROOT}/templates/form.md`;
const STAMP = `${ROOT}/assets/stamp.png`;
const MIB = 1024 * 1024;

async function connected(skills?: DescribedSkill[], change?: (raw: ServedRaw) => void) {
  const raw = await servedRaw(skills);
  change?.(raw);
  const engine = await startEngine();
  const serverId = await connectTo(engine, raw);
  const open = (uri: string) => engine.call("files.open", { serverId, uri });
  return { raw, engine, serverId, open };
}

describe("content that is not what the entry says", () => {
  it.each([
    ["ext-verify-digest", "wrong-digest", STAMP, /SHA-256/],
    ["ext-verify-size", "wrong-size", STAMP, /bytes/],
    ["ext-verify-unlisted", "incomplete-manifest", STAMP, /does not list/],
  ])("%s: on %s nothing of the file is printed or saved", async (_, fault, uri, reason) => {
    const read = await runCli(["read", uri, ...target(servers.faulty(fault))]);
    expect(read).toMatchObject({ code: 1, stdout: "" });
    expect(read.stderr).toMatch(reason);

    const engine = await startEngine();
    const { config } = await engine.addServer("spoilt", servers.faulty(fault));
    const { serverId } = config;
    const { verdict } = await engine.call("files.open", { serverId, uri });
    expect(verdict.state).toBe(fault === "incomplete-manifest" ? "unlisted" : "mismatch");
    expect(verdict.reason).toMatch(reason);
    const saved = await engine.call("skills.save", { serverId, uri: MAIN, folder: tempFolder(), op: "save" });
    expect(saved.written.filter((path) => path.endsWith("stamp.png"))).toEqual([]);
    expect(saved.written).toHaveLength(2);
  });

  it("ext-verify-frontmatter: a field that differs from the entry is named, and no file of the skill is saved", async () => {
    const { engine, serverId, open } = await connected(undefined, ({ server }) => {
      server.skills[0]!.entry.frontmatter.license = "BSD";
    });
    const file = await open(MAIN);
    expect(file.frontmatterDiff).toEqual([{ key: "license", entry: "BSD", file: "MIT" }]);
    const folder = tempFolder();
    const saved = await engine.call("skills.save", { serverId, uri: MAIN, folder, op: "save" });
    expect(saved.written).toEqual([]);
    expect(saved.left.map(({ uri }) => uri).sort()).toEqual([STAMP, FORM, MAIN].sort());
    expect(saved.left[0]!.reason).toContain("license");
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("content that no entry vouches for", () => {
  it("ext-entry-dynamic-decline: files of a dynamic skill are called unverifiable", async () => {
    const { engine, serverId, open } = await connected(undefined, ({ server }) => {
      server.skills[0]!.entry.resources = "dynamic";
    });
    expect((await engine.skills(serverId))[0]).toMatchObject({ uri: MAIN, dynamic: true });
    expect((await open(FORM)).verdict).toMatchObject({
      state: "unverifiable",
      reason: expect.stringContaining("dynamic"),
    });
  });

  it("ext-dir-not-manifest: a child that the entry lacks is no file of the skill", async () => {
    const { engine, serverId, open, raw } = await connected(undefined, ({ server }) => {
      server.skills[0]!.entry.resources = (server.skills[0]!.entry.resources as unknown[]).slice(0, 2);
    });
    const view = await engine.call("directory.read", { serverId, uri: `${ROOT}/assets`, skillUri: MAIN });
    expect(view.children).toMatchObject([{ uri: STAMP, inManifest: false }]);
    const { manifest } = await engine.call("skills.detail", { serverId, uri: MAIN });
    expect(manifest.kind === "files" && manifest.files.map(({ uri }) => uri)).toEqual([MAIN, FORM]);
    expect(raw.reads()).toEqual([]);
    expect((await open(STAMP)).verdict.state).toBe("unlisted");
  });

  it("ext-read-not-load: reading SKILL.md grants nothing and is remembered nowhere", async () => {
    const { engine, serverId, open } = await connected();
    expect((await open(MAIN)).verdict.state).toBe("match");
    expect(await engine.call("pins.list", { serverId })).toEqual({});
    const kept = readdirSync(engine.dataDir, { recursive: true, encoding: "utf8", withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
    expect(kept.filter((text) => text.includes(MAIN))).toEqual([]);
  });
});

describe("what a host has to take", () => {
  it("ext-limit-host: a skill of 512 files and 16 MiB is opened and saved whole", async () => {
    const frontmatter = { name: "large", description: "Is as large as may be. Use when testing." };
    const head = Buffer.byteLength(
      `---\nname: ${frontmatter.name}\ndescription: ${frontmatter.description}\n---\n\n`,
    );
    const each = Math.floor((16 * MIB - head) / 511);
    const files = Object.fromEntries(
      Array.from({ length: 511 }, (_, at) => [
        `data/${at}.txt`,
        "x".repeat(at === 0 ? 16 * MIB - head - 510 * each : each),
      ]),
    );
    const { engine, serverId } = await connected([{ path: "acme/large", frontmatter, files }]);
    const uri = "skill://acme/large/SKILL.md";
    expect((await engine.skills(serverId))[0]).toMatchObject({ files: 512, bytes: 16 * MIB });
    const saved = await engine.call("skills.save", { serverId, uri, folder: tempFolder(), op: "save" });
    expect(saved.left).toEqual([]);
    expect(saved.written).toHaveLength(512);
  });

  it("ext-limit-dynamic: a dynamic skill is read up to 16 MiB, and what was left out is said", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 5 }, (_, at) => [`data/${at}.txt`, "x".repeat(6 * MIB)]),
    );
    const frontmatter = { name: "flow", description: "Changes with each read. Use when testing." };
    const { engine, serverId, raw } = await connected(
      [{ path: "acme/flow", frontmatter, files }],
      ({ server }) => {
        server.skills[0]!.entry.resources = "dynamic";
      },
    );
    const report = await engine.call("checks.run", { serverId, op: "check", probes: false });
    expect(raw.reads().filter((uri) => uri.includes("/data/"))).toHaveLength(3);
    const reasons = report.rules.map(({ reason }) => reason ?? "").join("\n");
    expect(reasons).toContain("the skill was read up to 16777216 bytes");
  });

  it("ext-fmt-compat: skills of the earlier Agent Skills text still open", async () => {
    // Two fields were all there was, and every other one was allowed.
    const text =
      "---\nname: older\ndescription: Does older work. Use when it is due.\nversion: 1.0\n---\n# Older\n";
    const frontmatter = { name: "older", description: "Does older work. Use when it is due.", version: 1 };
    const { open } = await connected([{ path: "acme/older", frontmatter, text }]);
    const file = await open("skill://acme/older/SKILL.md");
    expect(file).toMatchObject({ verdict: { state: "match" }, frontmatterDiff: [] });
  });

  it("ext-verify-window: an open file keeps the bytes and the entry that it was verified against", async () => {
    const { engine, serverId, open, raw } = await connected();
    const before = await open(FORM);
    const { files } = raw.server.skills[0]!;
    const form = files.find(({ uri }) => uri === FORM)!;
    const old = Buffer.from(form.bytes).toString();
    form.bytes = Buffer.from("# Another\n");
    form.body = { text: "# Another\n" };
    await engine.call("servers.refresh", { serverId });
    expect(Buffer.from((await engine.engine.bytes(before.handle))!).toString()).toBe(old);
    expect(before.verdict).toMatchObject({ state: "match", expected: before.verdict.actual });
    expect((await open(FORM)).verdict.state).toBe("mismatch");
  });
});
