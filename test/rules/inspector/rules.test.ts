import { describe, expect, it } from "vitest";
import { inspector } from "../../../shared/rules/inspector";
import { RuleRun } from "../../../shared/rules/run";
import { indexFor, skillFrom } from "../build-evidence";
import { coverage, testCases } from "../cases";
import { PNG, SKILL_MD } from "../fake-server";
import { inspectorCases } from "./cases";

describe("a server that", () => testCases(inspectorCases));

describe("the inspector's own rules", () => {
  it("have ids, words that teach and a link each", () => {
    const ids = inspector.rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const rule of inspector.rules) {
      expect(rule.id).toMatch(/^insp-[a-z-]+$/);
      for (const text of [rule.title, rule.why, rule.fix]) expect(text.length, rule.id).toBeGreaterThan(10);
      expect(rule.specUrl, rule.id).toMatch(/^https:\/\//);
    }
  });

  it("each have a case in which they pass and one in which they find something", () => {
    const { found, passed } = coverage(inspectorCases, inspector);
    const ids = inspector.rules.map(({ id }) => id);
    expect(ids.filter((id) => !found.has(id))).toEqual([]);
    expect(ids.filter((id) => !passed.has(id))).toEqual([]);
  });

  it("look at the files of a folder too, with paths and places", () => {
    const skill = skillFrom(
      { "SKILL.md": SKILL_MD("demo", "a\u200bb\n"), "logo.jpg": PNG, ".env": "KEY=1\n" },
      { folder: true },
    );
    const run = new RuleRun([inspector], indexFor([skill]));
    const findings = run.judgeSkill(skill, []);
    expect(findings.map(({ rule }) => rule).sort()).toEqual([
      "insp-hidden-characters",
      "insp-mime-content",
      "insp-secret-file",
    ]);
    const hidden = findings.find(({ rule }) => rule === "insp-hidden-characters");
    expect(hidden?.location).toEqual({ file: "skills/demo/SKILL.md", line: 6, column: 2 });
    expect(run.results().filter(({ outcome }) => outcome === "untestable")).toEqual([]);
  });
});
