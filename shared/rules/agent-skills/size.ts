import { relativePath, skillRoot } from "../../uri/skill-uri";
import { fail, notApplicable, note, pass, type Rule, untestable } from "../define-rule";
import { asRule } from "./declare";
import { placeIn, proof, whyNotRead, withSkillMd } from "./skill-md";

const MAX_LINES = 500;
const MAX_TOKENS = 5000;
const CHARACTERS_PER_TOKEN = 4;

const tokensOf = (characters: number) => Math.ceil(characters / CHARACTERS_PER_TOKEN);

const bodyRules: Rule<"skill">[] = [
  asRule(
    "skill",
    {
      id: "as-body-lines",
      level: "SHOULD",
      section: "Progressive disclosure",
      anchor: "progressive-disclosure",
      title: "SKILL.md stays under 500 lines",
      why: "The whole file goes into the model's context as soon as the skill is used.",
      fix: "Move details to files below references/ and link to them.",
    },
    (skill) =>
      withSkillMd(skill, ({ file, facts }) => {
        if (facts.lines < MAX_LINES) return pass;
        return fail({
          message: `SKILL.md has ${facts.lines} lines; all of it is loaded whenever the skill is used.`,
          expected: `fewer than ${MAX_LINES} lines`,
          actual: `${facts.lines} lines`,
          fix: `Move at least ${facts.lines - MAX_LINES + 1} lines to files below references/ and link to them.`,
          location: placeIn(file, { line: MAX_LINES, column: 1, offset: 0 }),
          evidence: proof(file),
        });
      }),
  ),
  asRule(
    "skill",
    {
      id: "as-body-tokens",
      level: "SHOULD",
      section: "Progressive disclosure",
      anchor: "progressive-disclosure",
      title: "The instructions stay under about 5000 tokens",
      why: "They take that much of the model's context each time the skill is used.",
      fix: "Move details to files below references/ and link to them.",
    },
    (skill) =>
      withSkillMd(skill, ({ file, facts, frontmatter }) => {
        if (!facts.utf8) return untestable("SKILL.md is not UTF-8; as-frontmatter says so");
        const tokens = tokensOf(Math.max(0, facts.characters - frontmatter.bodyOffset));
        if (tokens < MAX_TOKENS) return pass;
        return fail({
          message: `The body of SKILL.md has about ${tokens} tokens (estimated as characters / ${CHARACTERS_PER_TOKEN}).`,
          expected: `fewer than ${MAX_TOKENS} tokens`,
          actual: `about ${tokens}`,
          fix: "Move details to files below references/ and link to them.",
          location: placeIn(file, { line: frontmatter.bodyLine, column: 1, offset: 0 }),
          evidence: proof(file),
        });
      }),
  ),
];

const referenceRule = asRule(
  "file",
  {
    id: "as-references-small",
    level: "SHOULD",
    section: "references/",
    anchor: "references",
    title: "Reference files are focused and small",
    why: "A model reads a reference whole; a small one costs less context.",
    fix: "Split the file by topic.",
  },
  ({ skill, file }) => {
    const path = relativePath(skillRoot(skill.uri) ?? "", file.uri);
    if (!path?.startsWith("references/")) return notApplicable("the file does not lie below references/");
    if (!file.facts) return untestable(`${path} was not read: ${whyNotRead(file)}`);
    if (!file.facts.utf8) return notApplicable(`${path} is no text`);
    const tokens = tokensOf(file.facts.characters);
    if (tokens <= MAX_TOKENS) return pass;
    return note({
      message: `${path} has about ${tokens} tokens (estimated as characters / ${CHARACTERS_PER_TOKEN}), and a model reads it whole.`,
      expected: `at most about ${MAX_TOKENS} tokens`,
      actual: `about ${tokens}`,
      fix: "Split the file by topic and link to the parts from SKILL.md.",
      location: placeIn(file, { line: 1, column: 1, offset: 0 }),
      evidence: proof(file),
    });
  },
);

export const sizeRules = [...bodyRules, referenceRule];
