import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cliFile, ownEnvironment, runCli, target } from "../support/cli";
import { marked, servers, skillsFolder } from "../support/fixtures";
import { noProcessLeft } from "../support/processes";
import { tempFolder } from "../support/temp";

interface Listing {
  skills: { uri: string; name: string; description: string; files: unknown[]; provenance: string }[];
  templates: { uriTemplate: string }[];
  resources: { uri: string }[];
}
const list = async (...args: string[]): Promise<Listing> =>
  JSON.parse((await runCli(["list", "--format", "json", ...args])).stdout) as Listing;

describe("list", () => {
  it("gives skills with provenance, templates and resources of the samples", async () => {
    const { skills, templates, resources } = await list();
    expect(skills.length).toBeGreaterThanOrEqual(8);
    for (const skill of skills) {
      expect(skill.uri).toMatch(/\/SKILL\.md$/);
      expect(skill.name).toMatch(/^[a-z0-9-]+$/);
      expect(skill.description.length).toBeGreaterThan(20);
      expect(skill.files.length).toBeGreaterThan(0);
      expect(skill.provenance).toBe("skills/list");
    }
    expect(templates.map((template) => template.uriTemplate)).toContain(
      "skill://acme/{team}/{skill}/SKILL.md",
    );
    expect(Array.isArray(resources)).toBe(true);
  });

  it("walks every page", async () => {
    const { skills } = await list(...target(servers.extSkills(undefined, "--page", "2")));
    expect(skills.map((skill) => skill.name).sort()).toEqual([
      "code-review",
      "handbook",
      "onboarding",
      "refunds",
      "triage",
    ]);
  });

  it("finds skills in plain resources/list of a server of the first generation", async () => {
    const server = marked(servers.sdkV1());
    const { skills, resources } = await list(...target(server));
    expect(skills.map((skill) => [skill.name, skill.provenance])).toEqual(
      ["invoices", "refunds", "triage"].map((name) => [name, "resources/list"]),
    );
    expect(resources.map((resource) => resource.uri)).toContain("docs://readme");
    await noProcessLeft(server.marker);
  });

  it("lists a folder on disk", async () => {
    const { skills } = await list(skillsFolder("clean"));
    expect(skills).toHaveLength(5);
    expect(new Set(skills.map((skill) => skill.provenance))).toEqual(new Set(["folder"]));
  });

  it("names each skill in words", async () => {
    const { code, stdout } = await runCli(["list", ...target(servers.raw())]);
    expect(code).toBe(0);
    for (const name of ["invoices", "refunds", "triage"]) expect(stdout).toContain(name);
  });

  it("gives a pipe and a file the same bytes for 2,000 skills", async () => {
    const args = ["list", "--format", "json", ...target(servers.raw("--skills", "2000"))];
    const piped = await runCli(args);
    const folder = tempFolder();
    const file = join(folder, "out.json");
    const out = openSync(file, "w");
    const done = spawnSync(process.execPath, [cliFile, ...args], {
      stdio: ["ignore", out, "ignore"],
      env: ownEnvironment(folder),
    });
    closeSync(out);
    expect(done.status).toBe(0);
    expect(statSync(file).size).toBeGreaterThan(300_000);
    expect(piped.bytes.equals(readFileSync(file))).toBe(true);
    expect((JSON.parse(piped.stdout) as Listing).skills).toHaveLength(2_000);
  });

  it("ends quietly when its reader goes away", () => {
    const command = `"$0" "$@" | head -c 100`;
    const args = [
      process.execPath,
      cliFile,
      "list",
      "--format",
      "json",
      ...target(servers.raw("--skills", "2000")),
    ];
    const done = spawnSync("sh", ["-c", command, ...args], {
      encoding: "utf8",
      env: ownEnvironment(tempFolder()),
      timeout: 30_000,
    });
    expect(done.stdout).toHaveLength(100);
    expect(done.stderr).not.toMatch(/EPIPE|\s+at /);
  });
});

describe("read", () => {
  const clean = (path: string) => readFileSync(join(skillsFolder("clean"), path));

  it.each([
    ["a SKILL.md", "code-review/SKILL.md", "skill://code-review/SKILL.md"],
    ["a picture", "handbook/assets/seal.png", "skill://handbook/assets/seal.png"],
    ["arbitrary bytes", "handbook/assets/table.bin", "skill://handbook/assets/table.bin"],
    [
      "a name that is not ASCII",
      "handbook/references/größen.md",
      "skill://handbook/references/gr%C3%B6%C3%9Fen.md",
    ],
  ])("gives %s byte for byte", async (_what, path, uri) => {
    const { code, bytes } = await runCli(["read", uri, ...target(servers.sdkV2())]);
    expect(code).toBe(0);
    expect(bytes.equals(clean(path))).toBe(true);
  });

  it("reads a sample by its target's name", async () => {
    const { skills } = await list("samples");
    const { code, stdout } = await runCli(["read", "samples", skills[0]!.uri]);
    expect(code).toBe(0);
    expect(stdout).toContain(`name: ${skills[0]!.name}`);
  });

  it("prints nothing and exits 1 when the digest does not match, and says both digests", async () => {
    const uri = "skill://acme/billing/invoices/assets/stamp.png";
    const right = await runCli(["read", uri, ...target(servers.raw())]);
    expect(right.code).toBe(0);
    const { code, stdout, stderr } = await runCli(["read", uri, ...target(servers.faulty("wrong-digest"))]);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toContain(createHash("sha256").update(right.bytes).digest("hex"));
    expect(stderr).toContain(createHash("sha256").update("other bytes").digest("hex"));
  });

  it("prints nothing and exits 1 when the size does not match", async () => {
    const uri = "skill://acme/billing/invoices/assets/stamp.png";
    const { code, stdout } = await runCli(["read", uri, ...target(servers.faulty("wrong-size"))]);
    expect(code).toBe(1);
    expect(stdout).toBe("");
  });

  it("says that a URI is not served", async () => {
    const { code, stdout, stderr } = await runCli([
      "read",
      "skill://no/such/SKILL.md",
      ...target(servers.raw()),
    ]);
    expect(code).not.toBe(0);
    expect(stdout).toBe("");
    expect(stderr).toContain("skill://no/such/SKILL.md");
  });
});

describe("rules", () => {
  it("gives every rule and every exclusion with its reason, as JSON and in words", async () => {
    const { code, stdout } = await runCli(["rules", "--format", "json"]);
    expect(code).toBe(0);
    const { rules, exclusions } = JSON.parse(stdout) as {
      rules: { id: string }[];
      exclusions: { id: string; reason: string }[];
    };
    const ids = rules.map((rule) => rule.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ["as-name-dir", "ext-entry-digest-value", "ext-entry-resources-inside"])
      expect(ids).toContain(id);
    for (const exclusion of exclusions) {
      expect(exclusion.reason.length, exclusion.id).toBeGreaterThan(10);
      expect(ids).not.toContain(exclusion.id);
    }
    const words = await runCli(["rules"]);
    expect(words.stdout).toContain("as-name-dir");
  });
});
