import type { Finding } from "../../shared/model/finding";
import type { UriInspection } from "../../shared/uri/workbench";

export type RowVerdict = "pass" | "fail" | "warn" | "note" | "no-match";

/** What one standard or convention says of a URI. */
export interface VerdictRow {
  id: string;
  title: string;
  /** How its URIs look, where it is a convention. */
  shape?: string;
  verdict: RowVerdict;
  /** Findings that are not merely notes. */
  count: number;
  findings: Finding[];
  reasons: string[];
}

/** One row for each standard and convention: profiles with rules first, then those known by their shape alone. */
export function verdictRows({ profiles, conventions }: UriInspection): VerdictRow[] {
  const rows: VerdictRow[] = profiles.map((profile) => ({
    id: profile.id,
    title: profile.title,
    shape: conventions.find(({ id }) => id === profile.id)?.shape,
    verdict: profile.verdict,
    count: profile.findings.filter((finding) => finding.outcome === "fail").length || profile.reasons.length,
    findings: profile.findings,
    reasons: profile.reasons,
  }));
  for (const { id, title, shape, kind, reasons } of conventions) {
    if (rows.some((row) => row.id === id)) continue;
    const verdict = kind === "match" ? "pass" : kind === "fault" ? "fail" : "no-match";
    rows.push({ id, title, shape, verdict, count: reasons.length, findings: [], reasons });
  }
  return rows;
}

/** Errors and warnings over all rows, for the tab. */
export function tally(rows: readonly VerdictRow[]): { errors: number; warnings: number } {
  return {
    errors: rows.filter((row) => row.verdict === "fail").length,
    warnings: rows.filter((row) => row.verdict === "warn").length,
  };
}
