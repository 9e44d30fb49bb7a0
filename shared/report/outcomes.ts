import type { RuleOutcome, RuleResult } from "../model/finding";
import type { Report } from "../model/report";

/** Outcomes from best to worst (DESIGN section 5). */
const WORSE: readonly RuleOutcome[] = ["not-applicable", "pass", "untestable", "fail"];

/** The worst outcome of each rule over several runs, in the order in which rules are first met. */
export function worstOutcomes(runs: readonly (readonly RuleResult[])[]): RuleResult[] {
  const worst = new Map<string, RuleResult>();
  for (const result of runs.flat()) {
    const known = worst.get(result.rule);
    if (!known || WORSE.indexOf(result.outcome) > WORSE.indexOf(known.outcome))
      worst.set(result.rule, result);
  }
  return [...worst.values()];
}

/** The counts of a summary that follow from rules and findings. */
export function countsOf({
  rules,
  findings,
}: Pick<Report, "rules" | "findings">): Omit<Report["summary"], "skills" | "files" | "durationMs"> {
  const of = (outcome: RuleOutcome) => rules.filter((rule) => rule.outcome === outcome).length;
  const severe = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  const noted = new Set(findings.filter(({ outcome }) => outcome === "note").map(({ rule }) => rule));
  return {
    pass: of("pass"),
    fail: of("fail"),
    note: rules.filter(({ rule, outcome }) => outcome === "pass" && noted.has(rule)).length,
    notApplicable: of("not-applicable"),
    untestable: of("untestable"),
    errors: severe("error"),
    warnings: severe("warning"),
    infos: severe("info"),
  };
}
