import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { cliFile, ownEnvironment } from "../support/cli";
import { root, servers, skillsFolder } from "../support/fixtures";
import { tempFolder } from "../support/temp";

interface Step {
  id?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
}
interface Action {
  inputs: Record<string, { description: string; default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: Step[] };
}

const action = parse(readFileSync(join(root, "action.yml"), "utf8")) as Action;
const step = action.runs.steps.find(({ id }) => id === "check")!;

/** An `npx` that runs the built command line and notes the words it was given, one JSON array. */
function fakeNpx(folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const script = `#!${process.execPath}
const { spawnSync } = require("node:child_process");
const words = process.argv.slice(2);
require("node:fs").writeFileSync(${JSON.stringify(join(folder, "words.json"))}, JSON.stringify(words));
const run = spawnSync(process.execPath, [${JSON.stringify(cliFile)}, ...words.slice(2)], { stdio: "inherit" });
process.exitCode = run.status ?? 1;
`;
  writeFileSync(join(bin, "npx"), script);
  chmodSync(join(bin, "npx"), 0o755);
  return bin;
}

/** Runs the action's own shell step as a runner would: with bash, and its inputs in the environment it maps. */
function runStep(given: Record<string, string>, env: Record<string, string> = {}) {
  const folder = tempFolder();
  const bin = fakeNpx(folder);
  const file = (name: string) => join(folder, name);
  for (const name of ["output", "summary"]) writeFileSync(file(name), "");
  const inputs = Object.fromEntries(
    Object.entries(step.env!).map(([variable, expression]) => {
      const input = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(expression)![1]!;
      return [variable, given[input] ?? action.inputs[input]!.default ?? ""];
    }),
  );
  const own = ownEnvironment(folder);
  const run = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run!], {
    cwd: folder,
    encoding: "utf8",
    env: {
      ...own,
      ...env,
      ...inputs,
      PATH: `${bin}:${own.PATH}`,
      GITHUB_ACTION_PATH: root,
      GITHUB_OUTPUT: file("output"),
      GITHUB_STEP_SUMMARY: file("summary"),
      RUNNER_TEMP: folder,
    },
    timeout: 60_000,
  });
  const text = (name: string) => (existsSync(file(name)) ? readFileSync(file(name), "utf8") : "");
  const outputs = Object.fromEntries(
    text("output")
      .trim()
      .split("\n")
      .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );
  const words = text("words.json");
  return {
    ...{ code: run.status, stdout: run.stdout, stderr: run.stderr, folder, file, outputs },
    summary: text("summary"),
    words: words === "" ? undefined : (JSON.parse(words) as string[]),
  };
}

/** A command of one word per line. */
const lines = ({ command, args }: { command: string; args: string[] }) => [command, ...args].join("\n");

