import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import type { Library } from "./library";
import { codeOf } from "./walk";

/** Editors save in several steps; what happens within this time is one change. */
const SETTLE_MS = 80;
/** How often the folders are scanned where the system cannot report changes. */
const POLL_MS = 2_000;
/** Where one watcher follows a whole tree; elsewhere each folder needs its own. */
const RECURSIVE = process.platform === "darwin" || process.platform === "win32";

/**
 * Keeps a library current: reads again the folders that the system reports as changed. The scan has found the
 * folders already, so watching them needs no walk of its own; that is what lets 10,000 skills start in seconds.
 */
export class Follower {
  readonly #library: Library;
  readonly #log: (line: string) => void;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #stale = new Set<string>();
  readonly #stop: () => void;
  #timer: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(library: Library, log: (line: string) => void) {
    this.#library = library;
    this.#log = log;
    this.#stop = library.onScanned(() => this.#align());
    this.#align();
    // What changed between the first scan and now was reported by nobody.
    void this.#scan();
  }

  close(): void {
    this.#stop();
    clearTimeout(this.#timer);
    clearInterval(this.#poll);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Watches the folders that are there now, and no others. */
  #align(): void {
    if (this.#poll) return;
    const folders = new Set(RECURSIVE ? this.#library.roots() : this.#library.directories());
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of folders) {
      if (!this.#watchers.has(folder) && !this.#watch(folder)) return;
    }
  }

  /** @returns false when watching was given up */
  #watch(folder: string): boolean {
    try {
      const watcher = watch(folder, { recursive: RECURSIVE }, (_event, name) => {
        this.#touch(RECURSIVE && name ? join(folder, name, "..") : folder);
      });
      watcher.on("error", () => this.#touch(folder));
      this.#watchers.set(folder, watcher);
      return true;
    } catch (error) {
      // Gone since the scan: its parent reports that.
      if (codeOf(error) === "ENOENT") return true;
      this.#giveUp(error);
      return false;
    }
  }

  #giveUp(error: unknown): void {
    this.#log(`changes cannot be followed (${codeOf(error)}); scanning every ${POLL_MS / 1000} s instead`);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#poll = setInterval(() => void this.#scan(), POLL_MS);
    this.#poll.unref();
  }

  #touch(folder: string): void {
    this.#stale.add(folder);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const stale = new Set(this.#stale);
      this.#stale.clear();
      void this.#scan(stale);
    }, SETTLE_MS);
  }

  async #scan(stale?: ReadonlySet<string>): Promise<void> {
    try {
      await this.#library.scan(stale);
    } catch (error) {
      this.#log(`could not scan again: ${codeOf(error)}`);
    }
  }
}
