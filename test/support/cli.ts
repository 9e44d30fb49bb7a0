import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Report } from "../../shared/model/report";
import { root, type ServerCommand } from "./fixtures";
import { tempFolder } from "./temp";

export const cliFile = join(root, "dist", "cli.mjs");

export interface CliResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  /** The same as bytes. */
  bytes: Buffer;
  stderr: string;
  ms: number;
}

export interface CliOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** The process group is killed after this time and the test fails. */
  limitMs?: number;
  /** Called with the running process, e.g. to interrupt it. */
  whileRunning?: (child: ChildProcess) => Promise<void>;
}

/** An environment in which nothing of the machine's user is read or written. */
export function ownEnvironment(home: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: home,
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_CACHE_HOME: join(home, "cache"),
    XDG_DATA_HOME: join(home, "data"),
    TMPDIR: process.env.TMPDIR ?? "/tmp",
    LANG: "C.UTF-8",
  };
}

/** Runs the built command line to its end, in a home of its own. */
export async function runCli(args: string[], options: CliOptions = {}): Promise<CliResult> {
  const { env = {}, cwd, limitMs = 45_000, whileRunning } = options;
  const started = Date.now();
  const child = spawn(process.execPath, [cliFile, ...args], {
    cwd,
    env: { ...ownEnvironment(tempFolder()), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const out: Buffer[] = [];
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString("utf8");
  });
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve([code, signal]));
  });
  onTestFinished(() => killGroup(child));
  const limit = setTimeout(() => killGroup(child), limitMs);
  await whileRunning?.(child);
  const [code, signal] = await ended;
  clearTimeout(limit);
  const bytes = Buffer.concat(out);
  const ms = Date.now() - started;
  if (signal === "SIGKILL") throw new Error(`${args.join(" ")} did not end within ${limitMs} ms: ${stderr}`);
  return { code, signal, bytes, stdout: bytes.toString("utf8"), stderr, ms };
}

/** Ends a process that was started detached, with all it started. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}

/** `-- command args...`, the last part of a command line that targets a stdio server. */
export const target = (server: ServerCommand): string[] => ["--", server.command, ...server.args];

/** Runs `check --format json` and reads the report. @throws when stdout is no JSON, with stderr. */
export async function checkJson(
  args: string[],
  options: CliOptions = {},
): Promise<CliResult & { report: Report }> {
  const result = await runCli(["check", "--format", "json", ...args], options);
  try {
    return { ...result, report: JSON.parse(result.stdout) as Report };
  } catch {
    throw new Error(
      `check gave no JSON (exit ${result.code}): ${result.stdout.slice(0, 300)}\n${result.stderr}`,
    );
  }
}

/** Ids of the rules that a report's findings fail, each once, sorted. */
export function failedRules(report: Report, severity?: "error" | "warning"): string[] {
  const rules = report.findings
    .filter((finding) => finding.outcome === "fail" && (!severity || finding.severity === severity))
    .map((finding) => finding.rule);
  return [...new Set(rules)].sort();
}
