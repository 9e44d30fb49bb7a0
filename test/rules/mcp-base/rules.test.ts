import { describe, expect, it } from "vitest";
import { mcpBase } from "../../../shared/rules/mcp-base";
import { coverage, testCases } from "../cases";
import { listCases } from "./list-cases";
import { otherCases } from "./other-cases";
import { readingCases } from "./reading-cases";

const baseCases = [...listCases, ...readingCases, ...otherCases];

describe("a server that", () => testCases(baseCases));

it("has for every rule a case in which it passes and one in which it finds something", () => {
  const { found, passed } = coverage(baseCases, mcpBase);
  const ids = mcpBase.rules.map(({ id }) => id);
  expect(ids.filter((id) => !found.has(id))).toEqual([]);
  expect(ids.filter((id) => !passed.has(id))).toEqual([]);
});
