import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { correctTemplate } from "../../../shared/uri/correct-template";
import { correctUri } from "../../../shared/uri/correct-uri";
import { normalise, parseUri } from "../../../shared/uri/rfc3986";
import { parseTemplate } from "../../../shared/uri/rfc6570";

describe("correctUri", () => {
  it.each([
    ["skill://a/b c.md", "skill://a/b%20c.md"],
    ["skill://a/é.md", "skill://a/%C3%A9.md"],
    ["skill://a/50%", "skill://a/50%25"],
    ["skill://a/[b]?[c]#[d]#e", "skill://a/%5Bb%5D?%5Bc%5D#%5Bd%5D%23e"],
    ["SKILL://Acme/%7ex/./y", "skill://acme/~x/y"],
    ["skill://a@b@c/x", "skill://a%40b@c/x"],
    ["skill://my skill/x", "skill://my%20skill/x"],
    ["skill://::1/x", "skill://[::1]/x"],
    ["skill://[name]/x", "skill://%5Bname%5D/x"],
    ["skill://a\\b", "skill://a%5Cb"],
    ["skill://a/b", undefined],
    ["a/b c", undefined],
    ["1x:y z", undefined],
    ["skill://a:b/x y", undefined],
  ])("%s becomes %s", (text, corrected) => expect(correctUri(text)).toBe(corrected));

  it("gives a valid URI in normal form, or nothing", () => {
    const text = fc
      .array(fc.constantFrom("skill:", "//", "/", "a", "%", "%2e", "[", "]", "@", " ", "é", "?", "#", ".."))
      .map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: "binary" })), (any) => {
        const corrected = correctUri(any);
        if (corrected === undefined) return;
        expect(parseUri(corrected).ok).toBe(true);
        expect(normalise(corrected)).toBe(corrected);
        expect(correctUri(corrected)).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("correctTemplate", () => {
  it.each([
    ["skill://{skill-name}/SKILL.md", "skill://{skill_name}/SKILL.md"],
    ["skill://{a-b-c}/{+d-e}", "skill://{a_b_c}/{+d_e}"],
    ["x://a{?x, y}", "x://a{?x,y}"],
    ["x://{ a}/{b }/{c d}", "x://{a}/{b}/{c_d}"],
    ["x://a b/{c}%", "x://a%20b/{c}%25"],
    ["x://{a}}", "x://{a}%7D"],
    ["x://{name/SKILL.md", "x://{name}/SKILL.md"],
    ["x://{name", "x://{name}"],
    ["x://{a{b}", "x://{a}{b}"],
    ["x://{a}", undefined],
    ["x://{}", undefined],
    ["x://{=a}", undefined],
    ["x://{a:0}", undefined],
  ])("%s becomes %s", (text, corrected) => expect(correctTemplate(text)).toBe(corrected));

  it("gives a valid template or nothing", () => {
    const text = fc
      .array(fc.constantFrom("{", "}", "a", "-", ",", " ", ":", "*", "%", "?", "é", "."))
      .map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, (any) => {
        const corrected = correctTemplate(any);
        if (corrected !== undefined) expect(parseTemplate(corrected).ok).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
