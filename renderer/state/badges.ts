import type { SkillBadge } from "../../shared/contract";
import type { Report } from "../../shared/model/report";

/** Badges of one server by skill URI; the map is shared between versions. */
export interface Badges {
  readonly byUri: Map<string, SkillBadge>;
  /** Sums over all skills. */
  readonly errors: number;
  readonly warnings: number;
  readonly version: number;
}

/** Adds a batch of badges; one for a URI replaces the one before it. */
export function withBadges(badges: Badges | undefined, added: SkillBadge[], reset: boolean): Badges {
  const fresh = reset || badges === undefined;
  const byUri = fresh ? new Map<string, SkillBadge>() : badges.byUri;
  let errors = fresh ? 0 : badges.errors;
  let warnings = fresh ? 0 : badges.warnings;
  for (const badge of added) {
    const old = byUri.get(badge.uri);
    errors += badge.errors - (old?.errors ?? 0);
    warnings += badge.warnings - (old?.warnings ?? 0);
    byUri.set(badge.uri, badge);
  }
  return { byUri, errors, warnings, version: (badges?.version ?? 0) + 1 };
}

/**
 * Badges as a report tells them, for a page that was not there during the run. Skills without findings count as
 * checked only when the report is complete and about exactly as many skills as are listed now.
 */
export function badgesOf(report: Report, listed: readonly string[]): SkillBadge[] {
  const complete = report.incomplete === undefined;
  const byUri = new Map<string, SkillBadge>();
  if (complete && listed.length === report.summary.skills)
    for (const uri of listed) byUri.set(uri, { uri, errors: 0, warnings: 0, checked: true });
  for (const { outcome, severity, subject } of report.findings) {
    if (outcome !== "fail" || subject.skill === undefined || severity === "info") continue;
    const badge = byUri.get(subject.skill) ?? {
      uri: subject.skill,
      errors: 0,
      warnings: 0,
      checked: complete,
    };
    if (severity === "error") badge.errors++;
    else badge.warnings++;
    byUri.set(subject.skill, badge);
  }
  return [...byUri.values()];
}
