import { depthOf } from "../model/limits";
import type { Report } from "../model/report";

/** Above the deepest answer that a report can hold (`LIMITS.nesting`), and far below what a stack can take. */
const MAX_DEPTH = 1_100;

/** Text that is no report: the message says what is wrong with it. */
export class NoReport extends Error {
  constructor(message: string) {
    super(message);
    this.name = "NoReport";
  }
}

/**
 * Reads a JSON report, of one run or of two eras (`{runs: [...]}`). Only what comparing and merging rest on is
 * looked at; fields that a later version adds pass.
 * @returns one report for each run
 * @throws NoReport
 */
export function readReports(text: string): Report[] {
  return reportsOf(readJson(text));
}

/** @throws NoReport */
export function readJson(text: string): unknown {
  if (depthOf(text, MAX_DEPTH) > MAX_DEPTH)
    throw new NoReport(`it nests more than ${MAX_DEPTH} levels deep, so it is no report of this program`);
  try {
    // What some editors put before a text is no part of it.
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new NoReport(`it is no JSON (${(error as Error).message})`);
  }
}

/** The same for JSON that was read. @throws NoReport */
export function reportsOf(value: unknown): Report[] {
  if (!isObject(value)) throw new NoReport("it is JSON, but no report");
  if ("$schema" in value && String(value.$schema).includes("sarif"))
    throw new NoReport("it is a SARIF report; the JSON report (--format json) is needed");
  const runs = Array.isArray(value.runs) ? value.runs : [value];
  if (runs.length === 0) throw new NoReport("it holds no run");
  runs.forEach((run, position) => {
    const where = Array.isArray(value.runs) ? `run ${position + 1}: ` : "";
    const lacking = missing(run);
    if (lacking) throw new NoReport(`${where}it has no ${lacking}, so it is no report of this program`);
  });
  return runs as Report[];
}

function missing(run: unknown): string | undefined {
  if (!isObject(run)) return "findings";
  const { findings, rules, exchanges, summary, target } = run;
  if (!Array.isArray(findings) || !findings.every(isFinding)) return "list of findings with fingerprints";
  if (!Array.isArray(rules) || !rules.every((rule) => isObject(rule) && typeof rule.rule === "string"))
    return "list of rules";
  if (!Array.isArray(exchanges) || !exchanges.every((one) => isObject(one) && typeof one.id === "string"))
    return "list of exchanges";
  if (!isObject(summary)) return "summary";
  if (!isObject(target) || typeof target.label !== "string") return "target";
  return undefined;
}

function isFinding(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.fingerprint === "string" &&
    typeof value.rule === "string" &&
    isObject(value.subject) &&
    Array.isArray(value.evidence)
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
