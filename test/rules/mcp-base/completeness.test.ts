import { describe, expect, it } from "vitest";
import { mcpBase } from "../../../shared/rules/mcp-base";
import { catalogue, declaredRows } from "../completeness";

const rows = catalogue?.filter((row) => row.profile === "mcp-base");

describe("the catalogue of mcp-base", () => {
  const { rules, exclusions } = declaredRows(mcpBase);

  it("has each id once", () => {
    const ids = [...rules, ...exclusions].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("gives every rule words that teach, and a link to its section", () => {
    for (const rule of mcpBase.rules) {
      for (const text of [rule.title, rule.why, rule.fix]) expect(text.length, rule.id).toBeGreaterThan(10);
      expect(rule.specUrl, rule.id).toMatch(/specification\/2026-07-28\/[\w/-]+(?:#[\w-]+)?$/);
    }
  });

  it.runIf(rows)("is judged or excluded row by row, with the catalogue's level and section", () => {
    expect([...rules, ...exclusions].map(({ id }) => id).sort()).toEqual(rows!.map(({ id }) => id).sort());
    for (const row of rows!) {
      const rule = rules.find(({ id }) => id === row.id);
      const stated = rule ?? exclusions.find(({ id }) => id === row.id);
      expect(stated?.level, row.id).toBe(row.level);
      if (rule) expect(rule.section, row.id).toBe(row.section);
      if (rule && row.official_check) expect(rule.officialCheck, row.id).toBe(row.official_check);
    }
  });

  it.runIf(rows)("excludes only rows on hosts and rows that have no check of their own", () => {
    for (const { id, reason } of mcpBase.exclusions) {
      const row = rows!.find((each) => each.id === id);
      if (row?.subject === "host") expect(reason, id).toMatch(/test\/[\w/-]+\.test\.ts/);
      else expect(row?.how_to_check, id).toMatch(/^No (?:own )?check/);
    }
  });
});
