import {
  defineRule,
  notApplicable,
  type Rule,
  type RuleText,
  type Scope,
  type Subjects,
  type Verdict,
} from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { PROFILE } from "./facts";

export const SPEC = "https://github.com/cloudflare/agent-skills-discovery-rfc";

type Text = Pick<RuleText, "id" | "level" | "section" | "title" | "why" | "fix">;

/** Declares a rule of the profile: it looks at web sites only. */
export function siteRule<S extends Scope>(
  scope: S,
  text: Text,
  check: (subject: Subjects[S], index: EvidenceIndex) => Verdict,
): Rule<S> {
  const anchor = text.section.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return defineRule({
    ...text,
    profile: PROFILE,
    scope,
    specUrl: `${SPEC}#${anchor}`,
    check: (subject, index) =>
      index.server.transport === "well-known"
        ? check(subject, index)
        : notApplicable("the target is no well-known site"),
  });
}
