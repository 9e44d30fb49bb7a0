import type { Finding } from "../../../shared/model/finding";
import type { Report } from "../../../shared/model/report";
import { baselineLine, bySubject, count, freshFindings, placeOf, spokenTo } from "./describe";
import { escapeMarkup, escapeMarkdown as m } from "./escape";

/** Code hosts refuse a longer comment (65,536 characters); the rest is left for what frames it. */
const MOST_CHARACTERS = 60_000;
const MARK = { error: "❌", warning: "⚠️", info: "ℹ️" } as const;

/** Markdown for a comment on a pull request: a table of counts, then the findings of each skill, folded. */
export function markdownReport(reports: readonly Report[]): string {
  const lines = ["## Skill check", "", ...summaryTable(reports), ""];
  let left = MOST_CHARACTERS - lines.join("\n").length;
  let dropped = 0;
  for (const report of reports) {
    const sections = reportSections(report, reports.length > 1);
    for (const { text, findings } of sections) {
      if (text.length + 1 > left) {
        dropped += findings;
        continue;
      }
      left -= text.length + 1;
      lines.push(text);
    }
  }
  if (dropped > 0)
    lines.push(
      `${count(dropped, "more finding")} would not fit here; the JSON and HTML reports have all.`,
      "",
    );
  return lines.join("\n");
}

function summaryTable(reports: readonly Report[]): string[] {
  const rows = reports.map(
    (report) =>
      `| ${m(report.target.label)} (${m(spokenTo(report))}) | ${verdict(report)} | ${report.summary.errors} | ${report.summary.warnings} | ${report.summary.infos} | ${report.summary.pass} of ${report.rules.length} | ${report.summary.skills} |`,
  );
  return [
    "| Target | Verdict | Errors | Warnings | Notes | Rules passed | Skills |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
  ];
}

function verdict(report: Report): string {
  const fresh = freshFindings(report);
  if (fresh.some(({ severity }) => severity === "error")) return "❌ errors";
  if (report.incomplete) return "⏸️ incomplete";
  if (fresh.some(({ severity }) => severity === "warning")) return "⚠️ warnings";
  return "✅ clean";
}

interface Section {
  text: string;
  /** How many findings are lost when it does not fit. */
  findings: number;
}

function reportSections(report: Report, several: boolean): Section[] {
  const sections: Section[] = [];
  const plain = (text: string) => sections.push({ text, findings: 0 });
  if (several) plain(`### ${m(spokenTo(report))}\n`);
  if (report.incomplete) plain(`The run is incomplete: ${m(report.incomplete)}.\n`);
  const baseline = baselineLine(report);
  if (baseline) plain(`${baseline}\n`);
  for (const [subject, findings] of bySubject(freshFindings(report))) {
    sections.push({ text: subjectSection(subject, findings), findings: findings.length });
  }
  const untestable = report.rules.filter(({ outcome }) => outcome === "untestable");
  if (untestable.length > 0) {
    const items = untestable.map(({ rule, reason }) => `- ${m(rule)}: ${m(reason ?? "")}`).join("\n");
    plain(folded(`${count(untestable.length, "rule")} could not be tested`, items));
  }
  return sections;
}

function subjectSection(subject: string, findings: Finding[]): string {
  const of = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  const counts = [
    [of("error"), "error"],
    [of("warning"), "warning"],
    [of("info"), "note"],
  ] as const;
  const told = counts.filter(([number]) => number > 0).map(([number, noun]) => count(number, noun));
  const title = `<code>${escapeMarkup(subject.replace(/\s+/g, " "))}</code>: ${told.join(", ")}`;
  return folded(title, findings.map(item).join("\n"));
}

/** A part that opens on a click. The empty lines let the markdown inside be read as such. */
function folded(title: string, body: string): string {
  return `<details><summary>${title}</summary>\n\n${body}\n\n</details>\n`;
}

function item(finding: Finding): string {
  const place = placeOf(finding);
  const spec = /^https?:\/\/[^\s<>()]+$/.test(finding.specUrl)
    ? `[${m(finding.rule)}](${finding.specUrl})`
    : m(finding.rule);
  const lines = [`- ${MARK[finding.severity]} ${spec}: ${m(finding.message)}`];
  if (place) lines.push(`at ${m(place)}`);
  if (finding.expected !== undefined) lines.push(`expected: ${m(finding.expected)}`);
  if (finding.actual !== undefined) lines.push(`actual: ${m(finding.actual)}`);
  if (finding.outcome === "fail") lines.push(`change: ${m(finding.fix)}`);
  return lines.join("<br>\n  ");
}
