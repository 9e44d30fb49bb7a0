import { spawn, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { cliFile, ownEnvironment, runCli, target } from "../support/cli";
import { servers, skillsFolder } from "../support/fixtures";
import { tempFolder } from "../support/temp";
import { until } from "../support/until";

const LINES = 12_000;

/** A folder with one skill that holds a file of more than 300 kB. */
function bigFolder(): { folder: string; text: string } {
  const folder = join(tempFolder(), "skills");
  mkdirSync(join(folder, "big"), { recursive: true });
  writeFileSync(
    join(folder, "big/SKILL.md"),
    "---\nname: big\ndescription: Holds a long file. Use to read it.\n---\n[long](long.md)\n",
  );
  const text = Array.from({ length: LINES }, (_, i) => `line ${i} of a long file ü`).join("\n");
  writeFileSync(join(folder, "big/long.md"), text);
  return { folder, text };
}

/** Runs a shell line in which `cli` stands for the built command line. */
function shell(line: string, cwd = tempFolder()) {
  const done = spawnSync(
    "bash",
    ["-c", `set -o pipefail; cli() { "${process.execPath}" "${cliFile}" "$@"; }; ${line}`],
    {
      env: ownEnvironment(cwd),
      cwd,
      timeout: 40_000,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return { code: done.status, stdout: done.stdout, stderr: done.stderr };
}

describe("a pipe and a file get the same bytes, with the right exit code (field report d08)", () => {
  it("a file of more than 300 kB, also where the reader is slow", () => {
    const { folder, text } = bigFolder();
    const read = `cli read skill://big/long.md -- "${process.execPath}" "${cliFile}" serve "${folder}"`;
    const cwd = tempFolder();
    expect(shell(`${read} > file`, cwd).code).toBe(0);
    const piped = shell(`${read} | (sleep 1; cat > slow); echo "\${PIPESTATUS[0]}"`, cwd);
    expect(piped.stdout.trim()).toBe("0");
    for (const name of ["file", "slow"])
      expect(readFileSync(join(cwd, name), "utf8") === text, name).toBe(true);
  });

  it("the long last words of a command that failed", async () => {
    const script = `process.stderr.write("e".repeat(3000) + "THE END"); process.exit(1)`;
    const { code, stderr } = await runCli(["list", "--", process.execPath, "-e", script]);
    expect(code).toBe(3);
    expect(stderr).toContain("THE END");
    const file = join(tempFolder(), "err");
    const out = openSync(file, "w");
    const done = spawnSync(process.execPath, [cliFile, "list", "--", process.execPath, "-e", script], {
      stdio: ["ignore", "ignore", out],
      env: ownEnvironment(tempFolder()),
    });
    closeSync(out);
    expect(done.status).toBe(3);
    expect(readFileSync(file, "utf8")).toBe(stderr);
  });

  it.each([
    ["rules"],
    ["rules --format json"],
    ["list samples"],
    ["check samples --format json"],
    ["serve --list-faults"],
    ["uri skill://a/SKILL.md"],
    ["--help"],
    ["check --help"],
  ])("%s | head -1 ends quietly", (command) => {
    const { stdout, stderr } = shell(`cli ${command} | head -1`);
    expect(stdout.split("\n").filter(Boolean)).toHaveLength(1);
    expect(stderr).not.toMatch(/EPIPE|\bat .*:\d+:\d+|Error/);
  });
});

it("a served folder stays served when nobody reads its log any more", async () => {
  const child = spawn(process.execPath, [cliFile, "serve", skillsFolder("clean"), "--http", "0"], {
    env: ownEnvironment(tempFolder()),
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill());
  let text = "";
  child.stderr.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
  });
  await until(() => /http:\S+/.test(text), { what: () => `it is served, but it says: ${text}` });
  child.stderr.destroy();
  for (let round = 0; round < 2; round++) {
    const { code } = await runCli(["list", /http:\S+/.exec(text)![0]]);
    expect(code).toBe(0);
  }
  expect(child.exitCode).toBeNull();
});

describe("colours", () => {
  const ESCAPE = "\u001b[";
  it.each(["check", "list", "rules"])("none in a pipe for %s", async (command) => {
    const { stdout, stderr } = await runCli(
      command === "rules" ? [command] : [command, skillsFolder("broken-mixed")],
    );
    expect(stdout.length).toBeGreaterThan(100);
    expect(stdout + stderr).not.toContain(ESCAPE);
  });

  it("some at a terminal, none there with NO_COLOR", async () => {
    const preload = join(tempFolder(), "terminal.cjs");
    writeFileSync(preload, "process.stdout.isTTY = true;");
    const at = (env: Record<string, string>) =>
      runCli(["check", skillsFolder("broken-mixed")], {
        env: { NODE_OPTIONS: `--require ${preload}`, TERM: "xterm-256color", ...env },
      });
    expect((await at({})).stdout).toContain(ESCAPE);
    expect((await at({ NO_COLOR: "1" })).stdout).not.toContain(ESCAPE);
  });
});

describe("stdout holds the result alone", () => {
  it.each([
    [["check", "--format", "json", ...target(servers.sdkV1())]],
    [["list", "--format", "json", ...target(servers.faulty("stderr-chatter"))]],
    [["list", "--format", "json", "samples"]],
  ])("%j", async (args) => {
    const { stdout } = await runCli(args as string[]);
    expect(() => JSON.parse(stdout)).not.toThrow();
  });
});
