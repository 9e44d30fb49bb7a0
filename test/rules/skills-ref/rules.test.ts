import { describe, expect, it } from "vitest";
import type { SkillEvidence } from "../../../shared/model/evidence";
import { severityOf } from "../../../shared/model/finding";
import type { Rule } from "../../../shared/rules/define-rule";
import { skillsRef } from "../../../shared/rules/skills-ref";
import { DESCRIPTION, folder, GOOD, good, lines, md, more, NAME, named } from "../agent-skills/cases";
import { indexFor, judge, skillFrom } from "../build-evidence";

const byId = new Map(skillsRef.rules.map((rule) => [rule.id, rule as Rule<"skill">]));
const from = (text: string) => skillFrom({ "SKILL.md": text });

/** Rule, why, skill, and what skills-ref says with the place; absent for a pass. */
type Row = [rule: string, why: string, skill: SkillEvidence, says?: string, at?: string];

const rows: Row[] = [
  ["sr-path-exists", "a folder", folder({ "SKILL.md": GOOD })],
  ["sr-path-exists", "nothing there", folder({}), "Path does not exist: skills/demo"],
  ["sr-skillmd", "SKILL.md", good],
  ["sr-skillmd", "skill.md alone will do", folder({ "skill.md": GOOD })],
  ["sr-skillmd", "neither", folder({ "Skill.md": GOOD }), "Missing required file: SKILL.md"],
  ["sr-frontmatter-open", "---", good],
  ["sr-frontmatter-open", "----, which it takes as well", from(`-${GOOD}`)],
  [
    "sr-frontmatter-open",
    "a BOM",
    from(`\ufeff${GOOD}`),
    "SKILL.md must start with YAML frontmatter (---)",
    "1:1",
  ],
  [
    "sr-frontmatter-open",
    "a blank line",
    from(`\n${GOOD}`),
    "SKILL.md must start with YAML frontmatter (---)",
    "1:1",
  ],
  [
    "sr-frontmatter-open",
    "no UTF-8",
    skillFrom({ "SKILL.md": new Uint8Array([0xff, 0xfe]) }),
    "UnicodeDecodeError",
    "1:1",
  ],
  ["sr-frontmatter-close", "a line ---", good],
  [
    "sr-frontmatter-close",
    "none",
    from("---\nname: demo\n"),
    "SKILL.md frontmatter not properly closed with ---",
    "1:1",
  ],
  ["sr-strictyaml", "plain lines", more("metadata:", "  a: b", "  c: d")],
  ["sr-strictyaml", "CRLF", from(GOOD.replaceAll("\n", "\r\n"))],
  [
    "sr-strictyaml",
    "flow style",
    more("metadata: {a: b}"),
    "Invalid YAML in frontmatter: Found ugly disallowed JSONesque flow mapping",
    "4:11",
  ],
  [
    "sr-strictyaml",
    "a flow list",
    more("allowed-tools: [Read]"),
    "Found ugly disallowed JSONesque flow mapping",
    "4:16",
  ],
  ["sr-strictyaml", "an anchor", more("license: &a MIT"), "Found confusing disallowed anchor token", "4:13"],
  ["sr-strictyaml", "a tag", more("license: !!str MIT"), "Found disallowed tag tokens", "4:16"],
  ["sr-strictyaml", "a key twice", more('"name": other'), "Duplicate key 'name' found", "4:1"],
  [
    "sr-strictyaml",
    "a colon",
    lines(NAME, "description: Use when: x"),
    "Invalid YAML in frontmatter. The value of description has a colon",
    "3:22",
  ],
  [
    "sr-strictyaml",
    "a tab after the colon",
    lines("name:\tdemo", DESCRIPTION),
    "found character '\\t'",
    "2:6",
  ],
  [
    "sr-strictyaml",
    "uneven mappings",
    lines(NAME, "metadata:", "  a: b", "x:", "    c: d"),
    "inconsistent with previous mapping",
    "6:5",
  ],
  [
    "sr-strictyaml",
    "--- in a value ends it early",
    lines(NAME, 'description: "a --- b"'),
    "ends the frontmatter at the first ---",
    "3:14",
  ],
  ["sr-mapping", "a mapping", good],
  [
    "sr-mapping",
    "a list",
    from("---\n- a\n---\n"),
    "SKILL.md frontmatter must be a YAML mapping. It is a list",
    "1:4",
  ],
  ["sr-mapping", "nothing", from("---\n---\n"), "It is nothing", "1:4"],
  [
    "sr-unknown",
    "the six",
    more("license: MIT", "allowed-tools: Read", "compatibility: x", "metadata:", "  a: b"),
  ],
  [
    "sr-unknown",
    "two others",
    more("version: 1", "author: x"),
    "Unexpected fields in frontmatter: author, version. Only ['allowed-tools', 'compatibility', 'description', 'license', 'metadata', 'name'] are allowed.",
    "4:1",
  ],
  ["sr-name", "a number is text to it", named("123")],
  ["sr-name", "letters of any script", named("数据-мой-é")],
  ["sr-name", "none", lines(DESCRIPTION), "Missing required field in frontmatter: name", "1:1"],
  ["sr-name", "blank", lines("name:", DESCRIPTION), "Field 'name' must be a non-empty string", "2:6"],
  ["sr-name", "65 letters", named("a".repeat(65)), "exceeds 64 character limit (65 chars)", "2:7"],
  ["sr-name", "upper case", named("Demo"), "Skill name 'Demo' must be lowercase", "2:7"],
  ["sr-name", "a hyphen at the edge", named("-demo"), "cannot start or end with a hyphen", "2:7"],
  ["sr-name", "two hyphens", named("a--b"), "cannot contain consecutive hyphens", "2:7"],
  [
    "sr-name",
    "an underscore",
    named("a_b"),
    "contains invalid characters. Only letters, digits, and hyphens are allowed.",
    "2:7",
  ],
  ["sr-name", "a combining mark of its own", named("हिन्दी"), "contains invalid characters", "2:7"],
  ["sr-name-dir", "the same", good],
  ["sr-name-dir", "NFC and NFD are the same to it", named("caf\u00e9", "cafe\u0301")],
  [
    "sr-name-dir",
    "another",
    named("demo", "other"),
    "Directory name 'other' must match skill name 'demo'",
    "2:7",
  ],
  ["sr-description", "text", good],
  ["sr-description", "1024 characters", lines(NAME, `description: ${"😀".repeat(1024)}`)],
  ["sr-description", "none", lines(NAME), "Missing required field in frontmatter: description", "1:1"],
  [
    "sr-description",
    "empty",
    lines(NAME, "description:"),
    "Field 'description' must be a non-empty string",
    "3:13",
  ],
  [
    "sr-description",
    "1025 characters",
    lines(NAME, `description: ${"x".repeat(1025)}`),
    "Description exceeds 1024 character limit (1025 chars)",
    "3:14",
  ],
  ["sr-compat", "empty passes", more('compatibility: ""')],
  [
    "sr-compat",
    "501 characters",
    more(`compatibility: ${"x".repeat(501)}`),
    "Compatibility exceeds 500 character limit (501 chars)",
    "4:16",
  ],
  ["sr-compat", "a list", more("compatibility:", "  - a"), "Field 'compatibility' must be a string", "5:3"],
];

