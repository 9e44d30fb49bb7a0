import type { ManifestFile } from "../../../shared/model/skill";
import { relativePath, skillRoot } from "../../../shared/uri/skill-uri";

/** One row of the tree of a skill's files. */
export interface FileRow {
  /** Display path below the skill's root, decoded. A directory ends in "/". */
  path: string;
  name: string;
  depth: number;
  directory: boolean;
  /** Files below a directory. */
  count: number;
  /** The manifest's file; absent for a directory. */
  file?: ManifestFile;
  /** A directory that holds a SKILL.md of its own. */
  nested: boolean;
  /** Not below the skill's root: shown apart, with its whole URI. */
  outside: boolean;
}

interface Directory {
  directories: Map<string, Directory>;
  files: { name: string; file: ManifestFile }[];
}

/**
 * The rows of a manifest as a tree: directories first, then by name; SKILL.md at the top of its directory.
 * @param closed paths of directories that are folded.
 */
export function fileRows(
  files: readonly ManifestFile[],
  skillUri: string,
  closed: ReadonlySet<string>,
): FileRow[] {
  const root = skillRoot(skillUri) ?? skillUri;
  const tree: Directory = { directories: new Map(), files: [] };
  const outside: ManifestFile[] = [];
  for (const file of files) {
    const path = file.path ?? relativePath(root, file.uri);
    if (path === undefined) outside.push(file);
    else insert(tree, path.split("/"), file);
  }
  const rows: FileRow[] = [];
  walk(tree, "", 0, closed, rows);
  for (const file of outside)
    rows.push({
      path: file.uri,
      name: file.uri,
      depth: 0,
      directory: false,
      count: 0,
      file,
      nested: false,
      outside: true,
    });
  return rows;
}

function insert(directory: Directory, segments: string[], file: ManifestFile): void {
  let at = directory;
  for (const segment of segments.slice(0, -1)) {
    let next = at.directories.get(segment);
    if (!next) {
      next = { directories: new Map(), files: [] };
      at.directories.set(segment, next);
    }
    at = next;
  }
  at.files.push({ name: segments.at(-1)!, file });
}

const order = new Intl.Collator("en", { numeric: true });

function walk(
  directory: Directory,
  path: string,
  depth: number,
  closed: ReadonlySet<string>,
  rows: FileRow[],
): number {
  let total = directory.files.length;
  const first = directory.files.filter(({ name }) => name === "SKILL.md");
  const rest = directory.files.filter(({ name }) => name !== "SKILL.md");
  for (const { name, file } of first) rows.push(fileRow(path, name, depth, file));
  for (const [name, inner] of [...directory.directories].sort(([a], [b]) => order.compare(a, b))) {
    const row: FileRow = {
      path: `${path}${name}/`,
      name,
      depth,
      directory: true,
      count: 0,
      nested: inner.files.some((entry) => entry.name === "SKILL.md"),
      outside: false,
    };
    rows.push(row);
    const below: FileRow[] = [];
    row.count = walk(inner, row.path, depth + 1, closed, below);
    total += row.count;
    if (!closed.has(row.path)) for (const entry of below) rows.push(entry);
  }
  for (const { name, file } of rest.sort((a, b) => order.compare(a.name, b.name)))
    rows.push(fileRow(path, name, depth, file));
  return total;
}

function fileRow(path: string, name: string, depth: number, file: ManifestFile): FileRow {
  return { path: path + name, name, depth, directory: false, count: 0, file, nested: false, outside: false };
}
