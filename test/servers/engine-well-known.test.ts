import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSkillServer } from "../../electron/engine/skill-server";
import { packTarGz } from "../../electron/engine/skill-server/conventions/pack";
import { rightSite, Site, skillMd } from "../rules/well-known-agent-skills-0.2.0/site";
import { startEngine } from "../support/engine";
import { samples, samplesDir } from "./conventions/samples";

const sha256 = (bytes: Uint8Array) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

/** The samples as a web site, with the requests it gets. */
async function samplesSite(...faults: string[]) {
  const server = await createSkillServer({
    folders: [samplesDir],
    convention: "well-known",
    faults,
    watch: false,
  });
  onTestFinished(() => server.close());
  const asked: string[] = [];
  server.onRequest = (line) => asked.push(line);
  return { url: (await server.serveHttp({ port: 0 })).url, asked };
}

/** The app with a site among its servers, listed or failed. */
async function withSite(url: string) {
  const engine = await startEngine();
  const transport = { kind: "well-known" as const, url };
  const { config } = await engine.call("servers.add", { label: "site", transport });
  return { engine, serverId: config.serverId, state: await engine.settled("site") };
}

describe("a web site among the servers of the app", () => {
  it("is listed by its index alone, with the URI the released extension would give each skill", async () => {
    const { url, asked } = await samplesSite();
    const { engine, serverId, state } = await withSite(url);
    expect(state).toMatchObject({ status: "connected", listing: "complete", conventions: ["well-known"] });
    expect(state.era).toBeUndefined();
    expect(state.notes.join()).toContain("speaks no MCP");
    const outermost = samples().filter(({ nested }) => !nested);
    const found = await engine.skills(serverId);
    expect(found.map(({ name }) => name).sort()).toEqual(outermost.map(({ name }) => name).sort());
    for (const { name, releasedUri, uri } of found) {
      const { path } = outermost.find((sample) => sample.name === name)!;
      expect(uri).toBe(`${url}/.well-known/agent-skills/${path}/SKILL.md`);
      expect(releasedUri).toBe(`skill://${path}/SKILL.md`);
    }
    expect(new Set(asked)).toEqual(new Set(["GET /.well-known/agent-skills/index.json -> 200"]));
  });

  it("gives every file of every skill, byte for byte, compared with what its index promises", async () => {
    const { url, asked } = await samplesSite();
    const { engine, serverId } = await withSite(url);
    for (const sample of samples().filter(({ nested }) => !nested)) {
      const uri = `${url}/.well-known/agent-skills/${sample.path}/SKILL.md`;
      const detail = await engine.call("skills.detail", { serverId, uri });
      const files = detail.manifest.kind === "files" ? detail.manifest.files : [];
      expect(files).toHaveLength(sample.files.size);
      for (const file of files) {
        const opened = await engine.call("files.open", { serverId, uri: file.uri, skillUri: uri });
        const path = decodeURIComponent(file.uri.slice(uri.length - "SKILL.md".length));
        const bytes = Buffer.from(await engine.client.bytes(opened.handle));
        expect(bytes.equals(sample.files.get(path)!), file.uri).toBe(true);
        expect(opened.verdict.state, file.uri).toBe("match");
        expect(file.digest).toBe(sha256(bytes));
      }
    }
    const archives = asked.filter((line) => /\.(tar\.gz|zip) /.test(line));
    expect(new Set(archives).size).toBe(archives.length);
    expect(archives.some((line) => line.includes(".zip "))).toBe(true);
    expect(archives.some((line) => line.includes(".tar.gz "))).toBe(true);
  });

  it("is checked as a site, by its own profile", async () => {
    const { url } = await samplesSite();
    const { engine, serverId } = await withSite(url);
    const report = await engine.call("checks.run", { serverId, op: "check" });
    expect(report.target.kind).toBe("well-known");
    expect(report.profiles.map(({ id }) => id)).toContain("well-known-agent-skills-0.2.0");
    expect(report.findings.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(await engine.call("checks.report", { serverId })).toMatchObject({
      target: { kind: "well-known" },
    });
  });

  it("with archives that lead out of their folder: refused by name, nothing written", async () => {
    const { url } = await samplesSite("zip-slip");
    const { engine, serverId } = await withSite(url);
    const skills = await engine.skills(serverId);
    let refused = 0;
    for (const { uri } of skills) {
      const { manifestProblem } = await engine.call("skills.detail", { serverId, uri });
      if (manifestProblem === undefined) continue;
      expect(manifestProblem).toMatch(/leads out of the folder: "\.\.\/\.\.\/\.\.\/\.\.\/tmp/);
      refused++;
    }
    expect(refused).toBeGreaterThan(1);
    expect(existsSync("/tmp/skill-inspector-zip-slip.txt")).toBe(false);
    const report = await engine.call("checks.run", { serverId, op: "check" });
    expect(report.findings.some(({ message }) => message.includes("skill-inspector-zip-slip"))).toBe(true);
  });

  it("whose SKILL.md is not the one that the index promises: said, with both digests", async () => {
    const site = await rightSite();
    site.index.skills[0].digest = `sha256:${"0".repeat(64)}`;
    const { engine, serverId } = await withSite(site.url);
    const [skill] = await engine.skills(serverId);
    const opened = await engine.call("files.open", { serverId, uri: skill!.uri, skillUri: skill!.uri });
    expect(opened.verdict).toMatchObject({
      state: "mismatch",
      expected: { digest: `sha256:${"0".repeat(64)}` },
    });
  });

  it("whose artifact lies elsewhere than its name says is read from there", async () => {
    const site = new Site();
    site.archive(
      "packed",
      packTarGz([{ path: "SKILL.md", bytes: Buffer.from(skillMd("packed")) }]),
      "tar.gz",
      "application/gzip",
    );
    site.index.skills[0].name = "renamed";
    await site.start();
    const { engine, serverId } = await withSite(site.url);
    const [skill] = await engine.skills(serverId);
    expect(skill!.uri).toMatch(/\/renamed\/SKILL\.md$/);
    const opened = await engine.call("files.open", { serverId, uri: skill!.uri, skillUri: skill!.uri });
    expect(opened.frontmatter?.data?.name).toBe("packed");
  });

  it("asks no other origin: the refusal names it", async () => {
    const site = await rightSite();
    site.index.skills[0].url = "http://127.0.0.1:9/x/SKILL.md";
    const { engine, serverId } = await withSite(site.url);
    const uri = (await engine.skills(serverId)).find(({ name }) => name === "git-workflow")!.uri;
    await expect(engine.call("files.open", { serverId, uri, skillUri: uri })).rejects.toThrow(
      /127\.0\.0\.1:9 is not among the allowed origins/,
    );
  });

  it.each([
    ["without an index", "", /no index of skills at .*status 404/],
    ["that is no address", "ftp://x", /cannot be asked|no address/],
    ["over plain HTTP elsewhere", "http://example.com", /fetched over HTTPS/],
  ])("%s is said to be none", async (_what, address, words) => {
    const site = new Site();
    site.pages.set("/.well-known/agent-skills/index.json", site.fallback);
    await site.start();
    const { state } = await withSite(address || site.url);
    expect(state.status).toBe("failed");
    expect(state.problem?.message).toMatch(words);
  });
});
