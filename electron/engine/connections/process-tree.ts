import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";

/** Variable by which whatever a server started is known as its own, also when its parents are gone. */
export const MARK = "SKILL_INSPECTOR_CHILD";

/**
 * Signals a child process with everything it started. On POSIX the child was started as leader of its own process
 * group, so one signal reaches the group; descendants that left the group are found through /proc, by their parents
 * and by the mark in their environment. On Windows `taskkill /T` does the same.
 * @param pid of the child, @param mark value of `MARK` in its environment
 */
export async function signalTree(pid: number, signal: NodeJS.Signals, mark: string): Promise<void> {
  if (process.platform === "win32") {
    await new Promise<void>((resolve) => {
      execFile("taskkill", ["/pid", String(pid), "/T", ...(signal === "SIGKILL" ? ["/F"] : [])], () =>
        resolve(),
      );
    });
    return;
  }
  const strays = new Set([...(await descendants(pid)), ...(await marked(mark))]);
  trySignal(-pid, signal);
  for (const stray of strays) trySignal(stray, signal);
}

/**
 * Processes with this mark in their environment, wherever they are in the tree; empty where /proc is not there.
 * A zombie has no environment any more, and another user's process cannot be read.
 */
export async function marked(mark: string): Promise<number[]> {
  const names = await readdir("/proc").catch(() => [] as string[]);
  const found = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const environment = await readFile(`/proc/${name}/environ`, "latin1").catch(() => "");
        return environment.split("\0").includes(`${MARK}=${mark}`) ? Number(name) : undefined;
      }),
  );
  return found.filter((pid) => pid !== undefined);
}

/** Whether any process of the child's group still lives. */
export function groupAlive(pid: number): boolean {
  if (process.platform === "win32") return trySignal(pid, 0);
  return trySignal(-pid, 0);
}

function trySignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** All descendants of a process by their parent ids; empty where /proc is not there. */
async function descendants(pid: number): Promise<number[]> {
  const parents = new Map<number, number[]>();
  const names = await readdir("/proc").catch(() => [] as string[]);
  await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
        const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
        if (Number.isInteger(parent)) parents.set(parent, [...(parents.get(parent) ?? []), Number(name)]);
      }),
  );
  const found: number[] = [];
  const queue = [pid];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const child of parents.get(next) ?? []) {
      found.push(child);
      queue.push(child);
    }
  }
  return found;
}
