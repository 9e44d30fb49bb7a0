import type { SkillDetail, SkillSummary } from "../../../shared/model/skill";

/** A skill as a row, without its entry. */
export function summary(skill: SkillDetail): SkillSummary {
  const { frontmatter: _f, manifest: _m, rawEntry: _r, exchangeId: _x, ...row } = skill;
  return row;
}
