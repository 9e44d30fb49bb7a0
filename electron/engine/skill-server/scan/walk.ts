import type { BigIntStats, Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import { Lanes } from "./pool";
import type { Skip, Skipped } from "./skipped";

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

/** A folder as read. Never changed: a folder that is read again becomes a new object, and so do those above it. */
export interface FoundDirectory {
  readonly name: string;
  readonly disk: string;
  readonly files: readonly FoundFile[];
  readonly directories: readonly FoundDirectory[];
  /** What was left out directly in this folder. */
  readonly skipped: readonly Skipped[];
}

/** Deeper folders than this are left out; no skill needs them and a runaway tree must end. */
const MAX_DEPTH = 48;
const WIDTH = 32;

export const sameStamp = (a: Stamp, b: Stamp) =>
  a.size === b.size && a.mtimeNs === b.mtimeNs && a.ino === b.ino;

export function stampOf(stats: BigIntStats): Stamp {
  return { size: Number(stats.size), mtimeNs: stats.mtimeNs, ino: stats.ino };
}

/** Folders read at the same time: enough to keep the disk busy, too few to exhaust file handles. */
const lanes = new Lanes(WIDTH);

/**
 * Reads a folder without following any link. A hard link is no link in this sense: it is a file of this folder like
 * any other, which nothing tells from the one it shares its bytes with, and only who may write here can make one;
 * checkouts and package stores are full of them. Everything that is not a plain, readable file or folder with a usable
 * name is left out with a reason.
 * @param disk absolute path with links resolved
 * @param before what an earlier walk found here; its folders are kept as they are unless `stale` says otherwise
 * @param stale paths of folders whose own entries may have changed
 */
export async function walk(
  disk: string,
  name: string,
  before?: FoundDirectory,
  stale?: ReadonlySet<string>,
  depth = 0,
): Promise<FoundDirectory> {
  const known = new Map(before?.directories.map((directory) => [directory.name, directory]));
  const reuse = before !== undefined && stale !== undefined && !stale.has(disk);
  const own = reuse ? before : await lanes.run(() => read(disk));
  const skipped = [...own.skipped];
  const names = reuse ? [...known.keys()] : (own as Entries).names;
  const below = names.filter(() => depth < MAX_DEPTH);
  if (below.length < names.length)
    skipped.push({ path: disk, reason: `more than ${MAX_DEPTH} folders deep` });
  const directories = await Promise.all(
    below.map((child) => {
      const path = join(disk, child);
      const old = known.get(child);
      if (old && stale && !touches(path, stale)) return old;
      return walk(path, child, old, stale, depth + 1);
    }),
  );
  const same = reuse && directories.every((directory, index) => directory === before.directories[index]);
  return same ? before : { name, disk, files: own.files, directories, skipped };
}

/** True when a folder or one below it is stale. */
function touches(disk: string, stale: ReadonlySet<string>): boolean {
  for (const path of stale) if (path === disk || path.startsWith(disk + sep)) return true;
  return false;
}

interface Entries {
  files: FoundFile[];
  names: string[];
  skipped: Skipped[];
}

/** Reads the entries of one folder. */
async function read(disk: string): Promise<Entries> {
  const found: Entries = { files: [], names: [], skipped: [] };
  const skip: Skip = (path, reason) => found.skipped.push({ path, reason });
  let entries: Dirent<Buffer>[];
  try {
    entries = await readdir(disk, { withFileTypes: true, encoding: "buffer" });
  } catch (error) {
    skip(disk, `cannot be read: ${codeOf(error)}`);
    return found;
  }
  for (const { name, entry } of nameEntries(entries, disk, skip)) {
    const path = join(disk, name);
    if (entry.isDirectory()) {
      found.names.push(name);
    } else if (entry.isFile()) {
      const file = await openable(name, path, skip);
      if (file) found.files.push(file);
    } else if (entry.isSymbolicLink()) {
      skip(path, "is a link; links are never followed, so copy what it points to into the skill");
    } else {
      skip(path, `is a ${kindOf(entry)}, not a file`);
    }
  }
  return found;
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
    if (!mayRead(stats)) {
      skip(disk, "cannot be read: EACCES");
      return undefined;
    }
    return { name, disk, stamp: stampOf(stats) };
  } catch (error) {
    skip(disk, `cannot be read: ${codeOf(error)}`);
    return undefined;
  }
}

/**
 * What the mode says about reading. Saves a call for each of many files; where something finer than the mode forbids
 * it, the file is named when its digest is due.
 */
function mayRead({ mode, uid, gid }: BigIntStats): boolean {
  const me = process.geteuid?.();
  if (me === undefined || me === 0) return true;
  const groups = [process.getegid?.(), ...(process.getgroups?.() ?? [])];
  const bit = Number(uid) === me ? 0o400n : groups.includes(Number(gid)) ? 0o040n : 0o004n;
  return (mode & bit) !== 0n;
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
