import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseFrontmatter } from "../../../shared/skill-file/frontmatter";
import { simpleYaml } from "../../../shared/skill-file/simple-yaml";

const RUNS = Number(process.env.RUNS ?? 500);

const piece = fc.constantFrom(
  "name",
  "description",
  "metadata",
  "a",
  "b_c",
  "x-y",
  ":",
  ": ",
  " ",
  "  ",
  "    ",
  "\n",
  "\n",
  "\n",
  "text",
  "Use when",
  "true",
  "null",
  "No",
  "1.10",
  "2026-03-05",
  '"',
  "'",
  '"q"',
  "'s'",
  "#",
  " # c",
  "-",
  "- ",
  "{",
  "[",
  "&a",
  "*a",
  "!t",
  "|",
  ">",
  "%",
  "@",
  "\\",
  "\t",
  "é",
  "\u2028",
  "__proto__",
  "~",
  ",",
  "?",
  "...",
  "---",
  "=",
  "<<",
);

describe("plain frontmatter read without the parser", () => {
  it("means what the parser says it means", () => {
    let read = 0;
    const key = fc.oneof(
      { arbitrary: fc.constantFrom("name", "description", "  a", "metadata"), weight: 6 },
      { arbitrary: piece, weight: 1 },
    );
    const word = fc.constantFrom("text", "Use when", "a: b", "'s'");
    const value = fc.array(fc.oneof({ arbitrary: word, weight: 3 }, { arbitrary: piece, weight: 1 }), {
      maxLength: 2,
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value), { minLength: 1, maxLength: 3 }), (lines) => {
        const yaml = lines.map(([start, end]) => `${start}: ${end.join("")}\n`).join("");
        const simple = simpleYaml(yaml);
        if (!simple) return;
        read++;
        expect(Object.fromEntries(simple.map(({ key, value }) => [key, value]))).toEqual(
          parse(yaml, { version: "1.2", schema: "core" }),
        );
      }),
      { numRuns: RUNS },
    );
    expect(read).toBeGreaterThan(RUNS / 20);
  });

  const key = fc.constantFrom("name", "description", "license", "x-y", "b_c");
  const value = fc.constantFrom(
    "text",
    "two words ",
    '"q: r"',
    "'s'",
    "Use a:b",
    "a, b [c] {d}",
    "don't",
    "é!",
    "x#y",
  );
  const field = fc.tuple(key, fc.constantFrom(" ", "   "), value).map(([k, s, v]) => `${k}:${s}${v}`);
  const nested = fc
    .tuple(fc.constantFrom("  ", "    ", " "), fc.array(field, { minLength: 1, maxLength: 3 }))
    .map(([indent, lines]) => ["metadata:", ...lines.map((line) => indent + line)].join("\n"));

  it("gives the same fields and places as the parser does", () => {
    let simple = 0;
    fc.assert(
      fc.property(fc.array(fc.oneof(field, nested), { minLength: 1, maxLength: 5 }), (lines) => {
        const yaml = `${lines.join("\n")}\n`;
        if (simpleYaml(yaml)) simple++;
        // A comment is enough to send the same text through the parser.
        const plain = parseFrontmatter(`---\n${yaml}---\n`);
        const parsed = parseFrontmatter(`---\n${yaml}# c\n---\n`);
        const { data, fields, metadata, problems } = plain;
        expect({ data, fields, metadata, problems }).toEqual({
          data: parsed.data,
          fields: parsed.fields,
          metadata: parsed.metadata,
          problems: parsed.problems,
        });
      }),
      { numRuns: RUNS },
    );
    expect(simple).toBeGreaterThan(RUNS / 10);
  });

  it("leaves everything else to the parser", () => {
    for (const yaml of [
      "a: 1\n",
      "a: true\n",
      "a: b: c\n",
      "a: b # c\n",
      "a:\n",
      "a: b\na: c\n",
      "a: b\n  c\n",
      "- a\n",
      "",
    ]) {
      expect(simpleYaml(yaml)).toBeUndefined();
    }
  });
});
