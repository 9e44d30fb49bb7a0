import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { expand, expandParts, type TemplateValue, type TemplateValues } from "../../../shared/uri/expand";
import { parseTemplate, printTemplate } from "../../../shared/uri/rfc6570";

/** The public suite lies beside the repository, never in it; the repository's own golden cases are in expand.test.ts. */
const SUITE = join(import.meta.dirname, "../../../../shared/data/uritemplate-test");

interface Section {
  variables: Record<string, unknown>;
  testcases: [template: string, expected: string | string[] | false][];
}

/** File, and how many cases it is known to hold. */
const FILES: [file: string, cases: number][] = [
  ["spec-examples.json", 64],
  ["spec-examples-by-section.json", 117],
  ["extended-tests.json", 53],
  ["negative-tests.json", 36],
];

/** The suite has numbers and null where values are strings and "undefined". */
function asValues(variables: Record<string, unknown>): TemplateValues {
  const text = (value: unknown): TemplateValue => {
    if (value === null || value === undefined) return undefined;
    if (Array.isArray(value)) return value.map(String);
    if (typeof value !== "object") return String(value);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, String(member)]));
  };
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, text(value)]));
}

describe("the public uritemplate-test suite", () => {
  if (!existsSync(SUITE)) {
    it("is absent from ../shared/data/uritemplate-test, so only the golden cases of expand.test.ts ran", () => {
      expect(existsSync(SUITE)).toBe(false);
    });
    return;
  }

  describe.each(FILES)("%s", (file, count) => {
    const sections: Record<string, Section> = JSON.parse(readFileSync(join(SUITE, file), "utf8"));
    const cases = Object.entries(sections).flatMap(([title, { variables, testcases }]) =>
      testcases.map(([template, expected]) => ({ title, template, expected, values: asValues(variables) })),
    );

    it(`holds ${count} cases`, () => expect(cases).toHaveLength(count));

    it.each(cases)("$title: $template", ({ template, expected, values }) => {
      const parsed = parseTemplate(template);
      expect(printTemplate(parsed)).toBe(template);
      const expansion = expand(template, values);
      if (expected === false) {
        if (expansion.ok) throw new Error(`expanded to ${expansion.uri}`);
        expect(expansion.faults.length).toBeGreaterThan(0);
        for (const fault of expansion.faults) {
          expect(fault.at).toBeGreaterThanOrEqual(0);
          expect(fault.at + fault.length).toBeLessThanOrEqual(template.length);
        }
        return;
      }
      expect(parsed.faults).toEqual([]);
      if (!expansion.ok) throw new Error(expansion.faults[0]!.message);
      expect([expected].flat()).toContain(expansion.uri);
      expect(
        expandParts(template, values)
          .map((part) => part.text)
          .join(""),
      ).toBe(expansion.uri);
    });
  });
});
