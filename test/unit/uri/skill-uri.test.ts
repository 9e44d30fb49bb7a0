import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Convention } from "../../../shared/model/skill";
import { correctSkillUri } from "../../../shared/uri/correct-skill-uri";
import { releasedUri, releasedUriOf } from "../../../shared/uri/released-uri";
import { normalise, parseUri } from "../../../shared/uri/rfc3986";
import {
  decodeSegment,
  encodeFirstSegment,
  encodeSegment,
  relativePath,
  skillRoot,
  splitSkillUri,
} from "../../../shared/uri/skill-uri";

describe("segments", () => {
  it.each([
    ["setup guide.md", "setup%20guide.md"],
    ["café.md", "caf%C3%A9.md"],
    ["a+b.md", "a+b.md"],
    ["bug#42 &v=2+rev?.md", "bug%2342%20&v=2+rev%3F.md"],
    ["50% off=ok;x.md", "50%25%20off=ok;x.md"],
    ["a/b\\c", "a%2Fb%5Cc"],
    ["a:b@c", "a:b@c"],
    ["\ud800", "%EF%BF%BD"],
  ])("%j is written %s", (name, segment) => expect(encodeSegment(name)).toBe(segment));

  it("reads back what it wrote, for any name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        expect(decodeSegment(encodeSegment(name))).toBe(name);
        expect(decodeSegment(encodeFirstSegment(name))).toBe(name);
        expect(parseUri(`skill://${encodeFirstSegment(name)}/${encodeSegment(name)}`).ok).toBe(true);
        expect(parseUri(`skill://${encodeFirstSegment(name)}/x`).parts.host).toBe(encodeFirstSegment(name));
      }),
    );
    expect(decodeSegment("%zz")).toBeUndefined();
    expect(decodeSegment("%E9")).toBeUndefined();
  });

  it("splits a skill URI and finds the path of a file", () => {
    expect(skillRoot("skill://a/b/SKILL.md")).toBe("skill://a/b");
    expect(skillRoot("skill://a/b/skill.md")).toBeUndefined();
    expect(splitSkillUri("skill://acme/pdf%20x/SKILL.md")).toEqual({
      scheme: "skill",
      prefix: ["acme"],
      name: "pdf x",
      file: "SKILL.md",
    });
    expect(splitSkillUri("skill://SKILL.md")).toBeUndefined();
    expect(relativePath("skill://a", "skill://a/r/b%20c.md")).toBe("r/b c.md");
    expect(relativePath("skill://a", "skill://ab/c")).toBeUndefined();
  });
});

