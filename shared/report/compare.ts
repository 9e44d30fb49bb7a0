import type { Finding } from "../model/finding";
import type { Report } from "../model/report";

export interface Comparison {
  /** Findings of the later run that the earlier one does not have. */
  new: Finding[];
  /** Findings of the earlier run that are gone. */
  fixed: Finding[];
  /** Findings of both, as the later run tells them. */
  same: Finding[];
}

/**
 * Compares two runs by fingerprint: rule, subject and locus, not wording.
 * A run of two eras is given as its reports; a finding of either era counts once.
 */
export function compareReports(
  before: Pick<Report, "findings"> | readonly Pick<Report, "findings">[],
  after: Pick<Report, "findings"> | readonly Pick<Report, "findings">[],
): Comparison {
  const earlier = byFingerprint(before);
  const later = byFingerprint(after);
  return {
    new: [...later.values()].filter(({ fingerprint }) => !earlier.has(fingerprint)),
    fixed: [...earlier.values()].filter(({ fingerprint }) => !later.has(fingerprint)),
    same: [...later.values()].filter(({ fingerprint }) => earlier.has(fingerprint)),
  };
}

function byFingerprint(
  reports: Pick<Report, "findings"> | readonly Pick<Report, "findings">[],
): Map<string, Finding> {
  const list = "findings" in reports ? [reports] : reports;
  return new Map(list.flatMap(({ findings }) => findings.map((finding) => [finding.fingerprint, finding])));
}
