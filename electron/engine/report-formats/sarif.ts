import type { Finding } from "../../../shared/model/finding";
import { type Level, type Severity, severityOf } from "../../../shared/model/finding";
import type { Report } from "../../../shared/model/report";
import { ruleText } from "./describe";
import { folderUri, uriReference } from "./sarif-uris";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
const LEVEL: Record<Severity, "error" | "warning" | "note"> = {
  error: "error",
  warning: "warning",
  info: "note",
};

/**
 * SARIF 2.1.0, one run for each report. Files on disk are given relative to the source root, with their place;
 * what a server serves by its own URI, with the skill as logical location.
 * @param cwd folder that relative places start from
 */
export function sarifReport(reports: readonly Report[], cwd = process.cwd()): string {
  const log = { $schema: SCHEMA, version: "2.1.0", runs: reports.map((report) => run(report, cwd)) };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function run(report: Report, cwd: string) {
  const ids = [...new Set([...report.rules, ...report.findings].map(({ rule }) => rule))];
  const position = new Map(ids.map((id, index) => [id, index]));
  const { target } = report;
  return {
    tool: {
      driver: {
        name: report.tool.name,
        version: report.tool.version,
        semanticVersion: report.tool.version,
        rules: ids.map((id) => rule(id, report)),
      },
    },
    automationDetails: { id: ["skill-inspector", target.label, report.era].filter(Boolean).join("/") },
    columnKind: "utf16CodeUnits",
    ...(target.kind === "folder"
      ? {
          originalUriBaseIds: {
            SRCROOT: { description: { text: "The folder that the command was given in." } },
          },
        }
      : {}),
    invocations: [invocation(report, position)],
    results: report.findings.map((finding) => result(finding, position, report, cwd)),
    properties: {
      target: { label: target.label, kind: target.kind },
      profiles: report.profiles.map(({ id }) => id),
      summary: report.summary,
      ...(report.era ? { era: report.era } : {}),
      ...(report.protocolVersion ? { protocolVersion: report.protocolVersion } : {}),
    },
  };
}

function rule(id: string, report: Report) {
  const text = ruleText(id);
  const finding = report.findings.find((one) => one.rule === id);
  const level: Level | undefined = text?.level ?? finding?.level;
  const helpUri = text?.specUrl ?? finding?.specUrl;
  return {
    id,
    ...(text
      ? {
          shortDescription: { text: text.title },
          fullDescription: { text: `${text.title} ${text.why}`.trim() },
          help: {
            text: `Why: ${text.why}\nFix: ${text.fix}\nSpecification: ${text.section} (${text.specUrl})`,
            markdown: `**Why.** ${text.why}\n\n**Fix.** ${text.fix}\n\n[${text.section}](${text.specUrl})`,
          },
        }
      : {}),
    ...(helpUri ? { helpUri } : {}),
    ...(level ? { defaultConfiguration: { level: LEVEL[severityOf(level)] } } : {}),
    properties: {
      tags: [text?.profile ?? finding?.profile ?? "other"],
      ...(level ? { requirementLevel: level } : {}),
    },
  };
}

/** How the run itself went: what ended it early, and each rule that could not be tested, with the reason. */
function invocation(report: Report, position: Map<string, number>) {
  const notifications = report.rules
    .filter(({ outcome }) => outcome === "untestable")
    .map(({ rule: id, reason }) => ({
      level: "note",
      message: { text: `${id} could not be tested: ${reason ?? "no reason was given"}` },
      associatedRule: { id, index: position.get(id) },
    }));
  const broken = report.incomplete
    ? [{ level: "error", message: { text: `The run is incomplete: ${report.incomplete}` } }]
    : [];
  return {
    executionSuccessful: !report.incomplete,
    toolExecutionNotifications: [...broken, ...notifications],
  };
}

function result(finding: Finding, position: Map<string, number>, report: Report, cwd: string) {
  const parts = [finding.message];
  if (finding.expected !== undefined) parts.push(`Expected: ${finding.expected}`);
  if (finding.actual !== undefined) parts.push(`Actual: ${finding.actual}`);
  if (finding.outcome === "fail") parts.push(`Change: ${finding.fix}`);
  return {
    ruleId: finding.rule,
    ruleIndex: position.get(finding.rule),
    level: LEVEL[finding.severity],
    message: { text: parts.join("\n") },
    locations: [location(finding, report, cwd)],
    partialFingerprints: { "skillInspector/v1": finding.fingerprint },
    ...(report.baseline ? { baselineState: finding.known ? "unchanged" : "new" } : {}),
    properties: {
      requirementLevel: finding.level,
      outcome: finding.outcome,
      ...(finding.evidence.length > 0 ? { exchanges: finding.evidence } : {}),
    },
  };
}

function location(finding: Finding, report: Report, cwd: string) {
  const { skill, uri, template, kind } = finding.subject;
  const place = finding.location;
  const file = place?.file ?? uri ?? skill;
  const onDisk = report.target.kind === "folder";
  const artifact =
    file === undefined ? undefined : onDisk ? folderUri(file, cwd) : { uri: uriReference(file) };
  const region = place
    ? { startLine: place.line, startColumn: place.column }
    : // Viewers place a result by its line; a finding about a whole file stands at its start.
      onDisk
      ? { startLine: 1 }
      : undefined;
  const name = skill ?? template ?? uri ?? report.target.label;
  return {
    ...(artifact ? { physicalLocation: { artifactLocation: artifact, ...(region ? { region } : {}) } } : {}),
    logicalLocations: [{ fullyQualifiedName: name, kind: skill === undefined ? kind : "skill" }],
  };
}
