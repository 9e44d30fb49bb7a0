import type { Finding, RuleResult } from "./finding";

/** An exchange as printed in a report: request, raw answer, timing. */
export interface ReportExchange {
  id: string;
  method: string;
  /** Why it was sent, e.g. `list` or `probe:unknown-skill`. */
  purpose: string;
  request: unknown;
  /** The answer as received: `{result}` or `{error}`, or `{raw}` for what was no JSON-RPC answer; absent when none came. */
  response?: unknown;
  /** Why there is no usable answer, e.g. `no answer within 30000 ms`. */
  failure?: string;
  startedAt: string;
  durationMs: number;
  httpStatus?: number;
}

/** The JSON report. Its shape is fixed: others script against it (DESIGN section 6). */
export interface Report {
  tool: { name: string; version: string };
  target: { label: string; kind: string; [key: string]: unknown };
  era: string | null;
  protocolVersion: string | null;
  profiles: { id: string; requirements: number }[];
  summary: ReportSummary;
  findings: Finding[];
  rules: RuleResult[];
  exchanges: ReportExchange[];
  /** True when the run ended before everything was looked at; `incomplete` says why. */
  incomplete?: string;
  /** How the findings stand to the baseline that was given: counts of findings. */
  baseline?: BaselineSummary;
  /** The part of the skills that this run looked at, 1-based; absent when it was all. */
  shard?: Shard;
}

/** `fixed`: those of the baseline that this run did not find. */
export interface BaselineSummary {
  known: number;
  fresh: number;
  fixed: number;
}

/** One of `count` parts, `index` from 1. */
export interface Shard {
  index: number;
  count: number;
}

/** `pass` to `untestable` count rules (`note`: rules that pass with a note); the rest count findings and subjects. */
export interface ReportSummary {
  pass: number;
  fail: number;
  note: number;
  notApplicable: number;
  untestable: number;
  errors: number;
  warnings: number;
  infos: number;
  skills: number;
  files: number;
  durationMs: number;
}
