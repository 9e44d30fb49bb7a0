import { describe, expect, it } from "vitest";
import type { Report } from "../../shared/model/report";
import { checkJson, failedRules, runCli, target } from "../support/cli";
import { marked, servers, skillsFolder } from "../support/fixtures";
import { noProcessLeft } from "../support/processes";
import { reportSchema } from "../support/report-schema";

/** What the report says in two places must agree. */
function expectConsistent(report: Report): void {
  const by = (outcome: string) => report.rules.filter((rule) => rule.outcome === outcome).length;
  const severities = (severity: string) =>
    report.findings.filter((finding) => finding.severity === severity).length;
  const { summary } = report;
  expect(summary.pass).toBe(by("pass"));
  expect(summary.fail).toBe(by("fail"));
  expect(summary.notApplicable).toBe(by("not-applicable"));
  expect(summary.untestable).toBe(by("untestable"));
  expect([summary.errors, summary.warnings, summary.infos]).toEqual([
    severities("error"),
    severities("warning"),
    severities("info"),
  ]);
  expect(new Set(report.rules.map((rule) => rule.rule)).size).toBe(report.rules.length);
  const failing = new Set(report.rules.filter((rule) => rule.outcome === "fail").map((rule) => rule.rule));
  const found = report.findings
    .filter((finding) => finding.outcome === "fail")
    .map((finding) => finding.rule);
  expect(new Set(found)).toEqual(failing);
  const exchanges = new Set(report.exchanges.map((exchange) => exchange.id));
  for (const finding of report.findings)
    for (const id of finding.evidence) expect(exchanges, finding.rule).toContain(id);
  for (const rule of report.rules)
    if (rule.outcome === "untestable") expect(rule.reason, rule.rule).toBeTruthy();
}

describe("check of what is right", () => {
  it("finds no error in the samples, which are the target when none is given", async () => {
    const { code, report } = await checkJson([]);
    expect(failedRules(report, "error")).toEqual([]);
    expect(code).toBe(0);
    reportSchema.parse(report);
    expectConsistent(report);
    expect(report.summary.skills).toBeGreaterThanOrEqual(8);
    const named = await checkJson(["samples", "--fail-on", "should"]);
    expect(failedRules(named.report)).toEqual([]);
    expect(named.code).toBe(0);
  });

  it.each(["modern", "legacy"])(
    "finds no error on the SDK's server over the clean folder, %s",
    async (era) => {
      const server = marked(servers.sdkV2());
      const { code, report } = await checkJson(["--era", era, ...target(server)]);
      expect(failedRules(report, "error")).toEqual([]);
      expect(code).toBe(0);
      reportSchema.parse(report);
      expectConsistent(report);
      expect(report.era).toBe(era);
      expect(report.protocolVersion).toBe(era === "modern" ? "2026-07-28" : "2025-11-25");
      expect(report.summary.skills).toBe(5);
      // Five SKILL.md and seven supporting files; the nested skill's two count once more as the outer skill's.
      expect(report.summary.files).toBeGreaterThanOrEqual(12);
      await noProcessLeft(server.marker);
    },
  );

  it.each(["modern", "legacy"])("finds nothing at all wrong with the raw server, %s", async (era) => {
    const { code, report } = await checkJson(["--era", era, ...target(servers.raw())]);
    expect(failedRules(report)).toEqual([]);
    expect(code).toBe(0);
    expectConsistent(report);
  });

  it("finds no error in the clean folder on disk, and judges no server rule there", async () => {
    const { code, report } = await checkJson([skillsFolder("clean")]);
    expect(failedRules(report, "error")).toEqual([]);
    expect(code).toBe(0);
    reportSchema.parse(report);
    expectConsistent(report);
    expect(report.target.kind).toBe("folder");
    expect(report.era).toBeNull();
    expect(report.protocolVersion).toBeNull();
    expect(report.exchanges).toEqual([]);
    expect(report.summary.skills).toBe(5);
  });

  it("puts one report per era under `runs` with --era both", async () => {
    const { code, report } = await checkJson(["--era", "both", ...target(servers.sdkV2())]);
    expect(code).toBe(0);
    const { runs, ...rest } = report as unknown as { runs: Report[] };
    expect(Object.keys(rest)).toEqual([]);
    expect(runs.map((run) => run.era).sort()).toEqual(["legacy", "modern"]);
    for (const run of runs) reportSchema.parse(run);
  });

  it("says the same in words, on stdout alone", async () => {
    const { code, stdout } = await runCli(["check", ...target(servers.sdkV2())]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/5 skills/);
    expect(stdout).toMatch(/0 errors/);
  });
});
