import type { SkillSummary } from "../../../shared/model/skill";
import { skillRoot } from "../../../shared/uri/skill-uri";

/**
 * Marks skills that lie inside another (spec: Nested Skills): the listing is flat, nesting is read off the URIs.
 * @param skills all skills of one server; `nestedIn` is set in place. Linear in their number times depth.
 */
export function markNested(skills: Iterable<SkillSummary>): void {
  const roots = new Map<string, string>();
  const all = [...skills];
  for (const skill of all) {
    const root = skillRoot(skill.uri);
    if (root !== undefined) roots.set(root, skill.uri);
  }
  for (const skill of all) {
    const root = skillRoot(skill.uri);
    if (root === undefined) continue;
    const enclosing = closest(roots, root);
    if (enclosing) skill.nestedIn = enclosing;
    else delete skill.nestedIn;
  }
}

function closest(roots: Map<string, string>, root: string): string | undefined {
  const authority = root.indexOf("://") + 3;
  for (let at = root.lastIndexOf("/"); at > authority; at = root.lastIndexOf("/", at - 1)) {
    const found = roots.get(root.slice(0, at));
    if (found) return found;
  }
  return undefined;
}