describe("correctSkillUri", () => {
  it.each([
    ["skill://acme/billing/../Refunds/skill.md", "skill://acme/refunds/SKILL.md"],
    ["SKILL://Acme/My Skill/SKILL.md", "skill://acme/my-skill/SKILL.md"],
    ["skill:acme/refunds/SKILL.md", "skill://acme/refunds/SKILL.md"],
    ["skill:///acme/refunds/SKILL.md", "skill://acme/refunds/SKILL.md"],
    ["acme/refunds/Skill.md", "skill://acme/refunds/SKILL.md"],
    ["skill://acme\\refunds\\SKILL.md", "skill://acme/refunds/SKILL.md"],
    ["skill://acme//refunds/SKILL.md/", "skill://acme/refunds/SKILL.md"],
    ["skill://acme/refunds/SKILL.md?v=1#top", "skill://acme/refunds/SKILL.md"],
    ["skill://acme/refunds/%2e/SKILL.md", "skill://acme/refunds/SKILL.md"],
    ["skill://../refunds/SKILL.md", "skill://refunds/SKILL.md"],
    ["skill://a/refs/b c.md", "skill://a/refs/b%20c.md"],
    ["skill://a/refs/%7ex%c3%a9.md", "skill://a/refs/~x%C3%A9.md"],
    ["skill://a/refs/", "skill://a/refs"],
    ["skill://a:b/c", "skill://a%3Ab/c"],
    ["skill://a/50%.md", "skill://a/50%25.md"],
    ["skill://a/caf%e9.md", "skill://a/caf%E9.md"],
    ["  skill://a/SKILL.md\n", "skill://a/SKILL.md"],
    ["http://H/a b/../c", "http://h/c"],
    ["skill://git-workflow/SKILL.md", undefined],
    ["skill://git-workflow/", undefined],
    ["skill://café/SKILL.md", "skill://caf%C3%A9/SKILL.md"],
    ["skill://", undefined],
    ["", undefined],
    ["just words", undefined],
    ["skill://@/SKILL.md", "skill://%40/SKILL.md"],
  ])("%j becomes %s", (text, corrected) => expect(correctSkillUri(text)?.uri).toBe(corrected));

  it("says what it changed", () => {
    expect(correctSkillUri("skill://acme/billing/../Refunds/skill.md")?.changes).toEqual([
      "dot segments removed",
      "SKILL.md in capitals",
      "name Refunds changed to refunds",
    ]);
  });

  it("gives a valid URI in normal form that needs no second correction", () => {
    const text = fc
      .array(
        fc.constantFrom(
          "skill:",
          "SKILL:",
          "//",
          "/",
          "a",
          "B",
          "skill.md",
          "..",
          "%",
          "%2e",
          "%e9",
          "?",
          "#",
          " ",
          "\\",
          "@",
          ":",
          "é",
        ),
        { maxLength: 12 },
      )
      .map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: "binary" })), (any) => {
        const correction = correctSkillUri(any);
        if (!correction) return;
        expect(parseUri(correction.uri).ok).toBe(true);
        expect(normalise(correction.uri)).toBe(correction.uri);
        expect(correction.changes.length).toBeGreaterThan(0);
        expect(correctSkillUri(correction.uri)).toBeUndefined();
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("releasedUri", () => {
  it.each([
    ["skill://git-workflow", undefined, "skill://git-workflow/SKILL.md"],
    ["skill://My%20Skill/", "skilljack", "skill://My%20Skill/SKILL.md"],
    ["skill://My Skill", "skills-over-mcp", "skill://My%20Skill/SKILL.md"],
    ["skill://pdf/documents", "skills-over-mcp", undefined],
    ["skill://pdf/document/refs/b c.md", "skills-over-mcp", "skill://pdf/refs/b%20c.md"],
    ["skill://pdf/document/refs/b.md", undefined, "skill://pdf/document/refs/b.md"],
    ["skill://lookup/pdf", "skills-over-mcp", "skill://pdf/SKILL.md"],
    ["skill://index", "skills-over-mcp", undefined],
    ["skill://index.json", undefined, undefined],
    ["skill://pdf-tools.tar.gz", "sep-2640-index", "skill://pdf-tools/SKILL.md"],
    ["skill://acme/pdf.zip", undefined, "skill://acme/pdf/SKILL.md"],
    ["skill://acme/pdf.zip", "sep-2640", "skill://acme/pdf.zip"],
    ["skill://pdf/SKILL.md", "fastmcp-3", "skill://pdf/SKILL.md"],
    ["skill://pdf/_manifest", "fastmcp-3", undefined],
    ["skill://granola/usage", "nimblebrain", "skill://granola/SKILL.md"],
    ["skill://granola/usage", undefined, "skill://granola/SKILL.md"],
    ["skill://granola/usage", "sep-2640", "skill://granola/usage"],
    ["resource://skills/pdf/document", undefined, "skill://pdf/SKILL.md"],
    ["resource://catalog/skills/pdf", "resource-catalog", "skill://pdf/SKILL.md"],
    ["resource://docs/skills/pdf/references/A.md", undefined, "skill://pdf/references/A.md"],
    ["resource://skills/pdf/references/forms", undefined, undefined],
    ["resource://catalog/prompts_index", undefined, undefined],
    ["https://h/.well-known/agent-skills/pdf/SKILL.md", undefined, "skill://pdf/SKILL.md"],
    ["https://h/.well-known/agent-skills/pdf.tar.gz", undefined, "skill://pdf/SKILL.md"],
    ["https://h/.well-known/skills/pdf/a%20b.md", undefined, "skill://pdf/a%20b.md"],
    ["https://h/.well-known/agent-skills/index.json", undefined, undefined],
    ["https://h/other/pdf/SKILL.md", undefined, undefined],
    ["skill://a/../b", undefined, undefined],
    ["not a uri", undefined, undefined],
  ] as [string, Convention | undefined, string | undefined][])(
    "%s of %s is %s",
    (uri, convention, released) => expect(releasedUri(uri, convention)).toBe(released),
  );

  it("makes the last segment equal the name, where that is known", () => {
    expect(releasedUri("skill://tools/pdf/SKILL.md", "fastmcp-3", "pdf-processing")).toBe(
      "skill://tools/pdf-processing/SKILL.md",
    );
    expect(releasedUriOf("git-workflow")).toBe("skill://git-workflow/SKILL.md");
  });
});
