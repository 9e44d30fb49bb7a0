import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { agentSkills } from "../../../shared/rules/agent-skills";
import { skillsRef } from "../../../shared/rules/skills-ref";
import { catalogue, declaredRows } from "../completeness";

describe.each([
  [agentSkills.id, agentSkills, /^https:\/\/agentskills\.io\/specification#[a-z-]+$/],
  [skillsRef.id, skillsRef, /skills_ref\/(?:validator|parser)\.py$/],
] as const)("the catalogue of %s", (id, profile, specUrl) => {
  const { rules, exclusions } = declaredRows(profile);
  const rows = catalogue?.filter((row) => row.profile === id);

  it("has each id once", () => {
    const ids = [...rules, ...exclusions].map((row) => row.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("gives every rule words that teach, and a link", () => {
    for (const rule of profile.rules) {
      for (const text of [rule.title, rule.why, rule.fix]) expect(text.length, rule.id).toBeGreaterThan(10);
      expect(rule.specUrl, rule.id).toMatch(specUrl);
    }
  });

  // Outside of the place where the product is developed there is no catalogue to compare with.
  it.runIf(rows)("is judged or excluded row by row, with the catalogue's level and section", () => {
    expect([...rules, ...exclusions].map((row) => row.id).sort()).toEqual(rows!.map((row) => row.id).sort());
    for (const row of rows!) {
      const rule = rules.find((each) => each.id === row.id);
      expect((rule ?? exclusions.find((each) => each.id === row.id))?.level, row.id).toBe(row.level);
      if (rule) expect(rule.section, row.id).toBe(row.section);
    }
  });

  it.runIf(rows)("excludes only rows on hosts and rows that name no check", () => {
    for (const exclusion of profile.exclusions) {
      const row = rows!.find((each) => each.id === exclusion.id);
      if (row?.subject === "host") {
        const test = /test\/[\w/.-]+\.test\.ts/.exec(exclusion.reason)?.[0];
        expect(existsSync(fileURLToPath(new URL(`../../../${test}`, import.meta.url))), exclusion.id).toBe(
          true,
        );
      } else {
        expect(row?.how_to_check, exclusion.id).toMatch(/^(?:Informational|Not testable|None|Do not claim)/);
      }
    }
  });
});
