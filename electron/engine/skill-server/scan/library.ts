import { realpath, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { buildCatalogue, Catalogue, type Mount, type ServedSkill } from "./catalogue";
import { FileFacts } from "./facts";
import { SkipList, type Skipped } from "./skipped";
import { codeOf, type FoundDirectory, sameStamp, walk } from "./walk";

/** What a rescan found different. */
export interface LibraryChange {
  /** True when skills came, went or changed their name or description. */
  list: boolean;
  /** URIs of files whose bytes may differ, and of those that came or went. */
  uris: string[];
}

/** The served folders as they are now: a catalogue, facts about contents, and what was left out. */
export class Library {
  catalogue = new Catalogue([], []);
  readonly facts: FileFacts;
  readonly folders: readonly string[];
  #skipped: Skipped[] = [];
  #trees: ReadonlyMap<string, FoundDirectory> = new Map();
  #scanning: Promise<void> = Promise.resolve();
  /** Files that a scan found and that could not be read afterwards. */
  readonly #lost = new Map<string, string>();
  readonly #listeners = new Set<(change: LibraryChange) => void>();
  readonly #scanned = new Set<() => void>();

  /** @param log told of each file that is lost after a scan found it */
  constructor(folders: readonly string[], log: (line: string) => void) {
    this.folders = folders.map((folder) => resolve(folder));
    this.facts = new FileFacts((disk, reason) => {
      if (!this.#lost.has(disk)) log(`left out ${disk}: ${reason}`);
      this.#lost.set(disk, reason);
    });
  }

  get skipped(): Skipped[] {
    return [...this.#skipped, ...[...this.#lost].map(([path, reason]) => ({ path, reason }))];
  }

  /** @returns the function that ends the subscription */
  onChange(listener: (change: LibraryChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells of every scan that is done, whether it found a change or not; as `onChange`. */
  onScanned(listener: () => void): () => void {
    this.#scanned.add(listener);
    return () => this.#scanned.delete(listener);
  }

  /** The served folders with links resolved. */
  roots(): Iterable<string> {
    return this.#trees.keys();
  }

  /** Every folder that was read, with links resolved. */
  *directories(): Iterable<string> {
    for (const tree of this.#trees.values()) yield* everyFolder(tree);
  }

  /** The frontmatter of a skill as its SKILL.md is now; undefined when that has gone or cannot be read any more. */
  async headOf({ skillFile }: ServedSkill): Promise<Record<string, unknown> | undefined> {
    const head = await this.facts.head(skillFile.disk);
    return "frontmatter" in head ? head.frontmatter : undefined;
  }

  /**
   * Scans the folders, then tells the listeners what changed. A folder that is gone is named, not fatal. Scans never
   * run at the same time.
   * @param stale folders whose own entries may have changed; all of them where left out
   */
  scan(stale?: ReadonlySet<string>): Promise<void> {
    const scan = this.#scanning.then(() => this.#scan(stale));
    this.#scanning = scan.catch(() => {});
    return scan;
  }

  async #scan(stale?: ReadonlySet<string>): Promise<void> {
    const skips = new SkipList();
    const trees = new Map<string, FoundDirectory>();
    for (const folder of new Set(this.folders)) {
      try {
        const root = await realpath(folder);
        if (!(await stat(root)).isDirectory()) throw new Error("is not a folder");
        trees.set(root, await walk(root, basename(root), this.#trees.get(root), stale));
      } catch (error) {
        skips.add(folder, `cannot be served: ${codeOf(error)}`);
      }
    }
    for (const tree of trees.values()) nameSkipped(tree, skips);
    const before = this.catalogue;
    this.#trees = trees;
    this.catalogue = await buildCatalogue(mount([...trees.values()]), this.facts, skips.add);
    this.#skipped = skips.list();
    this.#lost.clear();
    this.facts.keepOnly(new Set([...this.catalogue.files()].map(({ disk }) => disk)));
    for (const listener of this.#scanned) listener();
    const change = compare(before, this.catalogue);
    if (change.list || change.uris.length > 0) for (const listener of this.#listeners) listener(change);
  }
}

function* everyFolder(directory: FoundDirectory): Iterable<string> {
  yield directory.disk;
  for (const child of directory.directories) yield* everyFolder(child);
}

function nameSkipped(directory: FoundDirectory, skips: SkipList): void {
  for (const { path, reason } of directory.skipped) skips.add(path, reason);
  for (const child of directory.directories) nameSkipped(child, skips);
}

/** Gives folders their base names as prefix where they are a skill themselves or would serve the same paths. */
function mount(trees: FoundDirectory[]): Mount[] {
  const roots = trees.map((tree) => skillRoots(tree, []));
  const apart = roots.map(
    (own, index) =>
      own.some((path) => path.length === 0) ||
      roots.some((others, other) => other !== index && overlap(own, others)),
  );
  const taken = new Set(roots.flatMap((own, index) => (apart[index] ? [] : own.map(([first]) => first))));
  return trees.map((tree, index) => {
    if (!apart[index]) return { tree, prefix: [] };
    let prefix = tree.name || "root";
    for (let number = 2; taken.has(prefix); number += 1) prefix = `${tree.name}-${number}`;
    taken.add(prefix);
    return { tree, prefix: [prefix] };
  });
}

/** Paths of the outermost skills of a tree. */
function skillRoots(directory: FoundDirectory, path: string[]): string[][] {
  if (directory.files.some(({ name }) => name === "SKILL.md")) return [path];
  return directory.directories.flatMap((child) => skillRoots(child, [...path, child.name]));
}

/** True when a skill of one list is, or lies in, a skill of the other. */
function overlap(a: string[][], b: string[][]): boolean {
  const within = (inner: string[][], outer: string[][]) => {
    const roots = new Set(outer.map((path) => path.join("/")));
    return inner.some((path) => path.some((_, index) => roots.has(path.slice(0, index + 1).join("/"))));
  };
  return within(a, b) || within(b, a);
}

function compare(before: Catalogue, after: Catalogue): LibraryChange {
  const uris = new Set<string>();
  for (const file of after.files()) {
    const old = before.file(file.path);
    if (old === file) continue;
    if (!old || !sameStamp(old.stamp, file.stamp)) uris.add(file.uri);
  }
  for (const file of before.files()) if (!after.file(file.path)) uris.add(file.uri);
  const list =
    before.skills.length !== after.skills.length ||
    after.skills.some((skill, index) => {
      const old = before.skills[index]!;
      return (
        old.uri !== skill.uri ||
        old.frontmatter.name !== skill.frontmatter.name ||
        old.frontmatter.description !== skill.frontmatter.description ||
        old.files.length !== skill.files.length ||
        skill.files.some((file) => uris.has(file.uri))
      );
    });
  return { list, uris: [...uris] };
}
