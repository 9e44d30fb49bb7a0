import type { Report } from "../model/report";
import { NoReport, readJson, reportsOf } from "./read-report";

const FINGERPRINT = /^[0-9a-f]{16}$/;

/**
 * Reads a baseline: an earlier JSON report, or a list of fingerprints, as JSON or one a line (what follows a
 * fingerprint on its line, and lines that start with `#`, is for the reader).
 * @returns the fingerprints
 * @throws NoReport that says what is wrong
 */
export function readBaseline(text: string): Set<string> {
  if (/^\s*[{[]/.test(text.replace(/^\uFEFF/, ""))) {
    const value = readJson(text);
    return Array.isArray(value) ? listed(value) : reported(reportsOf(value));
  }
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const words = lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  if (words.length === 0) throw new NoReport("it is empty; an empty list is written []");
  return listed(words.map((line) => line.split(/\s/, 1)[0]));
}

/**
 * Marks the findings that a baseline knows and counts how the reports of one run stand to it: what any of them still
 * has is not fixed. The findings stay in the report and in its summary; they no longer count for the exit code.
 */
export function applyBaseline(reports: readonly Report[], known: ReadonlySet<string>): Report[] {
  const found = new Set(reports.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint)));
  const fixed = [...known].filter((fingerprint) => !found.has(fingerprint)).length;
  return reports.map((report) => {
    const findings = report.findings.map((finding) =>
      known.has(finding.fingerprint) ? { ...finding, known: true as const } : finding,
    );
    const told = findings.filter((finding) => finding.known).length;
    return { ...report, findings, baseline: { known: told, fresh: findings.length - told, fixed } };
  });
}

function listed(values: readonly unknown[]): Set<string> {
  for (const value of values) {
    if (typeof value !== "string" || !FINGERPRINT.test(value))
      throw new NoReport(`${JSON.stringify(value)} in it is no fingerprint (16 hex digits)`);
  }
  return new Set(values as string[]);
}

function reported(reports: readonly Report[]): Set<string> {
  return new Set(reports.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint)));
}
