import { isDeepStrictEqual } from "node:util";
import { objectOf } from "../discovery/entry";

/**
 * Whether two entries of one skill say the same: uri, frontmatter, and resources as a set of uri, digest and size
 * (ext-entry-same-shape). `"dynamic"` on one side only counts as a difference.
 */
export function sameEntry(left: unknown, right: unknown): boolean {
  const a = objectOf(left);
  const b = objectOf(right);
  if (!a || !b) return a === b;
  return (
    a.uri === b.uri &&
    isDeepStrictEqual(a.frontmatter, b.frontmatter) &&
    isDeepStrictEqual(resourceSet(a.resources), resourceSet(b.resources))
  );
}

function resourceSet(resources: unknown): unknown {
  if (!Array.isArray(resources)) return resources;
  return resources
    .map((item) => JSON.stringify([item?.uri, item?.digest, item?.size]))
    .sort((x, y) => (x < y ? -1 : 1));
}
