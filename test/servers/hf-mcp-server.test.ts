import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../support/cli";
import { installedPeer } from "../support/installed-peer";
import { removeFolder, tempFolder } from "../support/temp";
import { until } from "../support/until";

const TEXT = "---\nname: demo\ndescription: A demo skill. Use when trying things.\n---\n\n# Demo\n";
let server: ChildProcess;
let url: string;
let folder: string;

beforeAll(async () => {
  const home = await installedPeer("@llmindset/hf-mcp-server", "0.4.23");
  folder = tempFolder({ keep: true });
  mkdirSync(join(folder, "demo"));
  writeFileSync(join(folder, "demo/SKILL.md"), TEXT);
  const uri = "skill://demo/SKILL.md";
  const digest = `sha256:${createHash("sha256").update(TEXT).digest("hex")}`;
  const frontmatter = { name: "demo", description: "A demo skill. Use when trying things." };
  writeFileSync(
    join(folder, "skills.json"),
    JSON.stringify({ skills: [{ uri, frontmatter, resources: [{ uri, digest }] }] }),
  );
  const port = await freePort();
  url = `http://127.0.0.1:${port}/mcp`;
  server = spawn(process.execPath, [join(home, "dist/server/streamableHttp.js"), "--port", String(port)], {
    env: { ...process.env, HF_SKILLS_DIR: folder },
    stdio: "ignore",
  });
  await until(
    () =>
      fetch(url, { method: "POST" }).then(
        () => true,
        () => false,
      ),
    { what: () => "the server answers", timeoutMs: 60_000 },
  );
}, 360_000);

afterAll(() => {
  server?.kill();
  removeFolder(folder);
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

describe("@llmindset/hf-mcp-server 0.4.23 over HTTP", () => {
  it.each([
    ["legacy", ["ext-entry-size"]],
    ["modern", ["ext-entry-size", "ext-get-cache"]],
  ])(
    "in the %s era has the failures that the official suite finds, and no other error of the extension",
    async (era, expected) => {
      const { stdout, code } = await runCli(["check", url, "--era", era, "--format", "json"]);
      const report = JSON.parse(stdout);
      const errors: { rule: string; severity: string; profile: string }[] = report.findings;
      const failed = errors.filter(
        ({ severity, profile }) => severity === "error" && profile === "skills-ext-stable",
      );
      expect([...new Set(failed.map(({ rule }) => rule))].sort()).toEqual(expected);
      expect(code).toBe(1);
    },
  );
  it("lists and reads its skill", async () => {
    const { stdout } = await runCli(["read", url, "skill://demo/SKILL.md"]);
    expect(stdout).toBe(TEXT);
  });
});
