import type { SkillEvidence } from "../../model/evidence";
import {
  fail,
  found,
  notApplicable,
  pass,
  type RawFinding,
  type Rule,
  untestable,
  type Verdict,
} from "../define-rule";
import { show } from "../values";
import { asRule } from "./declare";
import { lookUp, onText, quoted, typePhrase, yamlLine } from "./fields";
import { lenientRemark } from "./lenient";
import { judgeName, type NameConstraint, normalName, suggestName } from "./names";
import { directoryName, placeIn, proof, type SkillMd, withSkillMd } from "./skill-md";

const SECTION = { section: "name field", anchor: "name-field" };

/** A name to propose: the directory's where that is valid, else the nearest valid one. */
function proposal(skill: SkillEvidence, fallback = ""): string {
  const directory = directoryName(skill) ?? "";
  if (judgeName(directory).verdict === "ok") return directory;
  return suggestName(directory) ?? suggestName(fallback) ?? "my-skill";
}

function required(skill: SkillEvidence, md: SkillMd): Verdict {
  const state = lookUp(md, "name");
  const fix = `Add the line ${yamlLine("name", proposal(skill))}`;
  switch (state.kind) {
    case "unreadable":
      return untestable(state.reason);
    case "none":
      return fail({
        message: "There is no name: SKILL.md has no frontmatter.",
        expected: "a field name",
        fix: `Begin the file with ---, then name: ${proposal(skill)}, then description: and what the skill is for, then ---`,
        location: placeIn(md.file, { line: 1, column: 1, offset: 0 }),
        evidence: proof(md.file),
      });
    case "absent":
      return fail({
        message: "The frontmatter has no name.",
        expected: "a field name",
        fix,
        location: placeIn(md.file, { line: 1, column: 1, offset: 0 }),
        evidence: proof(md.file),
      });
    case "field":
      if (state.field.type === "string") return pass;
      return fail({
        message: `name is ${typePhrase(state.field)}, not text.`,
        expected: "text",
        actual: state.field.type,
        fix:
          state.field.type === "null"
            ? `Write ${yamlLine("name", proposal(skill))}`
            : state.field.type === "number" || state.field.type === "boolean"
              ? `Quote it: name: ${quoted(state.field.source)}`
              : `Write one line: ${yamlLine("name", proposal(skill))}`,
        location: placeIn(md.file, state.field.valueAt),
        evidence: proof(md.file),
      });
  }
}

/** A rule for one part of the naming rules, judged by `judgeName`. */
function constraint(
  part: NameConstraint,
  text: { id: string; level: "MUST" | "MUST NOT"; title: string; why: string; fix: string },
): Rule<"skill"> {
  return asRule("skill", { ...text, ...SECTION }, (skill) =>
    onText(skill, "name", (name, field, { file }) => {
      if (part !== "length" && name.trim() === "")
        return notApplicable("the name is empty; as-name-length says so");
      const { reasons } = judgeName(name);
      const suggestion = suggestName(name) ?? proposal(skill);
      return found(
        reasons
          .filter((reason) => reason.constraint === part)
          .map(
            (reason): RawFinding => ({
              severity: reason.severity,
              message: `${reason.message.replace(/^The name/, `The name ${show(name, 80)}`)}${lenientRemark(text.id)}`,
              expected: reason.expected,
              actual: show(name, 100),
              fix: `Write ${yamlLine("name", suggestion)}, and rename the directory to match.`,
              location: placeIn(file, field.valueAt),
              evidence: proof(file),
            }),
          ),
      );
    }),
  );
}

function sameAsDirectory(skill: SkillEvidence): Verdict {
  return onText(skill, "name", (name, field, { file }) => {
    const directory = directoryName(skill);
    if (directory === undefined) return notApplicable("the URI names no directory above SKILL.md");
    if (directory === name) return pass;
    const twins = normalName(directory) === normalName(name);
    const valid = judgeName(directory).verdict === "ok";
    return fail({
      severity: twins ? "warning" : "error",
      message: twins
        ? `name ${show(name)} and directory ${show(directory)} look the same and are written with different code points (${form(name)} and ${form(directory)}); a client that compares them as they are finds them different.`
        : `name is ${show(name)}, but the directory that holds SKILL.md is ${show(directory)}.${caseHint(name, directory)}${lenientRemark("as-name-dir")}`,
      expected: `name: ${directory}`,
      actual: `name: ${name}`,
      fix: valid
        ? `Write ${yamlLine("name", directory)}, or rename the directory to ${name}.`
        : `Rename the directory to ${judgeName(name).verdict === "ok" ? name : (suggestName(name) ?? name)}.`,
      location: placeIn(file, field.valueAt),
      evidence: proof(file),
    });
  });
}

/** The Unicode normal form of a text, for a sentence. */
function form(text: string): string {
  if (text === text.normalize("NFC")) return "composed, NFC";
  return text === text.normalize("NFD") ? "decomposed, NFD" : "mixed";
}

function caseHint(name: string, directory: string): string {
  return name.toLowerCase() === directory.toLowerCase() ? " They differ only in upper and lower case." : "";
}

export const nameRules: Rule<"skill">[] = [
  asRule(
    "skill",
    {
      id: "as-name-required",
      level: "MUST",
      ...SECTION,
      title: "name is present",
      why: "The name is what a client lists and calls the skill by.",
      fix: "Add name: and the name of the directory to the frontmatter.",
    },
    (skill) => withSkillMd(skill, (md) => required(skill, md)),
  ),
  constraint("length", {
    id: "as-name-length",
    level: "MUST",
    title: "name has 1 to 64 characters",
    why: "Clients cut or refuse longer names.",
    fix: "Shorten the name to at most 64 characters.",
  }),
  constraint("charset", {
    id: "as-name-charset",
    level: "MUST",
    title: "name has only lower-case letters, digits and hyphens",
    why: "The name becomes a directory, a URI segment and a command; other characters break one of them.",
    fix: "Use only a-z, 0-9 and hyphens in the name.",
  }),
  constraint("edges", {
    id: "as-name-edges",
    level: "MUST NOT",
    title: "name does not start or end with a hyphen",
    why: "A leading hyphen reads as an option on a command line, a trailing one is easily lost.",
    fix: "Remove the hyphen at the edge of the name.",
  }),
  constraint("double-hyphen", {
    id: "as-name-double-hyphen",
    level: "MUST NOT",
    title: "name has no consecutive hyphens",
    why: "Hosts use a double hyphen as a separator of their own.",
    fix: "Write single hyphens between words.",
  }),
  asRule(
    "skill",
    {
      id: "as-name-dir",
      level: "MUST",
      ...SECTION,
      title: "name equals the directory's name",
      why: "Clients find a skill by its directory and call it by its name; when the two differ, one of them leads nowhere.",
      fix: "Make name and the directory's name the same.",
    },
    sameAsDirectory,
  ),
];
