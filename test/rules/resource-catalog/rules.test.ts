import { describe, expect, it } from "vitest";
import { resourceCatalog } from "../../../shared/rules/resource-catalog";
import { behaviourCases, documentCases, surfaceCases, uriCases } from "./cases";
import { judgeCase, testCatalog } from "./judge-catalog";

const right = { title: "is right", spoil: () => undefined, failed: [], noted: ["cat-docs-nested"] };
const cases = [right, ...surfaceCases, ...documentCases, ...behaviourCases, ...uriCases];

describe("a server of the contract that", () => testCatalog(cases));

it("has for every rule a case in which it passes and one in which it finds something", async () => {
  const found = new Set<string>();
  const passed = new Set<string>();
  for (const each of cases) {
    const { findings, results } = await judgeCase(each);
    const said = new Set(findings.map(({ rule }) => rule));
    for (const rule of said) found.add(rule);
    for (const { rule, outcome } of results) if (outcome === "pass" && !said.has(rule)) passed.add(rule);
  }
  const ids = resourceCatalog.profile.rules.map(({ id }) => id);
  expect(ids.filter((id) => !found.has(id))).toEqual([]);
  expect(ids.filter((id) => !passed.has(id))).toEqual([]);
});
