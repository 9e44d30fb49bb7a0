/** One difference between what an entry says and what its file says; an absent side lacks the key. */
export interface FrontmatterDifference {
  key: string;
  entry?: unknown;
  file?: unknown;
}

/**
 * Compares the frontmatter of an entry with that of its SKILL.md, field by field (spec: Frontmatter of the released
 * extension: identical in content). Values are compared deeply and by type; the order of keys does not matter, that
 * of lists does.
 * @returns the top-level keys that differ, in the order of the entry and then of the file
 */
export function compareFrontmatter(
  entry: Record<string, unknown>,
  file: Record<string, unknown>,
): FrontmatterDifference[] {
  const differences: FrontmatterDifference[] = [];
  for (const key of new Set([...Object.keys(entry), ...Object.keys(file)])) {
    const inEntry = Object.hasOwn(entry, key);
    const inFile = Object.hasOwn(file, key);
    if (inEntry && inFile && sameValue(entry[key], file[key])) continue;
    differences.push({
      key,
      ...(inEntry ? { entry: entry[key] } : {}),
      ...(inFile ? { file: file[key] } : {}),
    });
  }
  return differences;
}

/** Deep equality of JSON values, without recursion: an entry may nest as deep as a server likes. */
export function sameValue(left: unknown, right: unknown): boolean {
  const pairs: [unknown, unknown][] = [[left, right]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [a, b] = pair;
    if (Object.is(a, b) || (a === 0 && b === 0)) continue;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false;
      pairs.push([(a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]]);
    }
  }
  return true;
}
