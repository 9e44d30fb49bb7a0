import type { FileFacts } from "./facts";
import type { Frontmatter, SkillHead } from "./frontmatter";
import { mimeOfName } from "./mime";
import { pooled } from "./pool";
import type { Skip } from "./skipped";
import { pathKey, uriOfPath } from "./uris";
import type { FoundDirectory, FoundFile, Stamp } from "./walk";

/** A file of at least one skill. */
export interface ServedFile {
  uri: string;
  path: readonly string[];
  name: string;
  disk: string;
  /** As scanned; facts about the content are always taken anew. */
  stamp: Stamp;
  mimeType: string | undefined;
}

export interface ServedDirectory {
  uri: string;
  path: readonly string[];
  files: ServedFile[];
  directories: ServedDirectory[];
}

export interface ServedSkill {
  /** URI of its SKILL.md. */
  uri: string;
  /** Segments of `<skill-path>`, decoded. */
  path: readonly string[];
  frontmatter: Frontmatter;
  skillFile: ServedFile;
  /** Every file below the skill's root, nested skills included, sorted by URI. */
  files: ServedFile[];
}

/** The limits of the released extension (spec: Limits). */
const MAX_FILES = 512;
const MAX_BYTES = 16 * 1024 * 1024;

/** One consistent picture of what is served. Immutable; a change makes a new one. */
export class Catalogue {
  readonly skills: readonly ServedSkill[];
  readonly #skills = new Map<string, ServedSkill>();
  readonly #files = new Map<string, ServedFile>();
  readonly #directories = new Map<string, ServedDirectory>();

  constructor(skills: ServedSkill[], roots: ServedDirectory[]) {
    this.skills = [...skills].sort((a, b) => byUri(a, b));
    for (const skill of this.skills) this.#skills.set(pathKey(skill.skillFile.path), skill);
    for (const root of roots) this.#index(root);
  }

  /** The skill whose SKILL.md has this path. */
  skill(path: readonly string[]): ServedSkill | undefined {
    return this.#skills.get(pathKey(path));
  }
  file(path: readonly string[]): ServedFile | undefined {
    return this.#files.get(pathKey(path));
  }
  /** A skill's root or a folder below one; folders that only lead to skills are not served. */
  directory(path: readonly string[]): ServedDirectory | undefined {
    return this.#directories.get(pathKey(path));
  }
  /** Every served file, in no particular order. */
  files(): Iterable<ServedFile> {
    return this.#files.values();
  }

  #index(directory: ServedDirectory): void {
    this.#directories.set(pathKey(directory.path), directory);
    for (const file of directory.files) this.#files.set(pathKey(file.path), file);
    for (const child of directory.directories) this.#index(child);
  }
}

export const byUri = (a: { uri: string }, b: { uri: string }) => (a.uri < b.uri ? -1 : a.uri > b.uri ? 1 : 0);

/** A scanned folder and the path its contents are served under (empty, or one segment that tells it apart). */
export interface Mount {
  tree: FoundDirectory;
  prefix: readonly string[];
}

/** Makes the catalogue of scanned folders; what cannot be served is named to `skip` and harms nothing else. */
export async function buildCatalogue(mounts: Mount[], facts: FileFacts, skip: Skip): Promise<Catalogue> {
  const skills: ServedSkill[] = [];
  const roots: ServedDirectory[] = [];
  for (const mount of mounts) {
    const heads = await readHeads(mount.tree, facts);
    collect(mount.tree, mount.prefix, heads, { skills, roots, skip });
  }
  return new Catalogue(skills, roots);
}

/** Folders below (and including) a tree that hold a SKILL.md, by that file. */
async function readHeads(tree: FoundDirectory, facts: FileFacts): Promise<Map<FoundFile, SkillHead>> {
  const found: FoundFile[] = [];
  const look = (directory: FoundDirectory) => {
    const file = directory.files.find(({ name }) => name === "SKILL.md");
    if (file) found.push(file);
    directory.directories.forEach(look);
  };
  look(tree);
  const heads = await pooled(found, 16, (file) => facts.head(file.disk, file.stamp));
  return new Map(found.map((file, index) => [file, heads[index]!]));
}

interface Collected {
  skills: ServedSkill[];
  roots: ServedDirectory[];
  skip: Skip;
}

