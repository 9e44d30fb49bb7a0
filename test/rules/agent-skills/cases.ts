import type { SkillEvidence } from "../../../shared/model/evidence";
import { skillFrom } from "../build-evidence";

/** What a finding must say. */
interface Expected {
  /** Default `error` for a fail. */
  severity?: "error" | "warning" | "info";
  note?: boolean;
  message: RegExp;
  fix?: RegExp;
  /** `file:line:column`. */
  at?: string;
  /** Findings in all, when there are more than one. */
  count?: number;
}

export interface Case {
  rule: string;
  why: string;
  skill: SkillEvidence;
  /** Absent for a pass. */
  expected?: Expected | { notApplicable: RegExp } | { untestable: RegExp };
}

/** A SKILL.md with the given frontmatter lines and body. */
export const md = (lines: string[], body = "# Body\n") => `---\n${lines.join("\n")}\n---\n\n${body}`;

export const NAME = "name: demo";
export const DESCRIPTION = "description: Fills PDF forms. Use when the user asks for a form.";

/** A good skill with some frontmatter lines more. */
export const more = (...lines: string[]) => skillFrom({ "SKILL.md": md([NAME, DESCRIPTION, ...lines]) });
/** A skill whose only lines are these. */
export const lines = (...all: string[]) => skillFrom({ "SKILL.md": md(all) });
/** A good skill in a directory of the name it states. */
export const named = (name: string, directory = name) =>
  skillFrom({ "SKILL.md": md([`name: ${JSON.stringify(name)}`, DESCRIPTION]) }, { directory });
/** A good skill with a body, and other files. */
export const body = (text: string, files: Record<string, string> = {}) =>
  skillFrom({ "SKILL.md": md([NAME, DESCRIPTION], text), ...files });
/** A good skill as a folder on disk. */
export const folder = (files: Record<string, string | Uint8Array>, directory = "demo") =>
  skillFrom(files, { folder: true, directory });
export const good = more();

export const GOOD = md([NAME, DESCRIPTION]);
export const noFrontmatter = skillFrom({ "SKILL.md": "# Just text\n" });
export const broken = lines(NAME, "description: Use when: the user asks");
export const twice = lines(NAME, '"name": other', DESCRIPTION);
