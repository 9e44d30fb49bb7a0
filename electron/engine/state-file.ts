import { copyFile, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { ConnectionError } from "./connections/connection-error";

/**
 * One JSON file that survives a crash at any moment: written beside and renamed over, the last good one kept as
 * `.bak`. A damaged file is set aside with a message and the backup is used.
 */
export class StateFile<T> {
  private writing: Promise<void> = Promise.resolve();
  /** Said to the user when the file had to be set aside. */
  damage: string | undefined;
  /** Set where another instance writes to the folder: then nothing is written here. */
  readOnly = false;

  /** @param parse checks and migrates what was read; throws when it is no such state */
  constructor(
    readonly path: string,
    private readonly parse: (raw: unknown) => T,
    private readonly initial: T,
  ) {}

  async load(): Promise<T> {
    const text = await readFile(this.path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (text === undefined) return this.initial;
    try {
      return this.parse(JSON.parse(text));
    } catch (error) {
      const aside = `${this.path}.damaged-${Date.now()}`;
      await rename(this.path, aside).catch(() => {});
      const why = error instanceof Error ? error.message : String(error);
      const backup = await readFile(`${this.path}.bak`, "utf8").catch(() => undefined);
      this.damage = `${this.path} could not be read (${why}) and was set aside as ${aside}.`;
      if (backup === undefined) return this.initial;
      try {
        const state = this.parse(JSON.parse(backup));
        this.damage += " The backup is used.";
        return state;
      } catch {
        return this.initial;
      }
    }
  }

  /**
   * Writes after whatever is being written; resolves when this state is on disk.
   * @throws ConnectionError in words when it cannot be written; what was saved before is then still there
   */
  save(state: T): Promise<void> {
    if (this.readOnly) return Promise.resolve();
    const text = JSON.stringify(state, null, 2);
    this.writing = this.writing
      .catch(() => {})
      .then(() => this.write(text))
      .catch((error) => {
        throw notSaved(this.path, error);
      });
    return this.writing;
  }

  private async write(text: string): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    const next = `${this.path}.${process.pid}.new`;
    const file = await open(next, "w", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } catch (error) {
      await rm(next, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    await copyFile(this.path, `${this.path}.bak`).catch(() => {});
    await rename(next, this.path);
  }
}

function notSaved(path: string, error: NodeJS.ErrnoException): ConnectionError {
  const full = error.code === "ENOSPC" || error.code === "EDQUOT";
  return new ConnectionError({
    code: full ? "disk-full" : "not-saved",
    message: full
      ? `${path} could not be saved: no room is left on the disk.`
      : `${path} could not be saved: ${error.message}.`,
    hint: "What was saved before is still there. The change holds until the app ends; make room, then change it again.",
  });
}
