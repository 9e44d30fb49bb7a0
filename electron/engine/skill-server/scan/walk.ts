import type { BigIntStats, Dirent } from "node:fs";
import { constants } from "node:fs";
import { access, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { pooled } from "./pool";
import type { Skip } from "./skipped";

/** What tells whether a file's bytes may have changed: size, modification time in nanoseconds, inode. */
export interface Stamp {
  size: number;
  mtimeNs: bigint;
  ino: bigint;
}

export interface FoundFile {
  name: string;
  /** Absolute path with every link resolved: the one that is opened. */
  disk: string;
  stamp: Stamp;
}

export interface FoundDirectory {
  name: string;
  disk: string;
  files: FoundFile[];
  directories: FoundDirectory[];
}

/** Deeper folders than this are left out; no skill needs them and a runaway tree must end. */
const MAX_DEPTH = 48;
const WIDTH = 32;

export const sameStamp = (a: Stamp, b: Stamp) =>
  a.size === b.size && a.mtimeNs === b.mtimeNs && a.ino === b.ino;

export function stampOf(stats: BigIntStats): Stamp {
  return { size: Number(stats.size), mtimeNs: stats.mtimeNs, ino: stats.ino };
}

/**
 * Reads a folder without following any link. Everything that is not a plain, readable file or folder with a
 * usable name is handed to `skip`.
 * @param root absolute path with links resolved
 */
export async function walk(root: string, name: string, skip: Skip): Promise<FoundDirectory> {
  const top: FoundDirectory = { name, disk: root, files: [], directories: [] };
  let level: FoundDirectory[] = [top];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) {
      for (const directory of level) skip(directory.disk, `more than ${MAX_DEPTH} folders deep`);
      break;
    }
    await pooled(level, WIDTH, (directory) => fill(directory, skip));
    level = level.flatMap((directory) => directory.directories);
  }
  return top;
}

async function fill(directory: FoundDirectory, skip: Skip): Promise<void> {
  let entries: Dirent<Buffer>[];
  try {
    entries = await readdir(directory.disk, { withFileTypes: true, encoding: "buffer" });
  } catch (error) {
    skip(directory.disk, `cannot be read: ${codeOf(error)}`);
    return;
  }
  const named = nameEntries(entries, directory.disk, skip);
  for (const { name, entry } of named) {
    const disk = join(directory.disk, name);
    if (entry.isDirectory()) {
      directory.directories.push({ name, disk, files: [], directories: [] });
    } else if (entry.isFile()) {
      const file = await openable(name, disk, skip);
      if (file) directory.files.push(file);
    } else if (entry.isSymbolicLink()) {
      skip(disk, "is a link; links are never followed, so copy what it points to into the skill");
    } else {
      skip(disk, `is a ${kindOf(entry)}, not a file`);
    }
  }
}

/** Drops names that cannot be served, and of names that only case or Unicode form tells apart all but the first. */
function nameEntries(entries: Dirent<Buffer>[], parent: string, skip: Skip) {
  const named: { name: string; entry: Dirent<Buffer> }[] = [];
  for (const entry of entries) {
    const name = entry.name.toString("utf8");
    if (!Buffer.from(name, "utf8").equals(entry.name)) {
      skip(join(parent, name), "its name is not valid UTF-8; rename it");
    } else if (name === "node_modules") {
      skip(join(parent, name), "node_modules is never served");
    } else if (name.startsWith(".")) {
      skip(join(parent, name), "names that begin with a dot are never served");
    } else if (name.includes("\\")) {
      skip(
        join(parent, name),
        "its name holds a backslash, which some systems take for a separator; rename it",
      );
    } else {
      named.push({ name, entry });
    }
  }
  named.sort((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1));
  const seen = new Map<string, string>();
  return named.filter(({ name }) => {
    const key = name.normalize("NFC").toLowerCase();
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, name);
      return true;
    }
    const what = first.normalize("NFC") === name.normalize("NFC") ? "Unicode normalisation" : "letter case";
    skip(join(parent, name), `differs from ${JSON.stringify(first)} only in ${what}; rename one of them`);
    return false;
  });
}

/** SKILL.md wins over its other spellings. */
const rank = (name: string) => (name === "SKILL.md" ? 0 : 1);

async function openable(name: string, disk: string, skip: Skip): Promise<FoundFile | undefined> {
  try {
    const stats = await lstat(disk, { bigint: true });
    if (!stats.isFile()) {
      skip(disk, "is not a file any more");
      return undefined;
    }
    await access(disk, constants.R_OK);
    return { name, disk, stamp: stampOf(stats) };
  } catch (error) {
    skip(disk, `cannot be read: ${codeOf(error)}`);
    return undefined;
  }
}

function kindOf(entry: Dirent<Buffer>): string {
  if (entry.isFIFO()) return "pipe";
  if (entry.isSocket()) return "socket";
  if (entry.isBlockDevice() || entry.isCharacterDevice()) return "device";
  return "special file";
}

/** The short name of a file system error, e.g. `EACCES`. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return error instanceof Error ? error.message : String(error);
}
