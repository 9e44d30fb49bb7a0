import type { Convention, SkillDetail } from "../../../shared/model/skill";
import { splitSkillUri } from "../../../shared/uri/skill-uri";
import type { Listed } from "./conventions/convention";
import { earlierSkill } from "./earlier-skill";

/** `skill://{name}`, as conventions write it that name no file; a name with a dot is an index or an archive. */
const BARE = /^skill:\/\/([^/.?#]+)$/;
const FIXED = new Set(["index", "prompt-xml"]);

/**
 * The skills that a server's instructions name, listed or not: an empty or partial list is no proof of absence.
 * Nothing is read of them before they are opened.
 * @param conventions those recognised so far, which say how a bare `skill://{name}` is meant
 * @param released the released extension is declared: the skill's entry comes from `skills/get`
 */
export function skillsInInstructions(
  { named }: Listed,
  conventions: ReadonlySet<string>,
  released: boolean,
): SkillDetail[] {
  return named.flatMap((uri) => {
    const parts = splitSkillUri(uri);
    const name = parts?.name ?? BARE.exec(uri)?.[1];
    if (name === undefined || FIXED.has(name)) return [];
    if (released) {
      if (!parts) return [];
      const skill = earlierSkill("sep-2640", { uri, name, provenance: "instructions" });
      delete skill.releasedUri;
      return skill;
    }
    return earlierSkill(conventionOf(uri, conventions), { uri, name, provenance: "instructions" });
  });
}

function conventionOf(uri: string, conventions: ReadonlySet<string>): Convention {
  if (BARE.test(uri)) {
    const flat = (["skilljack", "skills-over-mcp"] as const).find((id) => conventions.has(id));
    return flat ?? "resources";
  }
  return uri.startsWith("skill://") ? "skill-uri-proposal" : "resources";
}
