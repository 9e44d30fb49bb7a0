import type { CheckProgress } from "../../shared/contract";
import type { Finding, RuleResult } from "../../shared/model/finding";
import type { Report } from "../../shared/model/report";

/** What is known of the checks of one server: a running one, the last report, or nothing. */
export interface CheckState {
  /** Progress of the run, kept after its end with phase `done`, `cancelled` or `failed`. */
  progress?: CheckProgress;
  /** Findings of the running or last run; grows while it runs. */
  findings: Finding[];
  rules: RuleResult[];
  /** The report of the last run that ended. */
  report?: Report;
  /** The report of the run before that, to compare with; only of runs that this page saw. */
  earlier?: Report;
  /** Whether the host was asked for its last report. */
  loaded: boolean;
}

export const NO_CHECKS: CheckState = { findings: [], rules: [], loaded: false };

const ENDED: readonly CheckProgress["phase"][] = ["done", "cancelled", "failed"];

/** True while a run of this server goes on. */
export function isRunning(check: CheckState | undefined): boolean {
  return check?.progress !== undefined && !ENDED.includes(check.progress.phase);
}

/**
 * Takes progress in; the first progress of a new operation drops what the former run found. A run that has ended
 * stays so: its answer can overtake its last events.
 */
export function withProgress(check: CheckState | undefined, progress: CheckProgress): CheckState {
  const before = check ?? NO_CHECKS;
  if (before.progress?.op === progress.op) return isRunning(before) ? { ...before, progress } : before;
  const earlier = before.report ?? before.earlier;
  return { progress, findings: [], rules: [], loaded: before.loaded, ...(earlier ? { earlier } : {}) };
}

/** Adds findings of the running check; outcomes replace those before them. After its end the report has them all. */
export function withFindings(
  check: CheckState | undefined,
  findings: Finding[],
  rules: RuleResult[],
): CheckState {
  const before = check ?? NO_CHECKS;
  if (!isRunning(before)) return before;
  return {
    ...before,
    findings: findings.length > 0 ? before.findings.concat(findings) : before.findings,
    rules: rules.length > 0 ? rules : before.rules,
  };
}

/** Puts the final report in place of what was collected on the way: it is complete and in its final order. */
export function withReport(check: CheckState | undefined, report: Report | null): CheckState {
  const before = check ?? NO_CHECKS;
  if (!report) return { ...before, loaded: true };
  return { ...before, findings: report.findings, rules: report.rules, report, loaded: true };
}

/**
 * Errors and warnings of a whole server: the report's where one is there, so that they agree with the page that
 * lists them (findings about the server itself belong to no skill); while a run goes on, what its badges sum to.
 */
export function serverCounts(
  check: CheckState | undefined,
  badges: { errors: number; warnings: number } | undefined,
): { errors: number; warnings: number } {
  if (check?.report && !isRunning(check)) return check.report.summary;
  return badges ?? { errors: 0, warnings: 0 };
}
