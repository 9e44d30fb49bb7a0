import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { looksLikeTemplate, parseTemplate, printTemplate } from "../../../shared/uri/rfc6570";

const faultsOf = (text: string) =>
  parseTemplate(text).faults.map(({ at, length, code }) => [at, length, code]);

describe("parts", () => {
  it("finds literals, operators, variables, modifiers and their spans", () => {
    const text = "skill://acme/{+path:30}/x{?q*,last.name,%20a}";
    const parsed = parseTemplate(text);
    expect(parsed.ok).toBe(true);
    expect(parsed.variables).toEqual(["path", "q", "last.name", "%20a"]);
    expect(parsed.level).toBe(4);
    expect(parsed.parts).toEqual([
      { kind: "literal", text: "skill://acme/", start: 0, end: 13 },
      {
        kind: "expression",
        text: "{+path:30}",
        operator: "+",
        variables: [{ name: "path", explode: false, prefix: 30, start: 15, end: 22 }],
        valid: true,
        start: 13,
        end: 23,
      },
      { kind: "literal", text: "/x", start: 23, end: 25 },
      {
        kind: "expression",
        text: "{?q*,last.name,%20a}",
        operator: "?",
        variables: [
          { name: "q", explode: true, start: 27, end: 29 },
          { name: "last.name", explode: false, start: 30, end: 39 },
          { name: "%20a", explode: false, start: 40, end: 44 },
        ],
        valid: true,
        start: 25,
        end: 45,
      },
    ]);
  });

  it("names a variable used twice once", () => {
    expect(parseTemplate("x://{a}/{b}/{a}{?b}").variables).toEqual(["a", "b"]);
  });

  it.each([
    ["x://fixed", 1],
    ["x://{a}/{b}", 1],
    ["x://{+a}", 2],
    ["x://{a}{#b}", 2],
    ["x://{a,b}", 3],
    ["x://{+a,b}", 3],
    ["x://a{/b}", 3],
    ["x://a{.b}", 3],
    ["x://a{;b}", 3],
    ["x://a{?b}", 3],
    ["x://a?x{&b}", 3],
    ["x://{a*}", 4],
    ["x://{a:3}", 4],
  ])("%s is of level %i", (text, level) => expect(parseTemplate(text).level).toBe(level));
});

describe("faults and their positions", () => {
  it.each([
    // field report c04
    ["x://{}", [[4, 2, "empty-expression"]]],
    ["x://{ }", [[4, 3, "empty-expression"]]],
    ["x://{,}", [[5, 1, "operator-reserved"]]],
    ["x://{a,}", [[7, 0, "empty-variable"]]],
    ["x://{a", [[4, 1, "unclosed"]]],
    ["x://a}", [[5, 1, "stray-close"]]],
    ["x://{a b}", [[6, 1, "variable-name"]]],
    ["x://{?}", [[4, 3, "empty-expression"]]],
    [
      "x://{{a}}",
      [
        [4, 1, "unclosed"],
        [8, 1, "stray-close"],
      ],
    ],
    ["x://{a}}", [[7, 1, "stray-close"]]],
    ["{=a}", [[1, 1, "operator-reserved"]]],
    ["{!a}", [[1, 1, "operator-reserved"]]],
    ["{@a}", [[1, 1, "operator-reserved"]]],
    ["{|a}", [[1, 1, "operator-reserved"]]],
    ["{$a}", [[1, 1, "operator-unknown"]]],
    ["{-a}", [[1, 1, "operator-unknown"]]],
    ["{*a}", [[1, 1, "operator-unknown"]]],
    ["{😀}", [[1, 2, "operator-unknown"]]],
    ["{skill-name}", [[6, 1, "variable-name"]]],
    ["{.a.}", [[3, 1, "variable-name"]]],
    ["{a..b}", [[2, 1, "variable-name"]]],
    ["{%2x}", [[1, 1, "variable-name"]]],
    ["{??a}", [[2, 1, "variable-name"]]],
    ["{?x, y}", [[4, 1, "space-in-list"]]],
    [
      "{?x,  y-z}",
      [
        [4, 2, "space-in-list"],
        [7, 1, "variable-name"],
      ],
    ],
    ["{ a}", [[1, 1, "variable-name"]]],
    ["{a }", [[2, 1, "variable-name"]]],
    ["{a:0}", [[2, 2, "prefix"]]],
    ["{a:01}", [[2, 3, "prefix"]]],
    ["{a:10000}", [[2, 6, "prefix"]]],
    ["{a:}", [[2, 1, "prefix"]]],
    ["{a:x}", [[2, 2, "prefix"]]],
    ["{a:1:2}", [[2, 4, "prefix"]]],
    ["{a:3*}", [[2, 3, "prefix-explode"]]],
    ["{a*:3}", [[2, 3, "prefix-explode"]]],
    ["{a**}", [[3, 1, "variable-name"]]],
    ["{*}", [[1, 1, "operator-unknown"]]],
    ["{?*}", [[2, 0, "empty-variable"]]],
    ["x://a b", [[5, 1, "literal-character"]]],
    [
      "x://a|b{c}%zz",
      [
        [5, 1, "literal-character"],
        [10, 1, "literal-percent"],
      ],
    ],
    ["x://a\u0085", [[5, 1, "literal-character"]]],
    ["x://\ud800{a}", [[4, 1, "literal-character"]]],
    ["x://it's/café/{a}", []],
    ["x://%41{a:9999}", []],
  ])("%j", (text, faults) => expect(faultsOf(text)).toEqual(faults));

  it.each([
    ["{skill-name}", "column 7", "Write skill_name."],
    ["{a b}", "A space at column 3", "Write a_b."],
    ["{=a}", "reserved", "+ # . / ; ? &"],
    ["{?x, y}", "comma alone", "column 5"],
    ["{a:3*}", "not combined", "{a*} or {a:n}"],
    ["{a:01}", "1 to 9999", "column 3"],
    ["x://a b{c}", "Outside an expression a space", "Write %20."],
    ["x://{a{b}", "column 5", "column 7", "do not nest"],
  ])("%j is explained", (text, ...words) => {
    for (const word of words) expect(parseTemplate(text).faults[0]!.message).toContain(word);
  });

  it("keeps the expressions around a faulty one", () => {
    const { parts } = parseTemplate("x://{a}/{b-c}/{d}");
    const valid = parts.flatMap((part) => (part.kind === "expression" ? [part.valid] : []));
    expect(valid).toEqual([true, false, true]);
  });
});

const anyTemplate = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.constantFrom("{", "}", "a", "b", ",", ":", "*", "3", "?", "+", "%20", "%", "-", ".", " ", "é", "/"),
    )
    .map((pieces) => pieces.join("")),
);

describe("whatever the text", () => {
  it("every character belongs to one part, faults lie inside, nothing throws", () => {
    fc.assert(
      fc.property(anyTemplate, (text) => {
        const parsed = parseTemplate(text);
        expect(printTemplate(parsed)).toBe(text);
        let at = 0;
        for (const part of parsed.parts) {
          expect(part.start).toBe(at);
          at = part.end;
        }
        expect(at).toBe(text.length);
        for (const fault of parsed.faults) expect(fault.at + fault.length).toBeLessThanOrEqual(text.length);
        const broken = parsed.parts.some((part) => part.kind === "expression" && !part.valid);
        if (broken) expect(parsed.ok).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it("a text with a brace is taken for a template", () => {
    expect(looksLikeTemplate("x://{a")).toBe(true);
    expect(looksLikeTemplate("x://a")).toBe(false);
  });
});
