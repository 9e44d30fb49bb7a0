import type { ListedResource, SkillDetail } from "../../../shared/model/skill";
import { skillRoot } from "../../../shared/uri/skill-uri";

/** The skills found so far and the URIs below which their files lie. */
export class SkillRoots {
  private readonly skills = new Set<string>();
  private readonly roots = new Set<string>();

  /** Takes skills in. @returns those whose URI was not known before */
  add(skills: readonly SkillDetail[]): SkillDetail[] {
    const fresh = skills.filter(({ uri }) => {
      if (this.skills.has(uri)) return false;
      this.skills.add(uri);
      return true;
    });
    // A plain `…/SKILL.md` says nothing of what lies beside it.
    for (const skill of fresh) if (skill.convention !== "resources") this.roots.add(filesRoot(skill.uri));
    return fresh;
  }

  /** The resources that are no skill and lie in none. */
  outside(resources: readonly ListedResource[]): ListedResource[] {
    return resources.filter(({ uri }) => !this.skills.has(uri) && !this.inside(uri));
  }

  private inside(uri: string): boolean {
    if (this.roots.has(uri)) return true;
    for (let at = uri.lastIndexOf("/"); at > 0; at = uri.lastIndexOf("/", at - 1)) {
      if (this.roots.has(uri.slice(0, at))) return true;
    }
    return false;
  }
}

/** Below which URI a skill's files lie: its directory, or the URI itself where that is the whole skill. */
export function filesRoot(uri: string): string {
  const root = skillRoot(uri);
  if (root !== undefined) return root;
  const authority = uri.indexOf("://") + 3;
  const slash = uri.lastIndexOf("/");
  return slash < authority ? uri : uri.slice(0, slash);
}
