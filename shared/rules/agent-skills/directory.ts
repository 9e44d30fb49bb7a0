import type { FileEvidence, SkillEvidence } from "../../model/evidence";
import { skillRoot } from "../../uri/skill-uri";
import { fail, notApplicable, note, pass, type Rule, untestable, type Verdict } from "../define-rule";
import { asRule } from "./declare";
import { proof, skillMdFile, whyNotRead } from "./skill-md";

/** Files at the skill's root that are SKILL.md but for upper and lower case. */
function otherSpellings(skill: SkillEvidence): FileEvidence[] {
  const root = skillRoot(skill.uri);
  if (root === undefined) return [];
  return skill.files.filter(
    (file) => file.uri !== skill.uri && file.uri.toLowerCase() === `${root}/skill.md`.toLowerCase(),
  );
}

const nameOf = (uri: string) => uri.slice(uri.lastIndexOf("/") + 1);

function check(skill: SkillEvidence): Verdict {
  if (skill.uri.startsWith("entry:")) return untestable("the entry has no uri, so nothing can be read");
  const name = nameOf(skill.uri);
  if (name !== "SKILL.md") {
    if (name.toLowerCase() !== "skill.md") {
      return skill.source === "other"
        ? notApplicable("this convention serves a document, not a skill directory")
        : fail({
            message: `The skill's URI ${skill.uri} does not name a SKILL.md, so there is no skill directory.`,
            expected: "a URI that ends in /SKILL.md",
            actual: skill.uri,
            fix: "Serve the file as SKILL.md at the root of the skill's directory and give that URI.",
          });
    }
    return wrongSpelling(name, skillMdFile(skill));
  }
  const others = otherSpellings(skill);
  const file = skillMdFile(skill);
  const there = file?.facts !== undefined;
  if (!there && others.length > 0) return wrongSpelling(nameOf(others[0]!.uri), others[0]);
  if (!file) {
    return fail({
      message: "The directory has no SKILL.md, so it is no skill.",
      expected: "a file named exactly SKILL.md",
      fix: "Add a SKILL.md with name and description to the directory.",
    });
  }
  if (!there) return unread(file);
  if (others.length === 0) return pass;
  const names = others.map((other) => nameOf(other.uri)).join(", ");
  return note({
    message: `Beside SKILL.md there is ${names}. Only SKILL.md is used; where upper and lower case are one, the two are one file.`,
    fix: `Delete ${names}, or give it another name.`,
    evidence: proof(file),
  });
}

function wrongSpelling(name: string, file: FileEvidence | undefined): Verdict {
  return fail({
    message: `The file is named ${name}. It is found where upper and lower case do not matter and missing everywhere else.`,
    expected: "SKILL.md",
    actual: name,
    fix: `Rename ${name} to SKILL.md.`,
    ...(file ? { location: { file: file.path ?? file.uri, line: 1, column: 1 } } : {}),
    evidence: proof(file),
  });
}

function unread(file: FileEvidence): Verdict {
  const outcome = file.read?.outcome;
  if (outcome?.kind !== "error") return untestable(`SKILL.md was not read: ${whyNotRead(file)}`);
  return fail({
    message: `Reading ${file.uri} gave error ${String(outcome.code)} (${String(outcome.message)}), so the skill has no SKILL.md that anyone could read.`,
    expected: "the text of SKILL.md",
    actual: `error ${String(outcome.code)}`,
    fix: "Serve SKILL.md under exactly this URI, or correct the URI.",
    evidence: proof(file),
  });
}

export const directoryRules: Rule<"skill">[] = [
  asRule(
    "skill",
    {
      id: "as-dir",
      level: "MUST",
      section: "Directory structure",
      anchor: "directory-structure",
      title: "A skill is a directory with a SKILL.md",
      why: "Clients look for a file of exactly this name; under any other spelling the skill is missing on some systems without a word.",
      fix: "Put a file named exactly SKILL.md at the root of the skill's directory.",
    },
    check,
  ),
];
