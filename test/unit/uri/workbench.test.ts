import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineRule, fail, type Profile } from "../../../shared/rules/define-rule";
import { rfc3986 } from "../../../shared/rules/rfc3986";
import { rfc6570 } from "../../../shared/rules/rfc6570";
import { compareUris, inspectUri, type TemplateReport, type UriReport } from "../../../shared/uri/workbench";

const both = [rfc3986, rfc6570];

/** A profile with no rule of its own for URIs: its convention's shape decides. */
const profile = (id: string, rules: Profile["rules"] = []): Profile => ({
  id,
  title: id,
  specUrl: "https://example.com",
  rules,
  exclusions: [],
});

describe("a URI", () => {
  const text = "skill://acme/billing/../Refunds/skill.md";
  const report = inspectUri(text, [
    ...both,
    profile("skills-ext-stable"),
    profile("fastmcp-3"),
    profile("nimblebrain"),
    profile("agent-skills"),
  ]) as UriReport;

  it("comes in parts with spans, with its normal and its corrected form", () => {
    expect(report.kind).toBe("uri");
    expect(report.ok).toBe(true);
    expect(report.parts).toMatchObject({
      scheme: "skill",
      host: "acme",
      path: "/billing/../Refunds/skill.md",
    });
    expect(text.slice(...report.spans.path!)).toBe(report.parts.path);
    expect(report.normal).toBe("skill://acme/Refunds/skill.md");
    expect(report.corrected).toBe("skill://acme/refunds/SKILL.md");
    expect(report.changes).toContain("dot segments removed");
    expect(report.released).toBeUndefined();
  });

  it("gets a verdict of every profile", () => {
    expect(report.profiles.map(({ id, verdict }) => [id, verdict])).toEqual([
      ["rfc3986", "warn"],
      ["rfc6570", "no-match"],
      ["skills-ext-stable", "fail"],
      ["fastmcp-3", "no-match"],
      ["nimblebrain", "no-match"],
      ["agent-skills", "no-match"],
    ]);
    const [first, second, released] = report.profiles;
    expect(first!.findings).toMatchObject([
      { rule: "u-dot-segments", severity: "warning", subject: { kind: "uri", uri: text } },
    ]);
    expect(second!.reasons).toEqual(["No rule of this profile judges a URI."]);
    expect(released!.reasons).toHaveLength(3);
  });

  it.each([
    ["skill://acme/refunds/SKILL.md", "pass"],
    ["skill://Acme/refunds/SKILL.md", "warn"],
    ["skill://acme/re funds/SKILL.md", "fail"],
    ["skill:refunds", "note"],
  ])("%s is a %s by RFC 3986", (uri, verdict) =>
    expect(inspectUri(uri, [rfc3986]).profiles[0]!.verdict).toBe(verdict),
  );

  it("names what the released extension would say instead", () => {
    expect(inspectUri("skill://git-workflow", [])).toMatchObject({
      released: "skill://git-workflow/SKILL.md",
    });
    expect(inspectUri("skill://git-workflow/SKILL.md", [])).not.toHaveProperty("released");
    expect(inspectUri("skill://git-workflow/SKILL.md", [])).not.toHaveProperty("corrected");
  });

  it("combines the rules of a profile with the shape of its convention", () => {
    const rule = defineRule({
      id: "test-uri",
      profile: "resource-catalog",
      level: "SHOULD",
      section: "1",
      title: "t",
      why: "w",
      fix: "f",
      specUrl: "https://example.com",
      scope: "uri",
      check: () => fail({ message: "always" }),
    });
    const catalog = profile("resource-catalog", [rule]);
    const verdictOf = (uri: string) => inspectUri(uri, [catalog]).profiles[0]!;
    expect(verdictOf("skill://pdf/SKILL.md")).toMatchObject({ verdict: "no-match", findings: [] });
    expect(verdictOf("resource://skills/pdf/document")).toMatchObject({ verdict: "warn" });
    expect(verdictOf("resource://skills/PDF/document")).toMatchObject({ verdict: "fail" });
  });

  it("is printable as JSON", () => {
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });
});