/** Walks folders that are in no skill yet. */
function collect(
  directory: FoundDirectory,
  path: readonly string[],
  heads: Map<FoundFile, SkillHead>,
  into: Collected,
): void {
  const before = into.skills.length;
  const skillFile = directory.files.find(({ name }) => name === "SKILL.md");
  const head = skillFile && heads.get(skillFile);
  if (skillFile && head && "frontmatter" in head && path.length > 0) {
    const served = serve(directory, path);
    const fault = addSkills(directory, served, heads, into);
    if (fault === undefined) {
      into.roots.push(served);
      return;
    }
    into.skip(directory.disk, fault);
  } else if (head && "reason" in head) {
    into.skip(skillFile!.disk, head.reason);
  }
  for (const child of directory.directories) collect(child, [...path, child.name], heads, into);
  nameStrays(directory, skillFile, into, into.skills.length > before);
}

/** Names the files of a folder that belong to no skill. */
function nameStrays(
  directory: FoundDirectory,
  skillFile: FoundFile | undefined,
  into: Collected,
  leadsToSkills: boolean,
): void {
  const misspelt = directory.files.find(
    ({ name }) => name !== "SKILL.md" && name.toLowerCase() === "skill.md",
  );
  if (misspelt && !skillFile) {
    into.skip(misspelt.disk, `must be spelt SKILL.md, not ${misspelt.name}, to make its folder a skill`);
  }
  if (skillFile) return;
  const strays = directory.files.filter((file) => file !== misspelt);
  if (strays.length === 0 && directory.directories.length > 0) return;
  if (leadsToSkills) for (const { disk } of strays) into.skip(disk, "belongs to no skill");
  else if (!misspelt) into.skip(directory.disk, "holds no SKILL.md");
}

/** Folders that did not change are served by the same objects as before. */
const servedBefore = new WeakMap<FoundDirectory, ServedDirectory>();

function serve(directory: FoundDirectory, path: readonly string[]): ServedDirectory {
  const before = servedBefore.get(directory);
  if (before && pathKey(before.path) === pathKey(path)) return before;
  const served: ServedDirectory = {
    uri: uriOfPath(path),
    path,
    files: directory.files.map((file): ServedFile => {
      const own = [...path, file.name];
      return {
        uri: uriOfPath(own),
        path: own,
        name: file.name,
        disk: file.disk,
        stamp: file.stamp,
        mimeType: mimeOfName(file.name),
      };
    }),
    directories: directory.directories.map((child) => serve(child, [...path, child.name])),
  };
  servedBefore.set(directory, served);
  return served;
}

/**
 * Adds a skill and those nested in it.
 * @returns why the outer one cannot be served; then nothing was added
 */
function addSkills(
  found: FoundDirectory,
  served: ServedDirectory,
  heads: Map<FoundFile, SkillHead>,
  into: Collected,
): string | undefined {
  const files = allFiles(served).sort(byUri);
  const bytes = files.reduce((sum, file) => sum + file.stamp.size, 0);
  if (files.length > MAX_FILES) return `holds ${files.length} files; a skill may have ${MAX_FILES}`;
  if (bytes > MAX_BYTES) return `holds ${bytes} bytes; a skill may have ${MAX_BYTES}`;
  addOne(found, served, files, heads, into);
  return undefined;
}

function addOne(
  found: FoundDirectory,
  served: ServedDirectory,
  files: ServedFile[],
  heads: Map<FoundFile, SkillHead>,
  into: Collected,
): void {
  const source = found.files.find(({ name }) => name === "SKILL.md");
  const head = source && heads.get(source);
  const skillFile = served.files.find(({ name }) => name === "SKILL.md");
  if (head && "frontmatter" in head && skillFile) {
    into.skills.push({
      uri: skillFile.uri,
      path: served.path,
      frontmatter: head.frontmatter,
      skillFile,
      files,
    });
  } else if (head && "reason" in head) {
    into.skip(source!.disk, `${head.reason}; served as a file of the enclosing skill only`);
  }
  found.directories.forEach((child, index) => {
    const below = served.directories[index]!;
    addOne(child, below, allFiles(below).sort(byUri), heads, into);
  });
}

function allFiles(directory: ServedDirectory): ServedFile[] {
  return [...directory.files, ...directory.directories.flatMap(allFiles)];
}
