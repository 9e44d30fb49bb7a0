import type { SkillEvidence } from "../../model/evidence";
import {
  fail,
  found,
  notApplicable,
  note,
  pass,
  type RawFinding,
  type Rule,
  untestable,
  type Verdict,
} from "../define-rule";
import { count } from "../values";
import { asRule } from "./declare";
import { lookUp, onText, quoted, typePhrase } from "./fields";
import { lenientRemark } from "./lenient";
import { codePoints } from "./names";
import { placeIn, proof, type SkillMd, withSkillMd } from "./skill-md";

const SECTION = { section: "description field", anchor: "description-field" };
const MAX_DESCRIPTION = 1024;
const EXAMPLE = 'description: "Fills PDF forms. Use when the user asks to fill in a form."';

function required({ file, ...md }: SkillMd): Verdict {
  const state = lookUp({ file, ...md }, "description");
  if (state.kind === "unreadable") return untestable(state.reason);
  const remark = lenientRemark("as-description-required");
  if (state.kind !== "field") {
    const what =
      state.kind === "none"
        ? "There is no description: SKILL.md has no frontmatter."
        : "The frontmatter has no description.";
    return fail({
      message: `${what}${remark}`,
      expected: "a field description",
      fix: `Add a line like ${EXAMPLE}`,
      location: placeIn(file, { line: 1, column: 1, offset: 0 }),
      evidence: proof(file),
    });
  }
  const { field } = state;
  if (typeof field.value === "string" && field.value.trim() !== "") return pass;
  const scalar = field.type === "number" || field.type === "boolean";
  return fail({
    message: `description is ${field.type === "string" ? "empty" : `${typePhrase(field)}, not text`}.${remark}`,
    expected: "text that is not blank",
    actual: field.type === "string" ? "blank text" : field.type,
    fix: scalar ? `Quote it: description: ${quoted(field.source)}` : `Write a line like ${EXAMPLE}`,
    location: placeIn(file, field.valueAt),
    evidence: proof(file),
  });
}

function length(skill: SkillEvidence): Verdict {
  return onText(skill, "description", (text, field, { file }) => {
    const characters = codePoints(text);
    if (characters >= 1 && characters <= MAX_DESCRIPTION) return pass;
    return fail({
      message:
        characters === 0
          ? "The description is empty."
          : `The description has ${characters} characters, ${characters - MAX_DESCRIPTION} more than the ${MAX_DESCRIPTION} allowed; clients cut it or refuse the skill.`,
      expected: `1 to ${MAX_DESCRIPTION} characters`,
      actual: `${characters} characters`,
      fix:
        characters === 0
          ? `Write a line like ${EXAMPLE}`
          : `Shorten it by ${count(characters - MAX_DESCRIPTION, "character")}; details belong in the body.`,
      location: placeIn(file, field.valueAt),
      evidence: proof(file),
    });
  });
}

/** True for a text written mostly in ASCII letters: only there can English wording be looked for. */
function looksEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (text.match(/[A-Za-z]/g)?.length ?? 0) > letters * 0.9;
}

function whatAndWhen(skill: SkillEvidence): Verdict {
  return onText(skill, "description", (text, field, { file }) => {
    if (text.trim() === "") return notApplicable("the description is empty");
    const location = placeIn(file, field.valueAt);
    const notes: RawFinding[] = [];
    const characters = codePoints(text.trim());
    if (looksEnglish(text)) {
      if (characters < 20) {
        notes.push({
          outcome: "note",
          message: `The description has only ${characters} characters; that is hardly enough to say what the skill does and when to use it.`,
          expected: "what it does and when to use it",
          fix: `Say both, for example ${EXAMPLE}`,
          location,
          locus: "short",
          evidence: proof(file),
        });
      }
      if (!/\b(?:when|whenever|use|uses|used|using)\b/i.test(text)) {
        notes.push({
          outcome: "note",
          message:
            "The description does not seem to say when to use the skill: it has neither “when” nor “use”.",
          expected: "a clause on when to use it",
          fix: 'Add a sentence that begins "Use when …".',
          location,
          locus: "when",
          evidence: proof(file),
        });
      }
    }
    return found(notes);
  });
}

const FILLER = new Set(
  "this that with from your their when what which will have does help helps skill skills used using user users tool tools things stuff various some many other and the for".split(
    " ",
  ),
);

function keywords(skill: SkillEvidence): Verdict {
  return onText(skill, "description", (text, field, { file }) => {
    if (text.trim() === "") return notApplicable("the description is empty");
    if (!looksEnglish(text)) return pass;
    const words = new Set(
      (text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? []).filter((word) => !FILLER.has(word)),
    );
    if (words.size >= 3) return pass;
    const named = [...words].map((word) => `“${word}”`).join(" and ");
    return note({
      message: `The description names ${words.size === 0 ? "nothing" : `only ${named}`}: a model has little to match a request with.`,
      expected: "words a user would say: file types, tools, tasks",
      fix: "Name the file types, products and tasks that the skill is for.",
      location: placeIn(file, field.valueAt),
      evidence: proof(file),
    });
  });
}

export const descriptionRules: Rule<"skill">[] = [
  asRule(
    "skill",
    {
      id: "as-description-required",
      level: "MUST",
      ...SECTION,
      title: "description is present and not empty",
      why: "A model decides by the description whether to use the skill; without one it never will.",
      fix: "Add description: and what the skill does and when to use it.",
    },
    (skill) => withSkillMd(skill, required),
  ),
  asRule(
    "skill",
    {
      id: "as-description-length",
      level: "MUST",
      ...SECTION,
      title: "description has 1 to 1024 characters",
      why: "All descriptions are loaded at start; clients refuse or cut longer ones.",
      fix: "Shorten the description to at most 1024 characters.",
    },
    length,
  ),
  asRule(
    "skill",
    {
      id: "as-description-what-when",
      level: "SHOULD",
      ...SECTION,
      title: "description says what the skill does and when to use it",
      why: "A model picks skills by it: what tells it the ability, when tells it the occasion.",
      fix: 'Add a sentence that begins "Use when …".',
    },
    whatAndWhen,
  ),
  asRule(
    "skill",
    {
      id: "as-description-keywords",
      level: "SHOULD",
      ...SECTION,
      title: "description has words that help to find the skill",
      why: "A request is matched with the words of the description.",
      fix: "Name the file types, products and tasks that the skill is for.",
    },
    keywords,
  ),
];
