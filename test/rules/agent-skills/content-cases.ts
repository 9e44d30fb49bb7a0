import { skillFrom } from "../build-evidence";
import { body, type Case, DESCRIPTION, folder, good, lines, md, more, NAME } from "./cases";

const LINES = (count: number) =>
  skillFrom({ "SKILL.md": `${md([NAME, DESCRIPTION], "")}${"x\n".repeat(count - 5)}` });
const dynamic = (text: string) =>
  skillFrom(
    { "SKILL.md": md([NAME, DESCRIPTION], text) },
    { entry: { uri: "skill://demo/SKILL.md", resources: "dynamic" } },
  );

/** Cases of the optional fields, the body and its references. */
export const contentCases: Case[] = [
  { rule: "as-license", why: "a name", skill: more("license: Apache-2.0") },
  {
    rule: "as-license",
    why: "a bundled file",
    skill: skillFrom({
      "SKILL.md": md([NAME, DESCRIPTION, "license: Proprietary. LICENSE.txt has complete terms"]),
      "LICENSE.txt": "x",
    }),
  },
  { rule: "as-license", why: "none", skill: good, expected: { notApplicable: /no license/ } },
  {
    rule: "as-license",
    why: "a number",
    skill: more("license: 2.0"),
    expected: { severity: "info", message: /the number 2\.0/, fix: /"2\.0"/ },
  },
  {
    rule: "as-license",
    why: "a file that is not there",
    skill: more("license: See LICENSE.txt"),
    expected: {
      severity: "info",
      message: /LICENSE\.txt, which is not in the skill/,
      at: "skill://demo/SKILL.md:4:10",
    },
  },
  {
    rule: "as-license",
    why: "a bare LICENSE that is not there",
    skill: more("license: See LICENSE"),
    expected: { severity: "info", message: /the file LICENSE,/ },
  },
  { rule: "as-compat-length", why: "500 characters", skill: more(`compatibility: ${"x".repeat(500)}`) },
  {
    rule: "as-compat-length",
    why: "501 characters",
    skill: more(`compatibility: ${"x".repeat(501)}`),
    expected: { message: /501 characters, 1 more/ },
  },
  {
    rule: "as-compat-length",
    why: "empty",
    skill: more('compatibility: ""'),
    expected: { message: /empty/ },
  },
  {
    rule: "as-compat-length",
    why: "null",
    skill: more("compatibility:"),
    expected: { message: /null/, fix: /Delete the line/ },
  },
  { rule: "as-metadata-map", why: "text to text", skill: more("metadata:", "  version: '1.10'") },
  {
    rule: "as-metadata-map",
    why: "a number loses its spelling",
    skill: more("metadata:", "  version: 1.10"),
    expected: {
      severity: "warning",
      message: /1\.10 becomes 1\.1/,
      fix: /version: "1\.10"/,
      at: "skill://demo/SKILL.md:5:12",
    },
  },
  {
    rule: "as-metadata-map",
    why: "each value by itself",
    skill: more("metadata:", "  a-1: true", "  b-1: [x]", "  c-1:"),
    expected: { severity: "warning", message: /the boolean true/, count: 3 },
  },
  {
    rule: "as-metadata-map",
    why: "no mapping",
    skill: more("metadata: text"),
    expected: { message: /the text "text", not a mapping/ },
  },
  {
    rule: "as-metadata-map",
    why: "null",
    skill: more("metadata:"),
    expected: { message: /null/, fix: /Delete the line/ },
  },
  {
    rule: "as-metadata-keys",
    why: "author, version and own prefixes",
    skill: more("metadata:", "  author: a", "  version: '1'", "  acme-team: x"),
  },
  {
    rule: "as-metadata-keys",
    why: "a plain word",
    skill: more("metadata:", "  tags: a"),
    expected: { note: true, message: /tags/, fix: /example-org-tags/ },
  },
  { rule: "as-allowed-tools", why: "one text", skill: more("allowed-tools: Bash(git:*) Bash(jq:*, x) Read") },
  {
    rule: "as-allowed-tools",
    why: "a list",
    skill: more("allowed-tools:", "  - Bash(git:*)", "  - Read"),
    expected: { severity: "warning", message: /YAML list/, fix: /allowed-tools: Bash\(git:\*\) Read/ },
  },
  {
    rule: "as-allowed-tools",
    why: "null",
    skill: more("allowed-tools:"),
    expected: { severity: "warning", message: /null/ },
  },
  {
    rule: "as-allowed-tools",
    why: "commas",
    skill: more("allowed-tools: Read, Bash(git:*)"),
    expected: { note: true, message: /commas/, fix: /Read Bash\(git:\*\)/ },
  },
  {
    rule: "as-unknown-field",
    why: "the six fields",
    skill: more("license: MIT", "compatibility: x", "allowed-tools: Read", "metadata:", "  author: a"),
  },
  {
    rule: "as-unknown-field",
    why: "a vendor's",
    skill: more("model: x"),
    expected: { severity: "warning", message: /single vendors/, at: "skill://demo/SKILL.md:4:1" },
  },
  {
    rule: "as-unknown-field",
    why: "a spelling",
    skill: more("allowed_tools: Read"),
    expected: { severity: "warning", message: /allowed_tools/, fix: /Rename allowed_tools to allowed-tools/ },
  },
  {
    rule: "as-unknown-field",
    why: "own ones",
    skill: more("tags: [a]", "owner: b"),
    expected: { severity: "warning", message: /tags/, count: 2 },
  },
  { rule: "as-body-lines", why: "499 lines", skill: LINES(499) },
  {
    rule: "as-body-lines",
    why: "500 lines",
    skill: LINES(500),
    expected: { severity: "warning", message: /500 lines/, at: "skill://demo/SKILL.md:500:1" },
  },
  { rule: "as-body-tokens", why: "19,900 characters", skill: body("word ".repeat(3980)) },
  {
    rule: "as-body-tokens",
    why: "20,000 characters",
    skill: body("word ".repeat(4000)),
    expected: { severity: "warning", message: /about 500\d tokens/ },
  },
  { rule: "as-references-small", why: "a small one", skill: body("x", { "references/a.md": "small" }) },
  {
    rule: "as-references-small",
    why: "a large one",
    skill: body("x", { "references/a.md": "word ".repeat(5000) }),
    expected: { note: true, message: /references\/a\.md has about 6250 tokens/ },
  },
  { rule: "as-references-small", why: "none", skill: good, expected: { notApplicable: /references/ } },
  {
    rule: "as-ref-relative",
    why: "relative paths and the web",
    skill: body("[a](references/a.md) [b](https://e.x) [c](#part)", { "references/a.md": "x" }),
  },
  {
    rule: "as-ref-relative",
    why: "an absolute path",
    skill: body("[a](/home/me/a.md)"),
    expected: {
      severity: "warning",
      message: /\[a\]\(\/home\/me\/a\.md\).*absolute path/,
      at: "skill://demo/SKILL.md:6:1",
    },
  },
  {
    rule: "as-ref-relative",
    why: "a path out of the skill",
    skill: body("see ![x](../other/x.png)"),
    expected: { severity: "warning", message: /climbs above/, at: "skill://demo/SKILL.md:6:5" },
  },
  {
    rule: "as-ref-relative",
    why: "a climb that comes back",
    skill: body("[x](../demo/a.md)", { "a.md": "x" }),
    expected: { severity: "warning", message: /climbs above/ },
  },
  {
    rule: "as-ref-relative",
    why: "backslashes",
    skill: body("[x](references\\\\a.md)", { "references/a.md": "x" }),
    expected: { severity: "warning", message: /backslashes/ },
  },
  {
    rule: "as-ref-relative",
    why: "the skill's own full URI",
    skill: body("[x](skill://demo/a.md)", { "a.md": "x" }),
    expected: { note: true, message: /full URI/, fix: /Write a\.md/ },
  },
  {
    rule: "as-ref-relative",
    why: "up and down inside",
    skill: body("x", { "references/a.md": "[s](../scripts/x.py)", "scripts/x.py": "" }),
  },
  {
    rule: "as-ref-exists",
    why: "a file, whatever its spelling",
    skill: body("[a](setup%20guide.md) [b](<setup guide.md>) [c](refs/)", {
      "setup guide.md": "x",
      "refs/x.md": "",
    }),
  },
  {
    rule: "as-ref-exists",
    why: "relative to the skill root from another file",
    skill: body("x", { "references/a.md": "[s](scripts/x.py)", "scripts/x.py": "" }),
  },
  {
    rule: "as-ref-exists",
    why: "bare paths are no links",
    skill: body("Run scripts/none.py"),
    expected: { notApplicable: /no file/ },
  },
  {
    rule: "as-ref-exists",
    why: "a missing file",
    skill: body("text\n\nsee [the guide](references/guide.md#x)"),
    expected: {
      severity: "warning",
      message: /\[the guide\]\(references\/guide\.md#x\) points at references\/guide\.md/,
      fix: /Add references\/guide\.md/,
      at: "skill://demo/SKILL.md:8:5",
    },
  },
  {
    rule: "as-ref-exists",
    why: "another case",
    skill: body("[g](Guide.md)", { "guide.md": "" }),
    expected: { severity: "warning", message: /There is guide\.md/, fix: /Write guide\.md/ },
  },
  {
    rule: "as-ref-exists",
    why: "another directory",
    skill: body("[g](guide.md)", { "references/guide.md": "" }),
    expected: { severity: "warning", message: /not in the skill/, fix: /Write references\/guide\.md/ },
  },
  {
    rule: "as-ref-exists",
    why: "in a folder",
    skill: folder({ "SKILL.md": md([NAME, DESCRIPTION], "[g](g.md)") }),
    expected: { severity: "warning", message: /g\.md/, at: "skills/demo/SKILL.md:6:1" },
  },
  {
    rule: "as-ref-exists",
    why: "a skill whose files are not all known",
    skill: dynamic("[g](g.md)"),
    expected: { untestable: /not every file/ },
  },
  {
    rule: "as-ref-exists",
    why: "markdown that costs too much",
    skill: body(`${"> ".repeat(3000)}[a](b) &`),
    expected: { untestable: /nest/ },
  },
  {
    rule: "as-ref-depth",
    why: "one level",
    skill: body("[a](references/a.md)", { "references/a.md": "no links" }),
  },
  {
    rule: "as-ref-depth",
    why: "a chain that SKILL.md knows",
    skill: body("[a](a.md) [b](b.md)", { "a.md": "[b](b.md)", "b.md": "" }),
  },
  {
    rule: "as-ref-depth",
    why: "a nested skill links to files of its own",
    skill: body("[a](a/SKILL.md)", {
      "a/SKILL.md": `${md(["name: a", DESCRIPTION], "[b](b.md)")}`,
      "a/b.md": "",
    }),
  },
  {
    rule: "as-ref-depth",
    why: "a chain",
    skill: body("[a](references/a.md)", { "references/a.md": "\n[b](b.md)", "references/b.md": "" }),
    expected: {
      note: true,
      message: /references\/a\.md refers on to references\/b\.md/,
      fix: /Link to references\/b\.md/,
      at: "skill://demo/references/a.md:2:1",
    },
  },
  {
    rule: "as-ref-depth",
    why: "no links",
    skill: lines(NAME, DESCRIPTION),
    expected: { notApplicable: /links to no other/ },
  },
];
