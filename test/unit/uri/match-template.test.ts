import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expand } from "../../../shared/uri/expand";
import { matchTemplate } from "../../../shared/uri/match-template";

describe("matchTemplate", () => {
  it.each([
    ["skill://{name}/SKILL.md", "skill://git-workflow/SKILL.md", { name: "git-workflow" }],
    ["skill://{+path}/SKILL.md", "skill://acme/billing/refunds/SKILL.md", { path: "acme/billing/refunds" }],
    ["skill://{name}/{+file}", "skill://pdf/refs/a%20b.md", { name: "pdf", file: "refs/a%20b.md" }],
    ["skill://{name}/{file}", "skill://pdf/refs%2Fa%20b.md", { name: "pdf", file: "refs/a b.md" }],
    ["m://issues/{id}{?state,limit}", "m://issues/7", { id: "7" }],
    ["m://issues/{id}{?state,limit}", "m://issues/7?limit=5", { id: "7", limit: "5" }],
    ["m://issues/{id}{?state,limit}", "m://issues/7?state=&limit=5", { id: "7", state: "", limit: "5" }],
    ["x://a{/list*}", "x://a/b/c%20d", { list: ["b", "c d"] }],
    ["x://a{?q*}", "x://a?q=1&q=2", { q: ["1", "2"] }],
    ["x://a{;k}", "x://a;k", { k: "" }],
    ["x://a{#frag}", "x://a#b/c", { frag: "b/c" }],
    ["x://{a}/{a}", "x://b/b", { a: "b" }],
    ["x://fixed", "x://fixed", {}],
    ["x://{last.name}{&a.b}", "x://doe&a.b=1", { "last.name": "doe", "a.b": "1" }],
  ])("%s gives %s", (template, uri, values) => expect(matchTemplate(template, uri)).toEqual(values));

  it.each([
    ["skill://{name}/SKILL.md", "skill://acme/refunds/SKILL.md"],
    ["skill://{name}/SKILL.md", "resource://x/SKILL.md"],
    ["x://{a}/{a}", "x://b/c"],
    ["x://{a", "x://b"],
    ["x://{a:3}", "x://abc"],
    ["x://a{?x,y}", "x://a?y=1&x=2"],
  ])("%s has no simple values for %s", (template, uri) =>
    expect(matchTemplate(template, uri)).toBeUndefined(),
  );

  it("gives up on a search without bound instead of hanging", () => {
    const started = performance.now();
    expect(matchTemplate(`x:${"{+a}{+b}{c}".repeat(60)}!`, `x:${"a".repeat(1_900)}`)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it("finds values that expand to the same URI again, whatever was filled in", () => {
    const template = "skill://{name}{/dir*}/{+file}{?q,limit}";
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }),
        fc.string({ unit: "grapheme" }),
        (name, dir, q) => {
          const filled = expand(template, { name, dir, file: "a/b.md", q });
          if (!filled.ok) throw new Error("not expanded");
          const found = matchTemplate(template, filled.uri);
          expect(expand(template, found!)).toEqual(filled);
        },
      ),
      { numRuns: 200 },
    );
  });
});