describe("the action", () => {
  it("is of this version, sets each input by the environment, and puts none into its script", () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    expect(action.inputs.version?.default).toBe(version);
    for (const { run } of action.runs.steps) expect(run ?? "").not.toContain("${{");
    const mapped = Object.values(step.env!).map((expression) => /inputs\.([a-z-]+)/.exec(expression)![1]);
    const elsewhere = ["working-directory", "node-version"];
    expect([...mapped, ...elsewhere].sort()).toEqual(Object.keys(action.inputs).sort());
    for (const { value } of Object.values(action.outputs)) expect(value).toContain("steps.check.outputs.");
  });

  it("checks a target, and gives the report, the counts and the summary", () => {
    const run = runStep({ target: skillsFolder("clean"), sarif: "out.sarif", junit: "out.xml" });
    expect(run.code, run.stdout + run.stderr).toBe(0);
    expect(run.words?.slice(0, 3)).toEqual([
      "--yes",
      `mcp-skill-inspector@${action.inputs.version?.default}`,
      "check",
    ]);
    expect(run.outputs).toMatchObject({ "exit-code": "0", errors: "0" });
    expect(JSON.parse(readFileSync(run.outputs.report!, "utf8")).summary.skills).toBeGreaterThan(0);
    expect(JSON.parse(readFileSync(run.file("out.sarif"), "utf8")).version).toBe("2.1.0");
    expect(readFileSync(run.file("out.xml"), "utf8")).toContain("<testsuites");
    expect(run.summary).toContain("# ");
  });

  it("fails with the findings of a command, each word of it as it was written", () => {
    const run = runStep({
      command: lines(servers.faulty("wrong-digest")),
      json: "r e p.json",
      summary: "false",
    });
    expect(run.code, run.stdout + run.stderr).toBe(1);
    expect(run.outputs["exit-code"]).toBe("1");
    expect(Number(run.outputs.errors)).toBeGreaterThan(0);
    expect(run.outputs.report).toBe(run.file("r e p.json"));
    expect(run.summary).toBe("");
    expect(run.stdout).toContain("ext-entry-digest-value");
  });

  it("passes every option on, and headers by the name of their variable", () => {
    const run = runStep(
      {
        target: "http://127.0.0.1:9/mcp",
        profile: "mcp-base,inspector",
        "fail-on": "should",
        era: "legacy",
        probes: "false",
        timeout: "1500",
        budget: "20000",
        "max-skills": "5",
        shard: "1/2",
        headers: "Authorization=TOKEN\nX-Team=TEAM",
      },
      { TOKEN: "secret-7", TEAM: "a" },
    );
    expect(run.code).toBe(3);
    expect(run.outputs).toEqual({ "exit-code": "3" });
    expect(run.words).toEqual(
      expect.arrayContaining([
        "--profile=mcp-base,inspector",
        "--fail-on=should",
        "--era=legacy",
        "--no-probes",
        "--timeout=1500",
        "--budget=20000",
        "--max-skills=5",
        "--shard=1/2",
        "--header=Authorization=TOKEN",
        "--header=X-Team=TEAM",
      ]),
    );
    expect(run.words?.join(" ")).not.toContain("secret-7");
  });

  it("reads nothing in an input as code", () => {
    const bait = (name: string) => `$(touch ${name});\`touch ${name}\`";touch ${name};'; touch ${name} #`;
    const run = runStep({ target: bait("a"), profile: bait("b"), sarif: bait("c/c"), baseline: bait("d") });
    expect(run.code).toBe(2);
    expect(run.words).toContain(bait("a"));
    expect(run.words).toContain(`--profile=${bait("b")}`);
    const inCommand = runStep({ command: `${process.execPath}\n-e\nprocess.exit(0)\n${bait("e")}` });
    expect(inCommand.words?.at(-1)).toBe(bait("e"));
    for (const name of ["a", "b", "d", "e"]) {
      expect(existsSync(run.file(name)), name).toBe(false);
      expect(existsSync(inCommand.file(name)), name).toBe(false);
    }
  });

  it.each([
    [{}, "Give one of the inputs target, command and config; 0 are given."],
    [{ target: "samples", command: "node x" }, "2 are given"],
    [{ target: "--watch" }, "begins with a dash"],
    [{ target: "samples", profile: "a\nb" }, "The input profile holds a line break."],
    [{ target: "samples", version: "file:../evil" }, "is no version"],
    [{ target: "samples", version: "1; touch x" }, "is no version"],
    [{ target: "samples", probes: "no" }, "The input probes is true or false, not no."],
    [{ command: "sh -c 'echo a b'" }, "write one word per line"],
    [{ command: " \n\n" }, "The input command is blank."],
  ] as [Record<string, string>, string][])("refuses %j in words, before anything is run", (inputs, words) => {
    const run = runStep(inputs);
    expect(run.code).toBe(2);
    expect(run.words).toBeUndefined();
    expect(run.outputs).toEqual({ "exit-code": "2" });
    expect(run.stdout).toMatch(/^::error title=MCP Skill Inspector::/);
    expect(run.stdout).toContain(words);
  });
});
