export type Level = "MUST" | "MUST NOT" | "SHOULD" | "SHOULD NOT" | "MAY" | "STATEMENT" | "OBSERVED";
export type Severity = "error" | "warning" | "info";
export type RuleOutcome = "pass" | "fail" | "not-applicable" | "untestable";

/** What a finding is about. */
export interface FindingSubject {
  kind: "server" | "skill" | "file" | "uri" | "template" | "exchange";
  /** SKILL.md URI of the skill concerned. */
  skill?: string;
  uri?: string;
  template?: string;
}

/** A place in a file: path or URI, 1-based line and column. */
export interface FindingLocation {
  file: string;
  line: number;
  column: number;
}

/** One finding of the report (DESIGN sections 5 and 6). */
export interface Finding {
  rule: string;
  profile: string;
  level: Level;
  severity: Severity;
  outcome: "fail" | "note";
  subject: FindingSubject;
  location?: FindingLocation;
  message: string;
  expected?: string;
  actual?: string;
  fix: string;
  specUrl: string;
  /** Stable over runs: made of rule, subject and locus; the key of baselines. */
  fingerprint: string;
  /** Ids of the exchanges that prove it. */
  evidence: string[];
  /** A baseline has it: told, but it no longer counts. */
  known?: true;
}

/** The outcome of one rule over all its subjects. */
export interface RuleResult {
  rule: string;
  outcome: RuleOutcome;
  reason?: string;
}

/** The severity a level has when its rule names no other. */
export function severityOf(level: Level): Severity {
  if (level === "MUST" || level === "MUST NOT") return "error";
  if (level === "SHOULD" || level === "SHOULD NOT") return "warning";
  return "info";
}
