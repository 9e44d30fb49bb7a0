import type { PinDifference } from "../../shared/contract";
import { visible } from "../../shared/model/visible";
import { decodeSegment, relativePath, skillRoot } from "../../shared/uri/skill-uri";
import { count } from "../ui/format";

/** True when a remembered skill is no longer as it was. */
export function hasChanged({ changed, added, removed, dynamic }: PinDifference): boolean {
  return dynamic || changed.length + added.length + removed.length > 0;
}

/** What differs in a line, e.g. `2 files changed, 1 file went`. */
export function differenceWords({ changed, added, removed, dynamic }: PinDifference): string {
  if (dynamic) return "it states no files any more";
  return [
    changed.length > 0 && `${count(changed.length, "file")} changed`,
    added.length > 0 && `${count(added.length, "file")} came`,
    removed.length > 0 && `${count(removed.length, "file")} went`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** A file by its path below the skill, ready to print; one that lies elsewhere by its URI. */
export function pathBelow(skillUri: string, file: string): string {
  const root = skillRoot(skillUri);
  const path = root === undefined ? undefined : relativePath(root, file);
  return visible(
    path === undefined
      ? file
      : path
          .split("/")
          .map((part) => decodeSegment(part) ?? part)
          .join("/"),
  );
}
