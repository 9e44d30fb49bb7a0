import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { strictYaml } from "../../../shared/rules/skills-ref/strict-yaml";

/** Each line was given to strictyaml 1.6.1 itself; this is what it answered. */
const ACCEPTED: [string, Record<string, string>][] = [
  ["a:\nb: null\n", { a: "", b: "null" }],
  ["name: 123\nd: 2026-03-05\n", { name: "123", d: "2026-03-05" }],
  ["a: b #c\n", { a: "b" }],
  ["a:\n  - x\n", { a: "list" }],
  ["metadata:\n  a:\n", { metadata: "mapping" }],
  ["a: >-\n  b\n  c\nd: e\n", { a: "b c", d: "e" }],
  ["a: yes\nb: true\n", { a: "yes", b: "true" }],
  ["1: x\ntrue: y\n", { "1": "x", true: "y" }],
  ["a: 😀\n", { a: "😀" }],
  ['a: "b\\tc"\n', { a: "b\tc" }],
  ["a: b\n  c\n", { a: "b c" }],
  ["? a\n: b\n", { a: "b" }],
  ['a: ""\n', { a: "" }],
  ["a: x [y] {z}\n", { a: "x [y] {z}" }],
  ["a: ~\n", { a: "~" }],
  ["a: 'b\tc'\n", { a: "b\tc" }],
];
const REFUSED = [
  "a: [x]\n",
  "a: {x: y}\n",
  "a: &x b\nc: *x\n",
  "a: !!str b\n",
  "a: !b\n",
  "a: b\na: c\n",
  'a: b\n"a": c\n',
  "a: b: c\n",
  "a:\n  x: y\nb:\n    x: y\n",
  "<<: a\nb: c\n",
  "a:\tb\n",
  "a: b\tc\n",
  "a: @b\n",
  "a: `b\n",
  "a: %b\n",
  "a: b\n...\nc: d\n",
  "a: {x}: done\n",
  "a: b\u0007\n",
  "a: -\n",
  "a: *b\n",
  "a: > b\n",
  "a: | b\n",
];

describe("reading as strictyaml does", () => {
  it.each(ACCEPTED)("accepts %j", (yaml, expected) => {
    const result = strictYaml(yaml);
    expect(result.kind, JSON.stringify(result)).toBe("mapping");
    const fields = result.kind === "mapping" ? result.fields : [];
    expect(Object.fromEntries(fields.map(({ key, value }) => [key, value]))).toEqual(expected);
  });

  it.each(REFUSED)("refuses %j", (yaml) => {
    expect(strictYaml(yaml).kind).toBe("fault");
  });

  it.each([
    ["- a\n", "a list"],
    ["foo\n", "plain text"],
    ["\n", "nothing"],
    ["# only\n", "nothing"],
  ])("finds no mapping in %j", (yaml, found) => {
    expect(strictYaml(yaml)).toEqual({ kind: "not-a-mapping", found });
  });

  it("never throws, and a fault lies in the text", () => {
    const piece = fc.constantFrom(
      "a",
      ": ",
      "\n",
      "- ",
      "[",
      "]",
      "{",
      "}",
      "&a ",
      "*a",
      "!t ",
      "'",
      '"',
      "|",
      ">",
      "#",
      "\t",
      "  ",
      "<<",
      "? ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const yaml = `${pieces.join("")}\n`;
        const result = strictYaml(yaml);
        if (result.kind === "fault") expect(result.fault.offset).toBeLessThanOrEqual(yaml.length);
      }),
      { numRuns: 1000 },
    );
  });
});