describe("a template", () => {
  it("comes in expressions, with level, variables, hints and the conventions that a sample matches", () => {
    const report = inspectUri("skill://pdf/{path*}{?v}", both) as TemplateReport;
    expect(report).toMatchObject({
      kind: "template",
      ok: true,
      level: 4,
      variables: ["path", "v"],
      spans: { path: [[13, 18]], v: [[21, 22]] },
      sample: "skill://pdf/x.md",
      hints: [{ variable: "path", kind: "wildcard" }],
    });
    expect(report.profiles.map(({ id, verdict }) => [id, verdict])).toEqual([
      ["rfc3986", "no-match"],
      ["rfc6570", "warn"],
    ]);
  });

  it.each([
    ["skill://{skillName}", "skilljack", "match"],
    ["skill://{skillName}/", "skilljack", "match"],
    ["skill://{skillName}/document/{+documentPath}", "skills-over-mcp", "match"],
    ["skill://git-workflow/{path*}", "fastmcp-3", "match"],
    ["skill://{+skillFilePath}", "skills-ext-stable", "match"],
    ["skill://{+skill_path}/SKILL.md", "skills-ext-stable", "match"],
    ["resource://catalog/skills_index{?q,tag}", "resource-catalog", "match"],
    ["resource://docs/{path*}", "resource-catalog", "match"],
    ["skill://{name", "skilljack", "no-match"],
  ])("%s and %s: %s", (template, id, kind) => {
    const { conventions } = inspectUri(template, []);
    expect(conventions.find((convention) => convention.id === id)!.kind).toBe(kind);
  });

  it("with faults names them, and the template to write", () => {
    const report = inspectUri("skill://{skill-name}/SKILL.md", [rfc6570]) as TemplateReport;
    expect(report.ok).toBe(false);
    expect(report.faults).toMatchObject([{ at: 14, code: "variable-name" }]);
    expect(report.corrected).toBe("skill://{skill_name}/SKILL.md");
    expect(report.profiles[0]!.verdict).toBe("fail");
    expect(report).not.toHaveProperty("sample");
  });
});

describe("any text", () => {
  it("is inspected without an error", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const report = inspectUri(text, both);
        expect(report.input).toBe(text);
        expect(report.profiles).toHaveLength(2);
      }),
    );
  });

  it("may name a variable like a property of every object", () => {
    const report = inspectUri("x://{__proto__}/{constructor}", []) as TemplateReport;
    expect(report.variables).toEqual(["__proto__", "constructor"]);
    expect(report.sample).toBe("x://x/x");
  });
});

describe("two URIs", () => {
  it.each([
    ["skill://a/b", "skill://a/b", "identical", undefined],
    ["SKILL://A/b/./%7ec", "skill://a/b/~c", "equivalent", "part at column 1"],
    ["skill://a/b", "skill://a/B", "different", "in case only"],
    ["skill://a/b%2Fc", "skill://a/b/c", "different", "/ and %2F only"],
    ["skill://a/b", "skill://a/b/", "different", "slash at the end"],
    ["skill://a/b#c", "skill://a/b", "different", "fragment only"],
    ["skill://a", "skill://a/SKILL.md", "different", "One names SKILL.md"],
    ["skill://a/caf%C3%A9", "skill://a/cafe%CC%81", "different", "accents"],
    ["skill://a/b c", "skill://a/b%20c", "different", "first is no valid URI"],
  ])("%s and %s are %s", (a, b, verdict, remark) => {
    const comparison = compareUris(a, b);
    expect(comparison.verdict).toBe(verdict);
    if (remark === undefined) expect(comparison.remarks).toEqual([]);
    else expect(comparison.remarks.join(" ")).toContain(remark);
  });

  it("are compared part by part", () => {
    expect(compareUris("SKILL://a:1/b", "skill://a/b?c").differences).toEqual([
      { part: "scheme", a: "SKILL", b: "skill", goes: true },
      { part: "port", a: "1", goes: false },
      { part: "query", b: "c", goes: false },
    ]);
  });

  it("whatever they are", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
        const { verdict, differences } = compareUris(a, b);
        expect(verdict === "identical").toBe(a === b);
        expect(differences.length > 0).toBe(a !== b);
      }),
    );
  });
});
