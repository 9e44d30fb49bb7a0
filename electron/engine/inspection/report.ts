import type { Finding, RuleResult } from "../../../shared/model/finding";
import type { Report, Shard } from "../../../shared/model/report";
import { visible } from "../../../shared/model/visible";
import type { Profile } from "../../../shared/rules/define-rule";
import type { ExchangeLog } from "./exchange-log";

export interface ReportParts {
  version: string;
  target: Report["target"];
  era: string | null;
  protocolVersion: string | null;
  profiles: readonly Profile[];
  findings: Finding[];
  rules: RuleResult[];
  noted: number;
  skills: number;
  files: number;
  durationMs: number;
  log: ExchangeLog;
  incomplete?: string;
  shard?: Shard;
}

const SEVERITIES = ["error", "warning", "info"];

/** Puts a report together (shape: DESIGN section 6): findings by severity, then subject and rule. */
export function makeReport(parts: ReportParts): Report {
  const findings = [...parts.findings].sort(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      compare(a.subject.skill ?? a.subject.uri ?? "", b.subject.skill ?? b.subject.uri ?? "") ||
      compare(a.rule, b.rule) ||
      compare(a.message, b.message),
  );
  const count = (outcome: string) => parts.rules.filter((rule) => rule.outcome === outcome).length;
  const severe = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  return {
    tool: { name: "mcp-skill-inspector", version: parts.version },
    target: { ...parts.target, label: visible(parts.target.label) },
    era: parts.era,
    protocolVersion: parts.protocolVersion,
    profiles: parts.profiles.map((p) => ({ id: p.id, requirements: p.rules.length + p.exclusions.length })),
    summary: {
      pass: count("pass"),
      fail: count("fail"),
      note: parts.noted,
      notApplicable: count("not-applicable"),
      untestable: count("untestable"),
      errors: severe("error"),
      warnings: severe("warning"),
      infos: severe("info"),
      skills: parts.skills,
      files: parts.files,
      durationMs: Math.round(parts.durationMs),
    },
    findings,
    rules: parts.rules,
    exchanges: parts.log.report(findings.flatMap((finding) => finding.evidence)),
    ...(parts.incomplete ? { incomplete: parts.incomplete } : {}),
    ...(parts.shard ? { shard: parts.shard } : {}),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
