import type { Finding, RuleResult } from "../../../shared/model/finding";
import type { Report } from "../../../shared/model/report";
import { count, placeOf, profileOf, ruleText, spokenTo } from "./describe";
import { escapeMarkup as x } from "./escape";

/** JUnit XML: one testsuite for each profile of each run, one testcase for each rule. */
export function junitReport(reports: readonly Report[]): string {
  const suites = reports.flatMap((report) => suitesOf(report, reports.length > 1));
  const sum = (key: "tests" | "failures" | "skipped") =>
    suites.reduce((total, suite) => total + suite[key], 0);
  const seconds = reports.reduce((total, { summary }) => total + summary.durationMs, 0) / 1000;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="MCP Skill Inspector" tests="${sum("tests")}" failures="${sum("failures")}" errors="0" skipped="${sum("skipped")}" time="${seconds.toFixed(3)}">`,
    ...suites.map(({ xml }) => xml),
    "</testsuites>\n",
  ].join("\n");
}

interface Suite {
  tests: number;
  failures: number;
  skipped: number;
  xml: string;
}

function suitesOf(report: Report, several: boolean): Suite[] {
  const profiles = new Map<string, RuleResult[]>(report.profiles.map(({ id }) => [id, []]));
  for (const result of report.rules) {
    const profile = profileOf(result.rule, report);
    const list = profiles.get(profile);
    if (list) list.push(result);
    else profiles.set(profile, [result]);
  }
  const findings = new Map<string, Finding[]>();
  for (const finding of report.findings) {
    findings.set(finding.rule, [...(findings.get(finding.rule) ?? []), finding]);
  }
  return [...profiles].map(([profile, results]) => {
    const cases = results.map((result) => testcase(profile, result, findings.get(result.rule) ?? []));
    const of = (kind: string) => cases.filter((one) => one.kind === kind).length;
    const name = several ? `${profile} (${report.era ?? report.protocolVersion ?? "run"})` : profile;
    const tests = cases.length;
    const failures = of("failure");
    const skipped = of("skipped");
    const xml = [
      `  <testsuite name="${x(name)}" tests="${tests}" failures="${failures}" errors="0" skipped="${skipped}">`,
      "    <properties>",
      `      <property name="target" value="${x(`${report.target.label} (${spokenTo(report)})`)}"/>`,
      "    </properties>",
      ...cases.map((one) => one.xml),
      ...(report.incomplete
        ? [`    <system-err>The run is incomplete: ${x(report.incomplete)}</system-err>`]
        : []),
      "  </testsuite>",
    ].join("\n");
    return { tests, failures, skipped, xml };
  });
}

function testcase(profile: string, result: RuleResult, findings: Finding[]) {
  const title = ruleText(result.rule)?.title;
  const open = `    <testcase classname="${x(profile)}" name="${x(title ? `${result.rule}: ${title}` : result.rule)}"`;
  const failing = findings.filter((finding) => finding.outcome === "fail" && !finding.known);
  const others = findings.filter((finding) => !failing.includes(finding));
  const aside = others.length > 0 ? `<system-out>${x(others.map(aloud).join("\n\n"))}</system-out>` : "";
  if (failing.length > 0) {
    const [first] = failing;
    const more = failing.length > 1 ? ` (and ${count(failing.length - 1, "other")})` : "";
    const failure = `<failure message="${x(first!.message + more)}" type="${first!.severity}">${x(failing.map(aloud).join("\n\n"))}</failure>`;
    return { kind: "failure", xml: `${open}>${failure}${aside}</testcase>` };
  }
  if (result.outcome === "untestable" || result.outcome === "not-applicable") {
    const word = result.outcome === "untestable" ? "untestable" : "not applicable";
    const reason = `${word}: ${result.reason ?? "no reason was given"}`;
    return { kind: "skipped", xml: `${open}><skipped message="${x(reason)}"/>${aside}</testcase>` };
  }
  return { kind: "pass", xml: aside ? `${open}>${aside}</testcase>` : `${open}/>` };
}

function aloud(finding: Finding): string {
  const { skill, template, uri } = finding.subject;
  const lines = [`${finding.known ? "Known: " : ""}${finding.severity}: ${finding.message}`];
  const about = uri ?? template ?? skill;
  if (about !== undefined) lines.push(`About: ${about}`);
  const place = placeOf(finding);
  if (place) lines.push(`At: ${place}`);
  if (finding.expected !== undefined) lines.push(`Expected: ${finding.expected}`);
  if (finding.actual !== undefined) lines.push(`Actual: ${finding.actual}`);
  if (finding.outcome === "fail") lines.push(`Change: ${finding.fix}`);
  lines.push(`Specification: ${finding.specUrl}`);
  return lines.join("\n");
}
