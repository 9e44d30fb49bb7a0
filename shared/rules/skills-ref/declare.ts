import type { SkillEvidence } from "../../model/evidence";
import { defineRule, type Rule, type RuleText, type Verdict } from "../define-rule";

export const PROFILE = "skills-ref";
export const SOURCE = "https://github.com/agentskills/agentskills/tree/main/skills-ref";

type Text = Omit<RuleText, "profile" | "specUrl"> & { file: "validator" | "parser" };

/** Declares a rule of this profile: one thing that the reference library checks. */
export function srRule(text: Text, check: (skill: SkillEvidence) => Verdict): Rule<"skill"> {
  const { file, ...rest } = text;
  return defineRule({
    ...rest,
    profile: PROFILE,
    specUrl: `https://github.com/agentskills/agentskills/blob/main/skills-ref/src/skills_ref/${file}.py`,
    scope: "skill",
    check: (skill) => check(skill),
  });
}

/** What the library prints, for a finding's message. */
export const says = (sentence: string) => `skills-ref says: ${sentence}`;