describe.each([...byId])("%s", (id, rule) => {
  const own = rows.filter(([ruleId]) => ruleId === id);

  it("is shown passing and failing", () => {
    expect(own.some(([, , , says]) => says === undefined)).toBe(true);
    expect(own.some(([, , , says]) => says !== undefined)).toBe(true);
  });

  it.each(own.map(([, why, skill, says, at]) => ({ why, skill, says, at })))(
    "$why",
    ({ skill, says, at }) => {
      const verdict = judge(rule, skill, indexFor([skill]));
      if (says === undefined) return expect(verdict).toEqual({ kind: "pass" });
      expect(verdict.kind, JSON.stringify(verdict)).toBe("findings");
      const [finding, ...others] = verdict.kind === "findings" ? verdict.findings : [];
      expect(others).toEqual([]);
      expect(finding?.message).toContain(says);
      expect(finding?.fix?.length).toBeGreaterThan(5);
      expect(finding?.severity ?? severityOf(rule.level)).toBe("error");
      if (at) expect(`${finding?.location?.line}:${finding?.location?.column}`).toBe(at);
    },
  );
});

describe("where skills-ref stops", () => {
  it("says nothing of what comes after", () => {
    const verdicts = [...byId.values()].map((rule) => [
      rule.id,
      judge(rule, lines("name: [", "description:")).kind,
    ]);
    expect(Object.fromEntries(verdicts)).toEqual({
      "sr-path-exists": "not-applicable",
      "sr-skillmd": "pass",
      "sr-frontmatter-open": "pass",
      "sr-frontmatter-close": "pass",
      "sr-strictyaml": "findings",
      "sr-mapping": "not-applicable",
      "sr-unknown": "not-applicable",
      "sr-name": "not-applicable",
      "sr-name-dir": "not-applicable",
      "sr-description": "not-applicable",
      "sr-compat": "not-applicable",
    });
  });

  it("is untestable with the reason where SKILL.md was not read", () => {
    const unread = skillFrom(
      { "SKILL.md": md([NAME]) },
      { patch: { "SKILL.md": { facts: undefined, read: undefined, notRead: "over the budget" } } },
    );
    for (const id of ["sr-strictyaml", "sr-name"]) {
      expect(judge(byId.get(id)!, unread)).toEqual({
        kind: "untestable",
        reason: "SKILL.md was not read: over the budget",
      });
    }
  });
});
