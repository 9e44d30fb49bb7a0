import { skillFrom } from "../build-evidence";
import { type Case, DESCRIPTION, folder, good, lines, md, more, NAME, named } from "./cases";

const wide = (text: string) =>
  new Uint8Array([0xff, 0xfe, ...[...text].flatMap((c) => [c.charCodeAt(0), 0])]);
const GOOD = md([NAME, DESCRIPTION]);
const noFrontmatter = skillFrom({ "SKILL.md": "# Just text\n" });
const broken = lines(NAME, "description: Use when: the user asks");
const twice = lines(NAME, '"name": other', DESCRIPTION);
const NFC = "caf\u00e9";
const NFD = "cafe\u0301";

/** Cases of the directory, the frontmatter and the two required fields. */
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
  { rule: "as-name-required", why: "a name", skill: good },
  {
    rule: "as-name-required",
    why: "no frontmatter",
    skill: noFrontmatter,
    expected: { message: /no frontmatter/, fix: /name: demo/ },
  },
  {
    rule: "as-name-required",
    why: "no name",
    skill: lines(DESCRIPTION),
    expected: { message: /has no name/, fix: /Add the line name: demo/ },
  },
  {
    rule: "as-name-required",
    why: "a number, with its spelling",
    skill: lines("name: 1.10", DESCRIPTION),
    expected: {
      message: /the number 1\.10, not text/,
      fix: /name: "1\.10"/,
      at: "skill://demo/SKILL.md:2:7",
    },
  },
  {
    rule: "as-name-required",
    why: "null",
    skill: lines("name:", DESCRIPTION),
    expected: { message: /null/, fix: /name: demo/ },
  },
  {
    rule: "as-name-required",
    why: "a list",
    skill: lines("name: [a]", DESCRIPTION),
    expected: { message: /a list/, fix: /name: demo/ },
  },
  { rule: "as-name-required", why: "given twice", skill: twice, expected: { untestable: /given twice/ } },
  {
    rule: "as-name-required",
    why: "no SKILL.md",
    skill: folder({ "a.txt": "x" }),
    expected: { notApplicable: /as-dir/ },
  },
  { rule: "as-name-length", why: "64 letters", skill: named("a".repeat(64)) },
  {
    rule: "as-name-length",
    why: "65 letters",
    skill: named("a".repeat(65)),
    expected: {
      message: /65 characters, 1 more.*Lenient clients warn/,
      at: `skill://${"a".repeat(65)}/SKILL.md:2:7`,
    },
  },
  { rule: "as-name-length", why: "blank", skill: named("  ", "demo"), expected: { message: /empty/ } },
  {
    rule: "as-name-length",
    why: "no frontmatter",
    skill: noFrontmatter,
    expected: { notApplicable: /as-frontmatter/ },
  },
  { rule: "as-name-charset", why: "a-z, 0-9 and hyphens", skill: named("pdf-forms-2") },
  {
    rule: "as-name-charset",
    why: "upper case and blanks",
    skill: named("PDF Forms"),
    expected: { message: /"P", "D", "F", a space/, fix: /name: pdf-forms/ },
  },
  {
    rule: "as-name-charset",
    why: "an underscore",
    skill: named("a_b"),
    expected: { message: /"_"/, fix: /name: a-b/ },
  },
  {
    rule: "as-name-charset",
    why: "caseless letters",
    skill: named("数据分析"),
    expected: { severity: "warning", message: /skills-ref accepts/ },
  },
  {
    rule: "as-name-charset",
    why: "lower-case Cyrillic",
    skill: named("мой-навык"),
    expected: { severity: "warning", message: /U\+043C/ },
  },
  {
    rule: "as-name-charset",
    why: "an accent",
    skill: named(NFC),
    expected: { severity: "warning", message: /U\+00E9/, fix: /name: cafe/ },
  },
  {
    rule: "as-name-charset",
    why: "an upper-case accent",
    skill: named("Café"),
    expected: { message: /not allowed/ },
  },
  { rule: "as-name-edges", why: "an inner hyphen", skill: named("a-b") },
  {
    rule: "as-name-edges",
    why: "a leading one",
    skill: named("-x"),
    expected: { message: /starts with a hyphen/, fix: /name: x/ },
  },
  {
    rule: "as-name-edges",
    why: "one at each end",
    skill: named("-x-"),
    expected: { message: /starts and ends/ },
  },
  { rule: "as-name-double-hyphen", why: "single hyphens", skill: named("a-b-c") },
  {
    rule: "as-name-double-hyphen",
    why: "two in a row",
    skill: named("a--b"),
    expected: { message: /two hyphens/, fix: /name: a-b/ },
  },
  { rule: "as-name-dir", why: "the same", skill: good },
  { rule: "as-name-dir", why: "the same once decoded", skill: named("数据分析") },
  { rule: "as-name-dir", why: "the folder's base name", skill: folder({ "SKILL.md": GOOD }) },
  {
    rule: "as-name-dir",
    why: "another directory",
    skill: named("demo", "other"),
    expected: {
      message: /"demo".*"other".*Lenient clients/,
      fix: /name: other, or rename the directory to demo/,
      at: "skill://other/SKILL.md:2:7",
    },
  },
  {
    rule: "as-name-dir",
    why: "another folder, with its path",
    skill: folder({ "SKILL.md": GOOD }, "other"),
    expected: { message: /"other"/, at: "skills/other/SKILL.md:2:7" },
  },
  {
    rule: "as-name-dir",
    why: "another case",
    skill: named("demo", "Demo"),
    expected: { message: /only in upper and lower case/, fix: /Rename the directory to demo/ },
  },
  {
    rule: "as-name-dir",
    why: "NFD and NFC",
    skill: named(NFC, NFD),
    expected: { severity: "warning", message: /look the same.*composed, NFC and decomposed, NFD/ },
  },
  {
    rule: "as-name-dir",
    why: "no directory in the URI",
    skill: skillFrom({ "SKILL.md": GOOD }, { uri: "skill:/SKILL.md" }),
    expected: { notApplicable: /no directory/ },
  },
  { rule: "as-description-required", why: "text", skill: good },
  {
    rule: "as-description-required",
    why: "no frontmatter",
    skill: noFrontmatter,
    expected: { message: /no frontmatter.*skip/ },
  },
  {
    rule: "as-description-required",
    why: "absent",
    skill: lines(NAME),
    expected: { message: /no description/, fix: /description: "/ },
  },
  {
    rule: "as-description-required",
    why: "null",
    skill: lines(NAME, "description:"),
    expected: { message: /null \(nothing/, at: "skill://demo/SKILL.md:3:13" },
  },
  {
    rule: "as-description-required",
    why: "blank",
    skill: lines(NAME, 'description: "  "'),
    expected: { message: /empty/ },
  },
  {
    rule: "as-description-required",
    why: "a number",
    skill: lines(NAME, "description: 42"),
    expected: { message: /the number 42/, fix: /description: "42"/ },
  },
  {
    rule: "as-description-required",
    why: "unreadable",
    skill: broken,
    expected: { untestable: /as-frontmatter/ },
  },
  {
    rule: "as-description-length",
    why: "1024 characters",
    skill: lines(NAME, `description: ${"😀".repeat(1024)}`),
  },
  {
    rule: "as-description-length",
    why: "1025 characters",
    skill: lines(NAME, `description: ${"é".repeat(1025)}`),
    expected: { message: /1025 characters, 1 more/, fix: /by 1 characters/ },
  },
  { rule: "as-description-what-when", why: "what and when", skill: good },
  {
    rule: "as-description-what-when",
    why: "another language",
    skill: lines(NAME, "description: 填写PDF表单"),
  },
  {
    rule: "as-description-what-when",
    why: "no when",
    skill: lines(NAME, "description: A collection of PDF form helpers."),
    expected: { note: true, message: /when/ },
  },
  {
    rule: "as-description-what-when",
    why: "too short",
    skill: lines(NAME, "description: Use for PDFs"),
    expected: { note: true, message: /only 12 characters/ },
  },
  { rule: "as-description-keywords", why: "enough words", skill: good },
  {
    rule: "as-description-keywords",
    why: "hardly any",
    skill: lines(NAME, "description: Helps with PDFs."),
    expected: { note: true, message: /only “pdfs”/ },
  },
];
