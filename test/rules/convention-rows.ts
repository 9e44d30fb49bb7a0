import { describe, expect, it } from "vitest";
import type { Profile } from "../../shared/rules/define-rule";
import { conventionProfiles } from "../../shared/rules/profiles";
import { catalogue, declaredRows } from "./completeness";

/** Holds a convention's profile against the catalogue: each row a rule or an exclusion that may be one. */
export function testRows(profile: Profile): void {
  const rows = catalogue?.filter((row) => row.profile === profile.id);
  describe(`the catalogue of ${profile.id}`, () => {
    const { rules, exclusions } = declaredRows(profile);

    it("is known to the app and has each id once, with words that teach", () => {
      expect(conventionProfiles.map((each) => each.profile)).toContain(profile);
      const ids = [...rules, ...exclusions].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const rule of profile.rules) {
        for (const text of [rule.title, rule.why, rule.fix]) expect(text.length, rule.id).toBeGreaterThan(10);
        expect(rule.specUrl, rule.id).toMatch(/^https:\/\//);
        expect(rule.profile).toBe(profile.id);
      }
    });

    it.runIf(rows)("is judged or excluded row by row, with the catalogue's level and section", () => {
      expect([...rules, ...exclusions].map(({ id }) => id).sort()).toEqual(rows!.map(({ id }) => id).sort());
      for (const row of rows!) {
        const rule = rules.find(({ id }) => id === row.id);
        expect((rule ?? exclusions.find(({ id }) => id === row.id))?.level, row.id).toBe(row.level);
        if (rule) expect(rule.section, row.id).toBe(row.section);
      }
    });

    it.runIf(rows)("excludes only rows on hosts and rows that have no check of their own", () => {
      for (const { id, reason } of profile.exclusions) {
        const row = rows!.find((each) => each.id === id);
        if (row?.subject === "host") expect(reason, id).toMatch(/(?:electron|renderer|test)\/[\w/.-]+/);
        else expect(row?.how_to_check, id).toMatch(/^No (?:own )?check/);
      }
    });
  });
}
