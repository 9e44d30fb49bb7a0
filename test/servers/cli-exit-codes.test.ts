import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../../shared/model/report";
import { checkJson, runCli, target } from "../support/cli";
import { marked, servers, skillsFolder } from "../support/fixtures";
import { noProcessLeft } from "../support/processes";
import { tempFolder } from "../support/temp";
import { until } from "../support/until";

describe("exit 2: wrong usage or configuration", () => {
  it.each<[string, string[]]>([
    ["an unknown command", ["chek"]],
    ["an unknown option", ["check", "--frobnicate", "samples"]],
    ["an unknown profile", ["check", "--profile", "no-such-profile", "samples"]],
    ["an unknown format", ["check", "--format", "yaml", "samples"]],
    ["an unknown era", ["check", "--era", "stone", "samples"]],
    ["an unknown --fail-on", ["check", "--fail-on", "sometimes", "samples"]],
    ["a timeout that is no number", ["check", "--timeout", "soon", "samples"]],
    ["a target that is neither folder, file nor URL", ["check", "./no/such/folder"]],
    ["read without a URI", ["read", "samples"]],
    ["nothing after --", ["check", "--"]],
  ])("%s", async (_what, args) => {
    const { code, stdout, stderr } = await runCli(args);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr.trim().length).toBeGreaterThan(10);
    expect(stderr).not.toMatch(/^\s+at .*\(.*:\d+:\d+\)/m);
  });

  it("says which word was wrong", async () => {
    const { stderr } = await runCli(["check", "--profile", "no-such-profile", "samples"]);
    expect(stderr).toContain("no-such-profile");
    expect(stderr).toContain("agent-skills");
  });
});

describe("exit 3: the target could not be reached, died, or cannot speak the era", () => {
  it.each<[string, string[], RegExp]>([
    [
      "a command that does not exist",
      ["check", "--", "no-such-command-anywhere"],
      /no-such-command-anywhere/,
    ],
    ["one that exits at once", ["check", ...target(servers.faulty("exits-at-once"))], /cannot open database/],
    [
      "one that never answers",
      ["check", "--timeout", "500", ...target(servers.faulty("never-answers"))],
      /did not answer/,
    ],
    [
      "one that speaks no MCP",
      ["check", "--timeout", "800", ...target(servers.faulty("not-mcp"))],
      /no MCP server/,
    ],
    ["a legacy server asked for modern", ["check", "--era", "modern", ...target(servers.sdkV1())], /modern/],
    [
      "a modern server asked for legacy",
      ["check", "--era", "legacy", ...target(servers.raw("--era", "modern"))],
      /Modern or Auto/,
    ],
    [
      "one that dies in mid-list",
      ["check", ...target(servers.faulty("crash-mid-list"))],
      /out of memory|exit code 7/,
    ],
    [
      "list of a command that does not exist",
      ["list", "--", "no-such-command-anywhere"],
      /no-such-command-anywhere/,
    ],
  ])("%s", async (_what, args, words) => {
    const { code, stderr } = await runCli(args);
    expect(code).toBe(3);
    expect(stderr).toMatch(words);
  });

  it("ends at the given time limit and leaves no process", async () => {
    const server = marked(servers.faulty("never-answers"));
    const { code, ms } = await runCli(["check", "--timeout", "600", ...target(server)]);
    expect(code).toBe(3);
    expect(ms).toBeLessThan(8_000);
    await noProcessLeft(server.marker);
  });
});

describe("exit 4: incomplete", () => {
  it("writes what it has when the budget is spent", async () => {
    const server = marked(servers.raw("--fault", "slow", "--delay", "250", "--skills", "300"));
    const { code, report } = await checkJson(["--budget", "7000", ...target(server)]);
    expect(code).toBe(4);
    expect(report.incomplete).toMatch(/budget/);
    await noProcessLeft(server.marker);
  });

  it("writes what it has when it is interrupted", async () => {
    const log = join(tempFolder(), "methods");
    const server = marked(servers.raw("--fault", "slow", "--delay", "250", "--skills", "300", "--log", log));
    const { code, report } = await checkJson(target(server), {
      whileRunning: async (child) => {
        const reading = () => existsSync(log) && readFileSync(log, "utf8").includes("resources/read");
        await until(reading, { what: () => "the first file is read", timeoutMs: 20_000 });
        child.kill("SIGINT");
      },
    });
    expect(code).toBe(4);
    expect(report.incomplete).toBeTruthy();
    await noProcessLeft(server.marker);
  });

  it("is not said for --max-skills alone", async () => {
    const { code, report } = await checkJson(["--max-skills", "2", ...target(servers.raw("--skills", "20"))]);
    expect(code).toBe(0);
    expect(report.summary.skills).toBe(20);
  });

  it("gives way to 1 when what was seen is wrong", async () => {
    const server = servers.raw(
      "--fault",
      "slow",
      "--fault",
      "no-resources",
      "--delay",
      "250",
      "--skills",
      "300",
    );
    const { code, report } = await checkJson(["--budget", "7000", ...target(server)]);
    expect(code).toBe(1);
    expect(report.incomplete).toBeTruthy();
  });
});

describe("where output goes", () => {
  it("several reports, each into its file, nothing on stdout", async () => {
    const folder = tempFolder();
    const json = join(folder, "report.json");
    const text = join(folder, "report.txt");
    const args = ["check", "--format", "json", "--output", json, "--format", "text", "--output", text];
    const { code, stdout } = await runCli([...args, skillsFolder("broken-name-dir")]);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect((JSON.parse(readFileSync(json, "utf8")) as Report).summary.errors).toBe(1);
    expect(readFileSync(text, "utf8")).toContain("as-name-dir");
  });

  it("a report that cannot be written is wrong usage, and names the file", async () => {
    const file = join(tempFolder(), "no", "such", "folder", "report.json");
    const { code, stderr } = await runCli([
      "check",
      "--format",
      "json",
      "--output",
      file,
      skillsFolder("clean"),
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain(file);
  });

  it("a server of a config file is a target by its name", async () => {
    const file = join(tempFolder(), "mcp.json");
    writeFileSync(file, JSON.stringify({ mcpServers: { mine: servers.raw() } }));
    const { code, report } = await checkJson(["--config", file, "--server", "mine"]);
    expect(code).toBe(0);
    expect(report.summary.skills).toBe(3);
    const wrong = await runCli(["check", "--config", file, "--server", "yours"]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("mine");
  });
});
