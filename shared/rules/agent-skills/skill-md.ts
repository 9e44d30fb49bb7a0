import type { FileEvidence, FileFacts, SkillEvidence } from "../../model/evidence";
import type { FindingLocation } from "../../model/finding";
import type { FrontmatterResult, Position } from "../../skill-file/types";
import { decodeSegment, skillRoot } from "../../uri/skill-uri";
import { notApplicable, untestable, type Verdict } from "../define-rule";

/** SKILL.md of a skill with its facts: what nearly every rule of this profile looks at. */
export interface SkillMd {
  file: FileEvidence;
  facts: FileFacts;
  frontmatter: FrontmatterResult;
}

/** The file whose URI is the skill's own. */
export function skillMdFile(skill: SkillEvidence): FileEvidence | undefined {
  return skill.files.find((file) => file.uri === skill.uri);
}

/**
 * Runs a check on SKILL.md as read. Where there is none the rule is not applicable (as-dir says so); where it was
 * not read, untestable with the reason.
 */
export function withSkillMd(skill: SkillEvidence, check: (md: SkillMd) => Verdict): Verdict {
  const file = skillMdFile(skill);
  if (!file) return notApplicable("there is no SKILL.md; as-dir says so");
  const { facts } = file;
  if (!facts) return notRead(file);
  if (!facts.frontmatter) return notApplicable("the document is no SKILL.md");
  return check({ file, facts, frontmatter: facts.frontmatter });
}

/** Why a file has no facts, as a verdict. */
function notRead(file: FileEvidence): Verdict {
  return untestable(`SKILL.md was not read: ${whyNotRead(file)}`);
}

export function whyNotRead(file: FileEvidence): string {
  if (file.notRead) return file.notRead;
  const outcome = file.read?.outcome;
  if (outcome?.kind === "none") return outcome.reason;
  if (outcome?.kind === "error") return `the server answered with error ${String(outcome.code)}`;
  return outcome ? "the answer holds no content" : "it was never asked for";
}

/** A place in a file, for a finding: the path on disk where there is one, else the URI. */
export function placeIn(file: FileEvidence, at: Position): FindingLocation {
  return { file: file.path ?? file.uri, line: at.line, column: at.column };
}

/** The exchange in which the file was read, as proof. */
export function proof(file: FileEvidence | undefined): string[] {
  return file?.read ? [file.read.id] : [];
}

/**
 * The name of the directory that holds SKILL.md: the last segment before it, percent-decoded, or the folder's base
 * name. Undefined where the URI has no such segment.
 */
export function directoryName(skill: SkillEvidence): string | undefined {
  const root = skillRoot(skill.uri);
  const segment = root?.split("/").at(-1);
  if (segment && !/^[A-Za-z][A-Za-z0-9+.-]*:$/.test(segment)) return decodeSegment(segment) ?? segment;
  const base = skill.path
    ?.split(/[\\/]/)
    .filter((part) => part !== "" && part !== ".")
    .at(-1);
  return base === ".." ? undefined : base;
}
