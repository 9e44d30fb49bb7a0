import { expect, it } from "vitest";
import { agentSkills } from "../../../shared/rules/agent-skills";
import { RuleRun } from "../../../shared/rules/run";
import { skillsRef } from "../../../shared/rules/skills-ref";
import { cpuTime } from "../../unit/skill-file/cpu-time";
import { indexFor, skillFrom } from "../build-evidence";
import { md } from "./cases";
import { contentCases } from "./content-cases";
import { frontmatterCases } from "./frontmatter-cases";
import { requiredCases } from "./required-cases";

const profiles = [agentSkills, skillsRef];

it("finds nothing wrong with a good skill, by either profile", () => {
  const skill = skillFrom(
    {
      "SKILL.md": md(
        [
          "name: pdf-forms",
          'description: "Fills PDF forms: text, boxes. Use when a form is to be filled."',
          "license: MIT",
          "metadata:",
          "  version: '1.10'",
        ],
        "# Forms\n\nRead [the guide](references/guide.md), run [the script](scripts/fill.py).\n",
      ),
      "references/guide.md": "# Guide\n\nBack to [the skill](../SKILL.md).\n",
      "scripts/fill.py": "print(1)\n",
    },
    { directory: "pdf-forms" },
  );
  const run = new RuleRun(profiles, indexFor([skill]));
  expect(run.judgeSkill(skill, [])).toEqual([]);
  const open = run.results().filter(({ outcome }) => outcome !== "pass");
  expect(open.every(({ outcome, reason }) => outcome === "not-applicable" && reason)).toBe(true);
  expect(open.map(({ rule }) => rule).sort()).toEqual([
    "as-allowed-tools",
    "as-compat-length",
    "sr-compat",
    "sr-path-exists",
  ]);
});

it("judges every odd skill without a rule that fails itself", () => {
  const skills = [...frontmatterCases, ...requiredCases, ...contentCases].map(({ skill }) => skill);
  const run = new RuleRun(profiles, indexFor(skills));
  const findings = skills.flatMap((skill) => run.judgeSkill(skill, []));
  expect(findings.length).toBeGreaterThan(skills.length / 2);
  expect(run.results().filter(({ reason }) => reason?.includes("rule itself failed"))).toEqual([]);
  const failed = new Set(
    run
      .results()
      .filter(({ outcome }) => outcome === "fail")
      .map(({ rule }) => rule),
  );
  expect(failed.size).toBeGreaterThan(20);
});

it("judges 2,000 skills in seconds", () => {
  const skills = Array.from({ length: 2000 }, (_, i) =>
    skillFrom(
      {
        "SKILL.md": md([`name: skill-${i}`, "description: Fills PDF forms. Use when asked."], "[a](a.md)\n"),
        "a.md": "x",
        "b.md": "y",
      },
      { directory: `skill-${i}` },
    ),
  );
  const run = new RuleRun(profiles, indexFor(skills));
  const findings: unknown[] = [];
  const time = cpuTime(() => {
    for (const skill of skills) findings.push(...run.judgeSkill(skill, []));
  });
  expect(findings).toEqual([]);
  expect(time).toBeLessThan(3000);
});
