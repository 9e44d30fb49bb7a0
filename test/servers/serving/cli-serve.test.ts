import type { ChildProcess } from "node:child_process";
import { describe, expect, it } from "vitest";
import { cliFile, runCli } from "../../support/cli";
import { skillsFolder } from "../../support/fixtures";
import { until } from "../../support/until";

const clean = skillsFolder("clean");

/** What a running process has written to stderr so far. */
function stderrOf(child: ChildProcess): () => string {
  let text = "";
  child.stderr!.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
  });
  return () => text;
}

describe("serve", () => {
  it("over HTTP prints its address to stderr, answers there, and ends cleanly on Ctrl-C", async () => {
    const { code, stdout, stderr } = await runCli(["serve", clean, "--http", "0", "--as", "sep-2640-index"], {
      whileRunning: async (child) => {
        const said = stderrOf(child);
        await until(() => /http:\/\/\S+\/mcp/.test(said()), { what: () => `an address is said: ${said()}` });
        const url = /http:\/\/\S+\/mcp/.exec(said())![0];
        const listed = await runCli(["list", url, "--format", "json"]);
        const { skills } = JSON.parse(listed.stdout) as { skills: { convention: string }[] };
        expect(new Set(skills.map(({ convention }) => convention))).toEqual(new Set(["sep-2640-index"]));
        process.kill(child.pid!, "SIGINT");
      },
    });
    expect(stdout).toBe("");
    expect(stderr).toContain(clean);
    expect(code).toBe(0);
  });

  it("over HTTP carries the well-known site", async () => {
    const { code } = await runCli(["serve", clean, "--http", "0", "--as", "well-known"], {
      whileRunning: async (child) => {
        const said = stderrOf(child);
        await until(() => /http:\/\/\S+/.test(said()), { what: () => `an address is said: ${said()}` });
        const { origin } = new URL(/http:\/\/\S+/.exec(said())![0]);
        expect((await fetch(`${origin}/.well-known/agent-skills/index.json`)).status).toBe(200);
        process.kill(child.pid!, "SIGTERM");
      },
    });
    expect(code).toBe(0);
  });

  it("over stdio is a server to list, by every convention", async () => {
    const { code, stdout } = await runCli([
      "list",
      "--format",
      "json",
      "--",
      process.execPath,
      cliFile,
      "serve",
      "--as",
      "sep-2076",
    ]);
    expect(code).toBe(0);
    const { skills } = JSON.parse(stdout) as { skills: { releasedUri: string; provenance: string }[] };
    expect(skills).toHaveLength(10);
    expect(skills[0]).toMatchObject({ convention: "sep-2076", provenance: "skills/list" });
    expect(skills[0]!.releasedUri).toMatch(/^skill:\/\/[\w-]+\/SKILL\.md$/);
  });

  it("does not end as if all were well when a fault has it crash", async () => {
    const { code, stderr } = await runCli([
      "list",
      "--",
      process.execPath,
      "-e",
      `const { spawnSync } = require("node:child_process");
       const { status } = spawnSync(process.execPath, [${JSON.stringify(cliFile)}, "serve", "--fault", "crash-at-start"],
         { input: '{"jsonrpc":"2.0","id":1,"method":"ping"}\\n' });
       console.error("it ended with " + status);`,
    ]);
    expect(code).toBe(3);
    expect(stderr).toContain("it ended with 1");
  });

  it("lists its faults, each with what a correct client does", async () => {
    const { code, stdout } = await runCli(["serve", "--list-faults"]);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(30);
    for (const line of lines)
      expect(line).toMatch(/^[\w-]+ +(content|protocol|transport|hostile): .+ A correct client: .+/);
  });

  it.each([
    [["--as", "nope"], /There is no convention "nope"[\s\S]*fastmcp-3/],
    [["--fault", "nope"], /There is no fault "nope"[\s\S]*wrong-digest/],
    [["--as", "well-known"], /--http/],
    [["--http", "99999"], /65535/],
    [["/no/such/folder"], /\/no\/such\/folder is not there/],
  ])("%j is wrong usage, said in words", async (args, words) => {
    const { code, stdout, stderr } = await runCli(["serve", ...args]);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
