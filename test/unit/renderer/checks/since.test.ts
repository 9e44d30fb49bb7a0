import { describe, expect, it } from "vitest";
import { NO_CHECKS, withProgress, withReport } from "../../../../renderer/state/check-state";
import type { CheckProgress } from "../../../../shared/contract";
import type { Report } from "../../../../shared/model/report";
import { compareReports } from "../../../../shared/report/compare";
import { finding } from "../fixtures";

const progress = (op: string, phase: CheckProgress["phase"]): CheckProgress => ({
  serverId: "a",
  op,
  phase,
  skillsDone: 0,
  skillsTotal: 0,
  requests: 0,
});
const report = (...rules: string[]) =>
  ({ findings: rules.map((rule) => finding(rule, "error")), rules: [] }) as unknown as Report;
const run = (check: typeof NO_CHECKS, op: string, ended: Report) =>
  withReport(withProgress(withProgress(check, progress(op, "listing")), progress(op, "done")), ended);

describe("two runs of a server", () => {
  it("are held, so that the last can be compared with the one before it", () => {
    const first = run(NO_CHECKS, "1", report("a", "b"));
    expect(first.earlier).toBeUndefined();
    const second = run(first, "2", report("b", "c"));
    const { new: fresh, fixed, same } = compareReports(second.earlier!, second.report!);
    expect([fresh, fixed, same].map((part) => part.map(({ rule }) => rule))).toEqual([["c"], ["a"], ["b"]]);
    expect(run(second, "3", report()).earlier).toBe(second.report);
  });

  it("keep the last whole report over a run that was cancelled", () => {
    const first = run(NO_CHECKS, "1", report("a"));
    const cancelled = withProgress(withProgress(first, progress("2", "listing")), progress("2", "cancelled"));
    expect(cancelled.report).toBeUndefined();
    expect(run(cancelled, "3", report("a")).earlier).toBe(first.report);
  });
});
