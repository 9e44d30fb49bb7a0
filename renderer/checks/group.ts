import type { Finding, Severity } from "../../shared/model/finding";

export type GroupBy = "level" | "rule" | "skill";
export type Filter = "all" | Severity;

/** Findings under one heading. */
export interface Group {
  key: string;
  /** A rule id, a skill's URI or a severity; empty for the server itself. */
  about: string;
  findings: Finding[];
  errors: number;
  warnings: number;
}

const ORDER: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

export const SEVERITY_WORDS: Record<Severity, { one: string; many: string }> = {
  error: { one: "error", many: "errors" },
  warning: { one: "warning", many: "warnings" },
  info: { one: "note", many: "notes" },
};

/** How many findings there are of each severity. */
export function countBySeverity(findings: readonly Finding[]): Record<Severity, number> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

/** Findings of one skill and its files. */
export function findingsOf(findings: readonly Finding[], skillUri: string): Finding[] {
  return findings.filter(({ subject }) => (subject.skill ?? subject.uri) === skillUri);
}

/** Filters and groups findings; groups and findings with the worst first, otherwise in the order they came. */
export function groupFindings(
  findings: readonly Finding[],
  by: GroupBy,
  filter: Filter,
  text: string,
): Group[] {
  const groups = new Map<string, Group>();
  const wanted = text.trim().toLowerCase();
  for (const finding of findings) {
    if (filter !== "all" && finding.severity !== filter) continue;
    if (wanted !== "" && !textOf(finding).includes(wanted)) continue;
    const about = aboutOf(finding, by);
    let group = groups.get(about);
    if (!group) {
      group = { key: `${by}:${about}`, about, findings: [], errors: 0, warnings: 0 };
      groups.set(about, group);
    }
    group.findings.push(finding);
    if (finding.severity === "error") group.errors++;
    if (finding.severity === "warning") group.warnings++;
  }
  for (const group of groups.values()) group.findings.sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
  return [...groups.values()].sort(
    (a, b) => ORDER[a.findings[0]!.severity] - ORDER[b.findings[0]!.severity] || b.errors - a.errors,
  );
}

function aboutOf(finding: Finding, by: GroupBy): string {
  if (by === "rule") return finding.rule;
  if (by === "level") return finding.severity;
  return finding.subject.skill ?? finding.subject.template ?? "";
}

function textOf({ rule, message, subject, fix }: Finding): string {
  return `${rule}\n${message}\n${subject.skill ?? ""}\n${subject.uri ?? ""}\n${subject.template ?? ""}\n${fix}`.toLowerCase();
}
