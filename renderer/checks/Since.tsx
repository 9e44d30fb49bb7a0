import { useMemo } from "react";
import { type Comparison, compareReports } from "../../shared/report/compare";
import { Segments } from "../ui/Segments";
import type { Checks } from "./use-checks";

/** Which findings are shown: all of the last run, or a part of the comparison with the run before. */
export type SinceFilter = "all" | keyof Comparison;

/** The last run held against the one before it; absent until there are two. */
export function useComparison({ running, report, earlier }: Checks): Comparison | undefined {
  return useMemo(
    () => (running || !report || !earlier ? undefined : compareReports(earlier, report)),
    [running, report, earlier],
  );
}

export interface SinceProps {
  checks: Checks;
  comparison: Comparison | undefined;
  value: SinceFilter;
  onChange: (value: SinceFilter) => void;
}

/** What the last run found that the run before did not, and the other way round. */
export function Since({ checks, comparison, value, onChange }: SinceProps) {
  if (!comparison) return null;
  const options: { id: SinceFilter; label: string }[] = [
    { id: "all", label: "All findings" },
    { id: "new", label: `New ${comparison.new.length}` },
    { id: "fixed", label: `Fixed ${comparison.fixed.length}` },
    { id: "same", label: `Same ${comparison.same.length}` },
  ];
  const partial = [
    checks.earlier?.incomplete !== undefined &&
      "The run before was incomplete: what it did not reach counts as new.",
    checks.report?.incomplete !== undefined &&
      "This run was incomplete: what it did not reach counts as fixed.",
  ].filter(Boolean);
  return (
    <div className="since">
      <span className="quiet">Since the run before</span>
      <Segments label="Since the run before" value={value} options={options} onChange={onChange} />
      {partial.length > 0 && <span className="quiet">{partial.join(" ")}</span>}
    </div>
  );
}
