import type { Finding } from "../../../shared/model/finding";
import type { Report } from "../../../shared/model/report";
import { baselineLine, bySubject, count, freshFindings, placeOf } from "../../engine/report-formats/describe";
import { inline, paint } from "../output";

const MARK = { error: "✕", warning: "▲", info: "·" } as const;
const COLOUR = { error: "red", warning: "yellow", info: "blue" } as const;

/** A report for a person at a terminal: findings by subject, each with what to change, then one line of counts. */
export function textReport(report: Report): string {
  const { summary, target } = report;
  const where = [target.kind, report.protocolVersion].filter(Boolean).join(", ");
  const lines = [
    `${paint("bold", inline(target.label))} (${where})`,
    `${count(summary.skills, "skill")}, ${count(summary.files, "file")}, ${(summary.durationMs / 1000).toFixed(1)} s`,
    "",
  ];
  for (const [subject, findings] of bySubject(freshFindings(report))) {
    lines.push(paint("bold", inline(subject)));
    for (const finding of findings) lines.push(...findingLines(finding));
    lines.push("");
  }
  const untestable = report.rules.filter((rule) => rule.outcome === "untestable");
  if (untestable.length > 0) {
    lines.push(`${count(untestable.length, "rule")} could not be tested:`);
    for (const rule of untestable) lines.push(`  ${rule.rule}: ${inline(rule.reason ?? "")}`);
    lines.push("");
  }
  if (report.incomplete) lines.push(paint("yellow", `Incomplete: ${inline(report.incomplete)}.`));
  const baseline = baselineLine(report);
  if (baseline) lines.push(baseline);
  lines.push(
    `${count(summary.errors, "error")}, ${count(summary.warnings, "warning")}, ${count(summary.infos, "note")}. ` +
      `Rules: ${summary.pass} passed, ${summary.fail} failed, ${summary.notApplicable} not applicable, ${summary.untestable} untestable.`,
  );
  return `${lines.join("\n")}\n`;
}

function findingLines(finding: Finding): string[] {
  const at = placeOf(finding);
  const place = at ? ` (${at})` : "";
  const mark = paint(COLOUR[finding.severity], `${MARK[finding.severity]} ${finding.rule}`);
  const lines = [`  ${mark} ${finding.level}: ${inline(finding.message)}${inline(place)}`];
  if (finding.expected !== undefined) lines.push(`      expected: ${inline(finding.expected)}`);
  if (finding.actual !== undefined) lines.push(`      actual:   ${inline(finding.actual)}`);
  if (finding.outcome === "fail") lines.push(`      change:   ${inline(finding.fix)}`);
  return lines;
}
