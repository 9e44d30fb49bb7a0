import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { wellKnown } from "../../../shared/rules/well-known-agent-skills-0.2.0";
import { catalogue, declaredRows } from "../completeness";

const { profile } = wellKnown;
const rows = catalogue?.filter((row) => row.profile === profile.id);

describe("the catalogue of the well-known index", () => {
  const { rules, exclusions } = declaredRows(profile);

  it("has each id once", () => {
    const ids = [...rules, ...exclusions].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("gives every rule words that teach, and a link", () => {
    for (const rule of profile.rules) {
      for (const text of [rule.title, rule.why, rule.fix]) expect(text.length, rule.id).toBeGreaterThan(10);
      expect(rule.specUrl, rule.id).toMatch(/^https:\/\//);
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

  it.runIf(rows)("excludes only rows on hosts, each with the test that keeps it", () => {
    for (const { id, reason } of profile.exclusions) {
      expect(rows!.find((row) => row.id === id)?.subject, id).toBe("host");
      const test = /test\/[\w/-]+\.test\.ts/.exec(reason)?.[0];
      expect(existsSync(fileURLToPath(new URL(`../../../${test}`, import.meta.url))), id).toBe(true);
    }
  });
});
