import { describe, expect, it } from "vitest";
import { severityOf } from "../../../shared/model/finding";
import { agentSkills } from "../../../shared/rules/agent-skills";
import type { RawFinding, Rule, Verdict } from "../../../shared/rules/define-rule";
import { indexFor, judge } from "../build-evidence";
import type { Case } from "./cases";
import { contentCases } from "./content-cases";
import { frontmatterCases } from "./frontmatter-cases";
import { requiredCases } from "./required-cases";

const cases = [...frontmatterCases, ...requiredCases, ...contentCases];
const byId = new Map(agentSkills.rules.map((rule) => [rule.id, rule as Rule]));

/** The verdict on a skill; a rule over files gives that of the file it has most to say of. */
function verdictOn({ rule: id, skill }: Case): Verdict {
  const rule = byId.get(id)!;
  const index = indexFor([skill]);
  if (rule.scope === "skill") return judge(rule as Rule<"skill">, skill, index);
  const verdicts = skill.files.map((file) => judge(rule as Rule<"file">, { skill, file }, index));
  return (
    verdicts.find(({ kind }) => kind === "findings") ??
    verdicts.find(({ kind }) => kind === "pass") ??
    verdicts[0]!
  );
}

function severity(rule: Rule, finding: RawFinding): string {
  return finding.outcome === "note" ? "info" : (finding.severity ?? severityOf(rule.level));
}

describe.each([...byId.values()].map((rule) => [rule.id, rule] as const))("%s", (id, rule) => {
  const own = cases.filter((each) => each.rule === id);

  it("is shown passing and failing", () => {
    const kinds = own.map(({ expected }) =>
      expected === undefined ? "pass" : "message" in expected ? "finding" : "other",
    );
    expect(kinds).toContain("pass");
    expect(kinds).toContain("finding");
  });

  it.each(own.map((each) => [each.why, each] as const))("%s", (_, each) => {
    const verdict = verdictOn(each);
    const { expected } = each;
    if (expected === undefined) return expect(verdict).toEqual({ kind: "pass" });
    if ("notApplicable" in expected) {
      return expect(verdict).toEqual({
        kind: "not-applicable",
        reason: expect.stringMatching(expected.notApplicable),
      });
    }
    if ("untestable" in expected) {
      return expect(verdict).toEqual({
        kind: "untestable",
        reason: expect.stringMatching(expected.untestable),
      });
    }
    expect(verdict.kind, JSON.stringify(verdict)).toBe("findings");
    const findings = verdict.kind === "findings" ? verdict.findings : [];
    expect(findings).toHaveLength(expected.count ?? 1);
    const finding = findings[0]!;
    expect(finding.outcome ?? "fail").toBe(expected.note ? "note" : "fail");
    expect(severity(rule, finding)).toBe(expected.note ? "info" : (expected.severity ?? "error"));
    expect(finding.message).toMatch(expected.message);
    if (expected.fix) expect(finding.fix).toMatch(expected.fix);
    const { location } = finding;
    if (expected.at)
      expect(location && `${location.file}:${location.line}:${location.column}`).toBe(expected.at);
    if (each.skill.source !== "folder" && location) expect(finding.evidence?.length).toBeGreaterThan(0);
    // Two findings of one rule on one skill must not be taken for one.
    expect(new Set(findings.map(({ locus }) => locus ?? "")).size).toBe(findings.length);
  });
});

describe("every finding", () => {
  it("tells what to change in words of its own", () => {
    for (const each of cases) {
      const verdict = verdictOn(each);
      if (verdict.kind !== "findings") continue;
      for (const finding of verdict.findings) {
        expect(finding.fix?.length ?? 0, `${each.rule}: ${each.why}`).toBeGreaterThan(5);
        expect(finding.message, `${each.rule}: ${each.why}`).not.toMatch(/undefined|\[object/);
      }
    }
  });
});
