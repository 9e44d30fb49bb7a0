import { SKILLS_EXTENSION } from "../../model/server";
import {
  defineServerRule,
  notApplicable,
  type Rule,
  type RuleText,
  type Scope,
  type Subjects,
  type Verdict,
} from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { isRecord, member } from "../values";

/** Where the profile is told, once, which rules run where. */

const SPEC = "https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx";
export const PROFILE = "skills-ext-stable";

export interface ExtText
  extends Pick<RuleText, "id" | "level" | "section" | "title" | "why" | "fix" | "officialCheck"> {
  last?: boolean;
  /** Judged on servers that do not declare the extension, too. */
  evenUndeclared?: boolean;
  /** Judged for skills that no entry publishes, too. */
  evenUnpublished?: boolean;
}

/** The value under `capabilities.extensions["io.modelcontextprotocol/skills"]`; undefined when the key is absent. */
export function declaration(index: EvidenceIndex): unknown {
  return member(member(index.server.capabilities, "extensions"), SKILLS_EXTENSION);
}

/** True when the server declares the released extension, be it in a wrong form. */
export function declared(index: EvidenceIndex): boolean {
  return declaration(index) !== undefined;
}

/** True when `directoryRead: true` is declared. */
export function directoryRead(index: EvidenceIndex): boolean {
  return member(declaration(index), "directoryRead") === true;
}

/**
 * Declares a rule of the profile: adds the link to the section, and the conditions every rule of it has in common.
 * A skill counts only when an entry publishes it: a host learns of skills in no other way (Resource Mapping).
 */
export function extRule<S extends Scope>(
  scope: S,
  { evenUndeclared, evenUnpublished, ...text }: ExtText,
  check: (subject: Subjects[S], index: EvidenceIndex) => Verdict,
): Rule<S> {
  return defineServerRule({
    ...text,
    profile: PROFILE,
    scope,
    specUrl: `${SPEC}#${anchor(text.section)}`,
    check(subject, index) {
      if (!evenUndeclared && !declared(index)) {
        return notApplicable("the server does not declare the skills extension");
      }
      const skill = scope === "skill" ? subject : isRecord(subject) ? subject.skill : undefined;
      const source = member(skill, "source");
      if (!evenUnpublished && (source === "other" || source === "folder")) {
        return notApplicable("no entry of skills/list or skills/get publishes this as a skill");
      }
      return check(subject, index);
    },
  });
}

/** The heading of a section as GitHub makes it an anchor; a remark in parentheses is no part of the heading. */
function anchor(section: string): string {
  const heading = section.replace(/\s*\(.*\)$/, "").toLowerCase();
  return heading.replace(/[^\w\s-]/g, "").replace(/\s+/g, "-");
}
