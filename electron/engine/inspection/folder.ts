import { lstat, readdir, readFile, realpath } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { FileEvidence, SkillEvidence } from "../../../shared/model/evidence";
import { ConnectionError } from "../connections/connection-error";
import type { Bodies } from "./workers/judge";

/** Folders that hold other people's code or a repository's own data, never a skill. */
const LEFT_OUT = new Set(["node_modules", ".git", ".hg", ".svn"]);
const MAX_FILE = 64 * 1024 * 1024;
const MAX_DEPTH = 64;

/** One skill folder as found on disk. */
export interface FolderSkill {
  /** The folder that holds SKILL.md (in whatever spelling). */
  folder: string;
  /** Names in it that are SKILL.md but for upper and lower case. */
  spellings: string[];
}

/** Something left out, named with the reason; nothing disappears silently. */
export interface LeftOut {
  path: string;
  reason: string;
}

/**
 * Finds the skills below a folder by our own scan: every folder with a SKILL.md, nested ones included. A wrong
 * spelling counts, so that it can be reported. Links are not followed out of the folder.
 * @throws ConnectionError when there is no such folder
 */
export async function scanFolder(folder: string): Promise<{ skills: FolderSkill[]; leftOut: LeftOut[] }> {
  const skills: FolderSkill[] = [];
  const leftOut: LeftOut[] = [];
  const top = await realpath(folder).catch(() => undefined);
  const stat = top === undefined ? undefined : await lstat(top);
  if (top === undefined || !stat?.isDirectory()) {
    throw new ConnectionError({
      code: "no-such-folder",
      message: `There is no folder ${folder}.`,
      hint: "Give the path of a folder that holds skills, a URL, or a command after --.",
    });
  }
  const visit = async (at: string, depth: number): Promise<void> => {
    if (depth > MAX_DEPTH) {
      leftOut.push({ path: at, reason: `deeper than ${MAX_DEPTH} folders` });
      return;
    }
    const entries = await readdir(at, { withFileTypes: true }).catch((error: Error) => {
      leftOut.push({ path: at, reason: `cannot be read: ${error.message}` });
      return [];
    });
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const spellings = entries
      .filter((entry) => !entry.isDirectory() && /^skill\.md$/i.test(entry.name))
      .map((entry) => entry.name);
    if (spellings.length > 0) skills.push({ folder: at, spellings });
    for (const entry of entries) {
      if (!entry.isDirectory()) continue;
      const path = join(at, entry.name);
      if (LEFT_OUT.has(entry.name)) leftOut.push({ path, reason: "never holds skills of this folder" });
      else await visit(path, depth + 1);
    }
  };
  await visit(folder, 0);
  return { skills, leftOut };
}

/**
 * Reads one skill folder as evidence: every file with its bytes, dot files and links apart.
 * The skill's URI is the file URL of its SKILL.md; `path` is relative to where the command was given.
 */
export async function readSkillFolder(
  skill: FolderSkill,
  leftOut: LeftOut[],
): Promise<{ evidence: SkillEvidence; bodies: Bodies }> {
  const files: FileEvidence[] = [];
  const bodies: Bodies = [];
  const main = join(skill.folder, "SKILL.md");
  const uri = pathToFileURL(main).href;
  const visit = async (at: string): Promise<void> => {
    const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) {
        if (!LEFT_OUT.has(entry.name)) await visit(path);
        continue;
      }
      const file: FileEvidence = { uri: pathToFileURL(path).href, source: "folder", path: shown(path) };
      files.push(file);
      const bytes = await readWithin(skill.folder, path, file);
      if (bytes) bodies.push([files.length - 1, { bytes }]);
      else if (file.notRead) leftOut.push({ path, reason: file.notRead });
    }
  };
  await visit(skill.folder);
  return {
    evidence: { uri, source: "folder", path: shown(skill.folder), files, directories: [], resources: [] },
    bodies,
  };
}

/** Reads a file unless it is no regular file, too large, or a link that leaves the folder. */
async function readWithin(folder: string, path: string, file: FileEvidence): Promise<Uint8Array | undefined> {
  try {
    const real = await realpath(path);
    const top = await realpath(folder);
    if (real !== top && !real.startsWith(top + sep)) {
      file.notRead = "a link that leads out of the skill's folder";
      return undefined;
    }
    const stat = await lstat(real);
    if (!stat.isFile()) {
      file.notRead = "no regular file";
      return undefined;
    }
    if (stat.size > MAX_FILE) {
      file.notRead = `larger than ${MAX_FILE} bytes`;
      return undefined;
    }
    return await readFile(real);
  } catch (error) {
    file.notRead = `cannot be read: ${(error as Error).message}`;
    return undefined;
  }
}

/** The path as a person would type it from where they are. */
function shown(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith("..") ? path : near || basename(path);
}
