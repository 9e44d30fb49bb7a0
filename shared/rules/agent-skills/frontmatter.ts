import type { FrontmatterProblem } from "../../skill-file/types";
import { found, type RawFinding, type Rule, type Verdict } from "../define-rule";
import { asRule } from "./declare";
import { lenientRemark } from "./lenient";
import { placeIn, proof, type SkillMd, withSkillMd } from "./skill-md";

const ID = "as-frontmatter";
const FENCED = "a first line ---, a YAML mapping, and a line ---";

/** What was expected where a problem of this kind was found. */
const EXPECTED: Partial<Record<FrontmatterProblem["code"], string>> = {
  "no-opening-fence": FENCED,
  "no-closing-fence": FENCED,
  "yaml-syntax": "valid YAML 1.2",
  "duplicate-key": "each key once",
  "not-a-mapping": "a mapping of keys to values",
  "alias-limit": "values written out",
  "custom-tag": "plain values without tags",
  "tab-indent": "spaces for indentation",
  encoding: "UTF-8",
};

function check(md: SkillMd): Verdict {
  const { file, frontmatter } = md;
  const findings: RawFinding[] = frontmatter.problems.map((problem) => {
    const other = problem.other ? ` The first one is on line ${problem.other.line}.` : "";
    const expected = EXPECTED[problem.code];
    return {
      message: `${problem.message}${other}${lenientRemark(ID)}`,
      ...(expected ? { expected } : {}),
      ...(problem.fix ? { fix: problem.fix } : {}),
      location: placeIn(file, problem.at),
      evidence: proof(file),
      // Not the line: it moves with every edit above it.
      locus: `${problem.code}:${problem.code === "duplicate-key" ? problem.message : ""}`,
    };
  });
  if (frontmatter.loneCr) {
    findings.push({
      message: "The --- lines end in a carriage return alone; most clients then find no frontmatter.",
      expected: "lines that end in LF or CRLF",
      fix: "Save the file with LF line breaks.",
      location: placeIn(file, { line: 1, column: 1, offset: 0 }),
      evidence: proof(file),
      locus: "lone-cr",
    });
  }
  if (frontmatter.bom || md.facts.bom) {
    findings.push({
      outcome: "note",
      message: "The file begins with a byte order mark. Most clients skip it; skills-ref refuses the file.",
      expected: "--- as the first three bytes",
      fix: "Save the file as UTF-8 without BOM.",
      location: placeIn(file, { line: 1, column: 1, offset: 0 }),
      evidence: proof(file),
      locus: "bom",
    });
  }
  return found(findings);
}

export const frontmatterRules: Rule<"skill">[] = [
  asRule(
    "skill",
    {
      id: ID,
      level: "MUST",
      section: "SKILL.md format",
      anchor: "skill-md-format",
      title: "SKILL.md has YAML frontmatter followed by Markdown",
      why: "Clients read name and description from it before anything else; what they cannot parse they leave out.",
      fix: "Begin the file with ---, one key: value line for each field, and another ---.",
    },
    (skill) => withSkillMd(skill, check),
  ),
];
