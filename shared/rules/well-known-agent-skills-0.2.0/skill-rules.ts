import type { SkillEvidence } from "../../model/evidence";
import { skillMdFile, whyNotRead } from "../agent-skills/skill-md";
import { fail, found, notApplicable, pass, type Rule, untestable, type Verdict } from "../define-rule";
import { listed, member, show } from "../values";
import { siteRule } from "./declare";

/** The SKILL.md in each artifact. */

function onSkillMd(
  skill: SkillEvidence,
  check: (
    facts: NonNullable<NonNullable<ReturnType<typeof skillMdFile>>["facts"]>,
    evidence: string[],
  ) => Verdict,
): Verdict {
  const file = skillMdFile(skill);
  if (!file?.facts)
    return untestable(`SKILL.md was not read: ${file ? whyNotRead(file) : "the artifact has none"}`);
  const evidence = [skill.listExchange?.id, file.read?.id].filter((id) => id !== undefined);
  return check(file.facts, evidence);
}

export const skillRules: Rule<"skill">[] = [
  siteRule(
    "skill",
    {
      id: "wk-description-match",
      level: "SHOULD",
      section: "Skill entry fields",
      title: "The entry's description is that of the frontmatter",
      why: "A model chooses by one description and then reads the other.",
      fix: "Generate the index from the frontmatter.",
    },
    (skill) =>
      onSkillMd(skill, ({ frontmatter }, evidence) => {
        const own = frontmatter?.data?.description;
        const stated = member(skill.entry, "description");
        if (typeof own !== "string" || typeof stated !== "string")
          return notApplicable("there are no two descriptions to compare");
        if (own.trim() === stated.trim()) return pass;
        return fail({
          message: "The description in the index is not that of the skill's frontmatter.",
          expected: show(own, 300),
          actual: show(stated, 300),
          evidence,
        });
      }),
  ),
  siteRule(
    "skill",
    {
      id: "wk-skillmd-frontmatter",
      level: "MUST",
      section: "Skill Directory Contents",
      title: "SKILL.md has frontmatter with name and description",
      why: "Without both it is no skill, whatever the index says.",
      fix: "Begin SKILL.md with --- and give name and description.",
    },
    (skill) =>
      onSkillMd(skill, ({ frontmatter }, evidence) => {
        const data = frontmatter?.data;
        const missing = ["name", "description"].filter((key) => {
          const value = data?.[key];
          return typeof value !== "string" || value.trim() === "";
        });
        if (frontmatter?.present && missing.length === 0) return pass;
        return found([
          {
            message: !frontmatter?.present
              ? "SKILL.md has no frontmatter."
              : data
                ? `The frontmatter of SKILL.md lacks ${listed(missing)}.`
                : "The frontmatter of SKILL.md cannot be read.",
            expected: "name and description",
            actual: data ? `only ${listed(Object.keys(data)) || "nothing"}` : "none that can be read",
            evidence,
          },
        ]);
      }),
  ),
];
