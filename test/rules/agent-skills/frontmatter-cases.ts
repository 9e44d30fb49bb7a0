import { skillFrom } from "../build-evidence";
import { broken, type Case, folder, GOOD, good, more, noFrontmatter, twice } from "./cases";

const wide = (text: string) =>
  new Uint8Array([0xff, 0xfe, ...[...text].flatMap((c) => [c.charCodeAt(0), 0])]);

/** Cases of the directory and the frontmatter as a whole. */
export const frontmatterCases: Case[] = [
  { rule: "as-dir", why: "a SKILL.md at the root", skill: good },
  { rule: "as-dir", why: "a folder with SKILL.md", skill: folder({ "SKILL.md": GOOD, "a.txt": "x" }) },
  {
    rule: "as-dir",
    why: "skill.md alone, named on every platform",
    skill: folder({ "skill.md": GOOD }),
    expected: {
      message: /named skill\.md/,
      fix: /Rename skill\.md to SKILL\.md/,
      at: "skills/demo/skill.md:1:1",
    },
  },
  {
    rule: "as-dir",
    why: "a served Skill.MD",
    skill: skillFrom({ "Skill.MD": GOOD }, { uri: "skill://demo/Skill.MD" }),
    expected: { message: /named Skill\.MD/, fix: /Rename Skill\.MD to SKILL\.md/ },
  },
  {
    rule: "as-dir",
    why: "both spellings: the other one is pointed out",
    skill: folder({ "SKILL.md": GOOD, "skill.md": "other" }),
    expected: { note: true, message: /skill\.md.*Only SKILL\.md is used/ },
  },
  {
    rule: "as-dir",
    why: "no SKILL.md at all",
    skill: folder({ "a.txt": "x" }),
    expected: { message: /no SKILL\.md/ },
  },
  {
    rule: "as-dir",
    why: "an error when it is read",
    skill: skillFrom(
      { "SKILL.md": GOOD },
      {
        patch: {
          "SKILL.md": {
            facts: undefined,
            read: {
              id: "x900",
              method: "resources/read",
              params: {},
              purpose: "read",
              outcome: { kind: "error", code: -32602, message: "Resource not found" },
              startedAt: 0,
              durationMs: 1,
            },
          },
        },
      },
    ),
    expected: { message: /-32602 \(Resource not found\)/ },
  },
  {
    rule: "as-dir",
    why: "not read for a limit",
    skill: skillFrom(
      { "SKILL.md": GOOD },
      { patch: { "SKILL.md": { facts: undefined, read: undefined, notRead: "over --max-skills" } } },
    ),
    expected: { untestable: /over --max-skills/ },
  },
  { rule: "as-frontmatter", why: "a mapping between fences", skill: good },
  {
    rule: "as-frontmatter",
    why: "CRLF and trailing blanks",
    skill: skillFrom({ "SKILL.md": GOOD.replaceAll("\n", "\r\n").replace("---\r\n", "--- \t\r\n") }),
  },
  {
    rule: "as-frontmatter",
    why: "none",
    skill: noFrontmatter,
    expected: { message: /does not begin with frontmatter.*skip/, at: "skill://demo/SKILL.md:1:1" },
  },
  {
    rule: "as-frontmatter",
    why: "never closed: one finding",
    skill: skillFrom({ "SKILL.md": "---\nname: demo\n\n# Body" }),
    expected: { message: /no partner/, fix: /Add a line ---/, at: "skill://demo/SKILL.md:1:1" },
  },
  {
    rule: "as-frontmatter",
    why: "a colon in a description",
    skill: broken,
    expected: {
      message: /colon/,
      fix: /description: "Use when: the user asks"/,
      at: "skill://demo/SKILL.md:3:22",
    },
  },
  {
    rule: "as-frontmatter",
    why: "a key twice, with both lines",
    skill: twice,
    expected: { message: /"name" is given twice.*first one is on line 2/, at: "skill://demo/SKILL.md:3:1" },
  },
  {
    rule: "as-frontmatter",
    why: "a value that contains itself",
    skill: more("metadata: &m {self: *m}"),
    expected: { message: /no end/, at: "skill://demo/SKILL.md:4:21" },
  },
  {
    rule: "as-frontmatter",
    why: "UTF-16",
    skill: skillFrom({ "SKILL.md": wide(GOOD) }),
    expected: { message: /UTF-16 \(little endian\)/, fix: /UTF-8/ },
  },
  {
    rule: "as-frontmatter",
    why: "lone CR",
    skill: skillFrom({ "SKILL.md": GOOD.replaceAll("\n", "\r") }),
    expected: { message: /carriage return/, fix: /LF/ },
  },
  {
    rule: "as-frontmatter",
    why: "a BOM is a note",
    skill: skillFrom({ "SKILL.md": `\ufeff${GOOD}` }),
    expected: { note: true, message: /byte order mark.*skills-ref refuses/ },
  },
];
