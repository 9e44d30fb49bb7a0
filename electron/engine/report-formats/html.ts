import type { Finding } from "../../../shared/model/finding";
import type { Report } from "../../../shared/model/report";
import { baselineLine, bySubject, count, freshFindings, placeOf, ruleText, spokenTo } from "./describe";
import { escapeMarkup as h } from "./escape";
import { exchangeList, ruleTable } from "./html-details";
import { HTML_STYLE } from "./html-style";

const WORD = { error: "Error", warning: "Warning", info: "Note" } as const;

/**
 * One page that needs nothing else: no script, no font, no request. The policy in it forbids all of them, so that
 * nothing a server sent could run or load even if it were not escaped.
 */
export function htmlReport(reports: readonly Report[]): string {
  const title = `Skill check: ${reports[0]?.target.label ?? ""}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${h(title)}</title>
<style>${HTML_STYLE}</style>
</head>
<body>
<main>
<h1>${h(title)}</h1>
${reports.map((report, index) => section(report, `r${index + 1}`, reports.length > 1)).join("\n")}
</main>
</body>
</html>
`;
}

function section(report: Report, id: string, several: boolean): string {
  const { summary, tool } = report;
  const fresh = freshFindings(report);
  const known = report.findings.filter((finding) => finding.known);
  const baseline = baselineLine(report);
  const parts = [
    several ? `<h2>${h(spokenTo(report))}</h2>` : "",
    `<p class="by">${h(spokenTo(report))}. ${count(summary.skills, "skill")}, ${count(summary.files, "file")}, ${(summary.durationMs / 1000).toFixed(1)} s. ${h(tool.name)} ${h(tool.version)}.</p>`,
    `<ul class="facts">${chips(report).join("")}</ul>`,
    report.incomplete ? `<p class="alert">The run is incomplete: ${h(report.incomplete)}</p>` : "",
    baseline ? `<p>${h(baseline)}</p>` : "",
    fresh.length === 0 ? `<p>${known.length > 0 ? "Nothing new was found." : "Nothing was found."}</p>` : "",
    ...groups(fresh, id),
    known.length > 0
      ? `<details><summary>${count(known.length, "finding")} known from the baseline</summary>${groups(known, id).join("\n")}</details>`
      : "",
    ruleTable(report),
    exchangeList(report, id),
  ];
  return `<section>\n${parts.filter(Boolean).join("\n")}\n</section>`;
}

function chips({ summary }: Report): string[] {
  const chip = (kind: string, text: string) => `<li class="chip ${kind}">${text}</li>`;
  return [
    chip(summary.errors > 0 ? "error" : "ok", count(summary.errors, "error")),
    chip(summary.warnings > 0 ? "warning" : "ok", count(summary.warnings, "warning")),
    chip("", count(summary.infos, "note")),
    chip("", `${count(summary.pass, "rule")} passed`),
    chip("", `${summary.fail} failed`),
    chip("", `${summary.untestable} untestable`),
    chip("", `${summary.notApplicable} not applicable`),
  ];
}

function groups(findings: readonly Finding[], id: string): string[] {
  return [...bySubject(findings)].map(
    ([subject, group]) => `<h3>${h(subject)}</h3>\n${group.map((finding) => card(finding, id)).join("\n")}`,
  );
}

function card(finding: Finding, id: string): string {
  const { uri, skill } = finding.subject;
  const sources = [
    `<code>${h(finding.rule)}</code>`,
    `<span>${h(finding.level)}</span>`,
    link(finding.specUrl, "Specification"),
    ...(uri !== undefined && uri !== skill ? [`<code>${h(uri)}</code>`] : []),
    ...(finding.location ? [`<code>${h(placeOf(finding)!)}</code>`] : []),
    ...finding.evidence.map((exchange) => `<a href="#${id}-${h(exchange)}">Message ${h(exchange)}</a>`),
  ];
  const why = ruleText(finding.rule)?.why;
  const compared = [
    finding.expected === undefined ? "" : `<div class="e"><b>Expected</b>${h(finding.expected)}</div>`,
    finding.actual === undefined ? "" : `<div class="a"><b>Actual</b>${h(finding.actual)}</div>`,
  ].join("");
  return [
    `<article class="find">`,
    `<p class="msg"><span class="chip ${finding.severity}">${WORD[finding.severity]}</span> ${h(finding.message)}</p>`,
    why ? `<p class="why">${h(why)}</p>` : "",
    compared ? `<div class="cmp">${compared}</div>` : "",
    finding.outcome === "fail" ? `<p><b>Change:</b> ${h(finding.fix)}</p>` : "",
    `<p class="src">${sources.join(" ")}</p>`,
    "</article>",
  ]
    .filter(Boolean)
    .join("\n");
}

/** Only addresses of the web become links. */
function link(url: string, text: string): string {
  return /^https?:\/\//i.test(url) ? `<a href="${h(url)}" rel="noreferrer">${text}</a>` : h(url);
}
