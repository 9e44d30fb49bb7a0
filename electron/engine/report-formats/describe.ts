import type { Finding } from "../../../shared/model/finding";
import type { Report } from "../../../shared/model/report";
import type { RuleText } from "../../../shared/rules/define-rule";
import { conventionProfiles, profiles } from "../../../shared/rules/profiles";

const texts = new Map<string, RuleText>(
  [...profiles, ...conventionProfiles.map(({ profile }) => profile)].flatMap((profile) =>
    profile.rules.map((rule): [string, RuleText] => [rule.id, rule]),
  ),
);

/** What the catalogue says of a rule; nothing for a rule that only another version of the program knows. */
export function ruleText(id: string): RuleText | undefined {
  return texts.get(id);
}

/** The profile a rule belongs to, also when only a finding tells it. */
export function profileOf(rule: string, report: Report): string {
  return texts.get(rule)?.profile ?? report.findings.find((one) => one.rule === rule)?.profile ?? "other";
}

/** Findings by what they are about: the skill, else the template or URI, else the server. */
export function bySubject(findings: readonly Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const { skill, uri, template } = finding.subject;
    const key = skill ?? template ?? uri ?? "server";
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  return groups;
}

/** `file:line:column`, or nothing. */
export function placeOf({ location }: Finding): string | undefined {
  return location && `${location.file}:${location.line}:${location.column}`;
}

/** `1 skill`, `2 skills`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** What was checked and how it was spoken to, e.g. `stdio, 2026-07-28`. */
export function spokenTo(report: Report): string {
  return [report.target.kind, report.era, report.protocolVersion].filter(Boolean).join(", ");
}

/** Findings that count: those that no baseline knows. */
export function freshFindings(report: Report): Finding[] {
  return report.findings.filter((finding) => !finding.known);
}

/** What the baseline says, in one sentence; nothing without one. */
export function baselineLine({ baseline, shard, incomplete }: Report): string | undefined {
  if (!baseline) return undefined;
  // A part of the run cannot tell what is gone.
  const fixed =
    baseline.fixed > 0 && !shard && !incomplete
      ? ` ${count(baseline.fixed, "finding")} of the baseline ${baseline.fixed === 1 ? "is" : "are"} gone.`
      : "";
  return `${count(baseline.known, "finding")} known from the baseline, ${baseline.fresh} new.${fixed}`;
}
