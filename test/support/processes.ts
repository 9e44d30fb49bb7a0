import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { until } from "./until";

/** Pids of running processes whose command line or environment holds `text`, without this one. Zombies do not count. */
export function processesWith(text: string): number[] {
  if (!existsSync("/proc/self/cmdline")) return listedByPs(text);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && holds(pid, text));
}

function holds(pid: number, text: string): boolean {
  for (const file of ["cmdline", "environ"]) {
    try {
      if (readFileSync(`/proc/${pid}/${file}`, "utf8").includes(text)) return true;
    } catch {
      // It ended, or it is another user's: then it is none of ours.
    }
  }
  return false;
}

function listedByPs(text: string): number[] {
  return execFileSync("ps", ["-A", "-o", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(text))
    .map((line) => Number.parseInt(line, 10))
    .filter((pid) => pid !== process.pid);
}

/** Waits until no process holds `text` in its command line or environment; fails with the pids that are left. */
export async function noProcessLeft(text: string, timeoutMs = 6_000): Promise<void> {
  await until(() => processesWith(text).length === 0, {
    timeoutMs,
    what: () => `no process with ${text} is left, but there are ${processesWith(text).join(", ")}`,
  });
}

/** Waits until a process holds `text`. @returns its pid. */
export async function processStarted(text: string): Promise<number> {
  await until(() => processesWith(text).length > 0, { what: () => `a process with ${text} has started` });
  return processesWith(text)[0]!;
}
