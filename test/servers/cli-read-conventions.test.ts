import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { cliFile, runCli, target } from "../support/cli";
import { type ServerCommand, servers, skillsFolder } from "../support/fixtures";
import { tempFolder } from "../support/temp";

const CLEAN = skillsFolder("clean");
const onDisk = (path: string) => readFileSync(join(CLEAN, path), "utf8");
const MAIN = onDisk("code-review/SKILL.md");
const LIST = onDisk("code-review/references/checklist.md");
const BODY = MAIN.replace(/^---[\s\S]*?---\n\n?/, "");

const servedAs = (convention: string): ServerCommand => ({
  command: process.execPath,
  args: [cliFile, "serve", CLEAN, "--as", convention],
});

describe("read opens what the app opens, in each convention", () => {
  // The skill's own URI and what it gives; a further file's URI; whether the server states digests to compare with.
  it.each<[string, string, string, string | undefined, boolean]>([
    ["sep-2640", "skill://code-review/SKILL.md", MAIN, "skill://code-review/references/checklist.md", true],
    [
      "sep-2640-v1-draft",
      "skill://code-review/SKILL.md",
      MAIN,
      "skill://code-review/references/checklist.md",
      true,
    ],
    ["sep-2640-index", "skill://code-review/SKILL.md", MAIN, undefined, true],
    [
      "skill-uri-proposal",
      "skill://code-review/SKILL.md",
      MAIN,
      "skill://code-review/references/checklist.md",
      false,
    ],
    ["nimblebrain", "skill://code-review/usage", BODY, undefined, false],
    ["skilljack", "skill://code-review", MAIN, "skill://code-review/references/checklist.md", false],
    ["skills-over-mcp", "skill://code-review", MAIN, undefined, false],
    ["fastmcp-3", "skill://code-review/SKILL.md", MAIN, "skill://code-review/references/checklist.md", true],
    ["sep-2076", "skill://code-review/SKILL.md", BODY, undefined, false],
    ["resource-catalog", "resource://skills/code-review/document", MAIN, undefined, false],
  ])("%s", async (convention, uri, text, file, verified) => {
    const server = servedAs(convention);
    const byUri = await runCli(["read", uri, ...target(server)]);
    expect(byUri.stderr).toEqual(verified ? "" : expect.stringContaining("Not verified"));
    expect([byUri.code, byUri.stdout.trim()]).toEqual([0, text.trim()]);
    const byName = await runCli(["read", "code-review", ...target(server)]);
    expect([byName.code, byName.stdout]).toEqual([0, byUri.stdout]);
    expect(byName.stderr).toBe(byUri.stderr);
    if (file === undefined) return;
    const further = await runCli(["read", file, ...target(server)]);
    expect([further.code, further.stdout]).toEqual([0, LIST]);
    if (verified) expect(further.stderr).toBe("");
  });

  it("a digest that does not match is not printed in an earlier convention either", async () => {
    const server = servedAs("fastmcp-3");
    const faulty = { ...server, args: [...server.args, "--fault", "line-ends-changed"] };
    const read = await runCli(["read", "skill://code-review/SKILL.md", ...target(faulty)]);
    expect([read.code, read.stdout]).toEqual([1, ""]);
    expect(read.stderr).toContain("Not printed: ");
  });

  it("a name that no skill has, or that several have, is said", async () => {
    const none = await runCli(["read", "no-such-skill", ...target(servers.raw())]);
    expect(none.code).toBe(2);
    expect(none.stderr).toContain('No listed skill has the name "no-such-skill"');
    const describe = join(tempFolder(), "skills.json");
    const twin = (path: string) => ({
      path,
      frontmatter: { name: "twin", description: "One of two. Use it." },
      body: "x",
    });
    writeFileSync(describe, JSON.stringify([twin("a/twin"), twin("b/twin")]));
    const two = await runCli(["read", "twin", ...target(servers.raw("--describe", describe))]);
    expect(two.code).toBe(2);
    expect(two.stderr).toContain("skill://a/twin/SKILL.md, skill://b/twin/SKILL.md");
  });
});

describe("read of a folder", () => {
  it.each([
    ["the URI that list prints", pathToFileURL(join(CLEAN, "code-review/SKILL.md")).href, MAIN],
    ["a path", "code-review/references/checklist.md", LIST],
    ["the folder of a skill", "code-review", MAIN],
    ["the URI that our own server gives it", "skill://code-review/references/checklist.md", LIST],
  ])("takes %s", async (_what, asked, text) => {
    const { code, stdout } = await runCli(["read", CLEAN, asked]);
    expect([code, stdout]).toEqual([0, text]);
  });

  it("gives nothing that lies outside, by whatever way", async () => {
    const base = tempFolder();
    const folder = join(base, "skills");
    mkdirSync(folder);
    writeFileSync(join(base, "secret.txt"), "TOP SECRET");
    symlinkSync(join(base, "secret.txt"), join(folder, "link.txt"));
    const asked = [
      "../secret.txt",
      "link.txt",
      join(base, "secret.txt"),
      pathToFileURL(join(base, "secret.txt")).href,
    ];
    for (const one of asked) {
      const { code, stdout, stderr } = await runCli(["read", folder, one]);
      expect([code, stdout], one).toEqual([2, ""]);
      expect(stderr).toContain("outside");
    }
  });

  it("says that a file is not there", async () => {
    const { code, stderr } = await runCli(["read", CLEAN, "no/such/file.md"]);
    expect(code).toBe(2);
    expect(stderr).toContain("There is no no/such/file.md");
  });
});
