import type { SkillEvidence } from "../../model/evidence";
import { found, notApplicable, type RawFinding, type Verdict } from "../define-rule";
import { member } from "../values";
import { entryOf } from "./entries";

/** The URI of an entry as the rules on it take it apart; all on the raw string. */

/** The `<skill-path>` of a SKILL.md URI as raw segments; undefined when the URI has not that form. */
export function skillPath(uri: string): string[] | undefined {
  const path = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/(.+)\/SKILL\.md$/s.exec(uri)?.[1];
  const segments = path?.split("/");
  return segments?.some((segment) => segment !== "") ? segments : undefined;
}

/** The non-empty string URI of the skill's entry. */
export function entryUri(skill: SkillEvidence): string | undefined {
  const uri = member(entryOf(skill), "uri");
  return typeof uri === "string" && uri !== "" ? uri : undefined;
}

export const NO_URI = notApplicable("the entry has no uri; ext-entry-uri says so");
const NO_PATH = notApplicable(
  "the uri is not <scheme>://<skill-path>/SKILL.md; ext-uri-skillmd-explicit says so",
);

/** Runs a check on the segments of the entry's path; without such a path it does not apply. */
export function onPath(
  skill: SkillEvidence,
  check: (segments: string[], uri: string) => RawFinding[] | Verdict,
): Verdict {
  const uri = entryUri(skill);
  if (uri === undefined) return NO_URI;
  const segments = skillPath(uri);
  if (!segments) return NO_PATH;
  const result = check(segments, uri);
  return Array.isArray(result) ? found(result) : result;
}
