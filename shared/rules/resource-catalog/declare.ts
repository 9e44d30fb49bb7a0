import {
  defineServerRule,
  type Rule,
  type RuleText,
  type Scope,
  type Subjects,
  type Verdict,
} from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";

export const PROFILE = "resource-catalog";

/** The contract itself has no public address; it builds on these three texts, and each rule names the one it rests on. */
export const BASES = {
  resources: "https://modelcontextprotocol.io/docs/learn/server-concepts#resources",
  uri: "https://www.rfc-editor.org/rfc/rfc3986",
  template: "https://www.rfc-editor.org/rfc/rfc6570",
} as const;

export interface CatalogText extends Pick<RuleText, "id" | "level" | "section" | "title" | "why" | "fix"> {
  /** Default: `resources`. */
  base?: keyof typeof BASES;
}

/** Declares a rule of the profile. Folders on disk are no servers. */
export function catalogRule<S extends Scope>(
  scope: S,
  { base = "resources", ...text }: CatalogText,
  check: (subject: Subjects[S], index: EvidenceIndex) => Verdict,
): Rule<S> {
  return defineServerRule({
    ...text,
    profile: PROFILE,
    scope,
    specUrl: BASES[base],
    check,
  });
}
