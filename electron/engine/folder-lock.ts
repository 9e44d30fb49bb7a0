import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Who has a data folder open. */
export interface LockHolder {
  pid: number;
  /** `desktop` or `web`. */
  host: string;
  /** When its process started, as the kernel counts; absent where that cannot be told. */
  began?: string;
}

/** Folders that this process itself has open: its own pid in a lock may else be left from an earlier life. */
const held = new Set<string>();

/**
 * Says that this process alone writes to a data folder. A lock left by a process that was killed counts for nothing.
 * @returns who else has it, or how to give it back
 */
export function lockFolder(folder: string, host: string): { holder: LockHolder } | { release: () => void } {
  const path = join(folder, "instance.lock");
  mkdirSync(folder, { recursive: true });
  const mine: LockHolder = { pid: process.pid, host, ...beganOf(process.pid) };
  for (let tries = 0; tries < 5; tries++) {
    try {
      writeFileSync(path, JSON.stringify(mine), { flag: "wx", mode: 0o600 });
      held.add(path);
      return {
        release() {
          if (held.delete(path)) rmSync(path, { force: true });
        },
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const holder = read(path);
    if (holder && isHeld(path, holder)) return { holder };
    setAside(path);
  }
  return { holder: read(path) ?? { pid: 0, host: "another program" } };
}

/** Only one of several that find a stale lock takes it away: a rename succeeds once. */
function setAside(path: string): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
    rmSync(aside, { force: true });
  } catch {
    // Another was faster.
  }
}

function isHeld(path: string, { pid, began }: LockHolder): boolean {
  if (pid === process.pid) return held.has(path);
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, as another user.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const now = beganOf(pid).began;
  return began === undefined || now === undefined || began === now;
}

function read(path: string): LockHolder | undefined {
  try {
    const value = JSON.parse(readFileSync(path, "utf8")) as LockHolder | null;
    return value && Number.isInteger(value.pid) && value.pid > 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The start of a process in clock ticks since boot (field 22 of its stat): tells a reused pid from the old one. */
function beganOf(pid: number): { began?: string } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const began = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return began === undefined ? {} : { began };
  } catch {
    return {};
  }
}
