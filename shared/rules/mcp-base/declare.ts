import {
  defineServerRule,
  type Rule,
  type RuleText,
  type Scope,
  type Subjects,
  type Verdict,
} from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";

/** Where the profile is told, once, which rules run where. */

export const PROFILE = "mcp-base";
export const SPEC = "https://modelcontextprotocol.io/specification/2026-07-28";

export interface BaseText extends Pick<RuleText, "id" | "level" | "section" | "title" | "why" | "fix"> {
  /** The page below the revision, with its anchor, e.g. `server/resources#error-handling`. */
  page: string;
}

/** Declares a rule of the profile. Folders on disk are no servers. */
export function baseRule<S extends Scope>(
  scope: S,
  { page, ...text }: BaseText,
  check: (subject: Subjects[S], index: EvidenceIndex) => Verdict,
): Rule<S> {
  return defineServerRule({
    ...text,
    profile: PROFILE,
    scope,
    specUrl: `${SPEC}/${page}`,
    check,
  });
}
