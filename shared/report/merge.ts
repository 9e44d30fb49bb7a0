import type { Finding } from "../model/finding";
import type { Report, ReportExchange } from "../model/report";
import { countsOf, worstOutcomes } from "./outcomes";

/** Reports that cannot be merged: the message says which, and why. */
export class MergeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "MergeError";
  }
}

/** A report with what it is called in messages, e.g. its file. */
export interface NamedReport {
  name: string;
  report: Report;
}

/**
 * Makes one report of the shards of one run: findings united by fingerprint, the worst outcome of each rule, all
 * exchanges that findings refer to. A shard that is missing makes the report incomplete and is named.
 * @throws MergeError for different targets or ways of speaking, other numbers of shards, or a shard given twice
 */
export function mergeReports(given: readonly NamedReport[]): Report {
  const [first, ...others] = given;
  if (!first) throw new MergeError("No report was given.");
  for (const other of others) mustMatch(first, other);
  const absent = missingShards(given);
  const reports = given.map(({ report }) => report);
  const { findings, exchanges } = unite(reports);
  const rules = worstOutcomes(reports.map((report) => report.rules));
  const reasons = [
    ...new Set(reports.flatMap(({ incomplete }) => incomplete ?? [])),
    ...(absent.length > 0
      ? [`${absent.map(shardName).join(" and ")} ${absent.length === 1 ? "is" : "are"} missing`]
      : []),
  ];
  const { shard: _, incomplete: __, baseline: ___, ...rest } = first.report;
  return {
    ...rest,
    summary: {
      ...countsOf({ rules, findings }),
      skills: sum(reports, "skills"),
      files: sum(reports, "files"),
      durationMs: Math.max(...reports.map(({ summary }) => summary.durationMs)),
    },
    findings,
    rules,
    exchanges,
    ...(reasons.length > 0 ? { incomplete: reasons.join("; ") } : {}),
    ...baselineOf(reports, findings),
  };
}

/** What must be equal for two reports to be parts of one run. */
function mustMatch(first: NamedReport, other: NamedReport): void {
  const differing = (what: string, of: (report: Report) => unknown) => {
    const [a, b] = [of(first.report), of(other.report)];
    if (a !== b)
      throw new MergeError(
        `${first.name} and ${other.name} are of different ${what}: ${String(a ?? "none")} and ${String(b ?? "none")}.`,
      );
  };
  differing("targets", ({ target }) => `${target.label} (${target.kind})`);
  differing("eras", ({ era }) => era);
  differing("protocol versions", ({ protocolVersion }) => protocolVersion);
  differing("versions of this program", ({ tool }) => tool?.version);
  differing("profiles", ({ profiles }) => profiles?.map(({ id }) => id).join(", "));
}

function missingShards(given: readonly NamedReport[]): { index: number; count: number }[] {
  const whole = given.find(({ report }) => !report.shard);
  if (whole) {
    if (given.length === 1) return [];
    throw new MergeError(`${whole.name} is no shard: it was made without --shard and holds every skill.`);
  }
  const count = given[0]!.report.shard!.count;
  const names = new Map<number, string>();
  for (const { name, report } of given) {
    const shard = report.shard!;
    if (shard.count !== count)
      throw new MergeError(`${given[0]!.name} is one of ${count} shards, ${name} one of ${shard.count}.`);
    const twin = names.get(shard.index);
    if (twin !== undefined) throw new MergeError(`${twin} and ${name} are the same ${shardName(shard)}.`);
    names.set(shard.index, name);
  }
  const all = Array.from({ length: count }, (_, position) => ({ index: position + 1, count }));
  return all.filter(({ index }) => !names.has(index));
}

const shardName = ({ index, count }: { index: number; count: number }) => `shard ${index}/${count}`;

/** Findings of all reports, each once, with their exchanges numbered anew: every shard counts from x1. */
function unite(reports: readonly Report[]): { findings: Finding[]; exchanges: ReportExchange[] } {
  const findings = new Map<string, Finding>();
  const exchanges: ReportExchange[] = [];
  for (const report of reports) {
    const fresh = report.findings.filter(({ fingerprint }) => !findings.has(fingerprint));
    const wanted = new Set(fresh.flatMap(({ evidence }) => evidence));
    const renamed = new Map<string, string>();
    for (const exchange of report.exchanges) {
      if (!wanted.has(exchange.id)) continue;
      const id = `x${exchanges.length + 1}`;
      renamed.set(exchange.id, id);
      exchanges.push({ ...exchange, id });
    }
    for (const finding of fresh) {
      const evidence = finding.evidence.flatMap((id) => renamed.get(id) ?? []);
      findings.set(finding.fingerprint, { ...finding, evidence });
    }
  }
  return { findings: [...findings.values()].sort(bySeverity), exchanges };
}

const SEVERITIES = ["error", "warning", "info"];

function bySeverity(a: Finding, b: Finding): number {
  const [one, two] = [a, b].map(({ subject }) => subject.skill ?? subject.uri ?? "") as [string, string];
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    text(one, two) ||
    text(a.rule, b.rule) ||
    text(a.message, b.message)
  );
}

const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function sum(reports: readonly Report[], key: "skills" | "files"): number {
  return reports.reduce((total, { summary }) => total + summary[key], 0);
}

/** What all shards together know of a baseline; what is fixed, no shard can tell alone, so it is not summed. */
function baselineOf(reports: readonly Report[], findings: readonly Finding[]): Pick<Report, "baseline"> {
  if (!reports.every(({ baseline }) => baseline)) return {};
  const known = findings.filter((finding) => finding.known).length;
  const size = Math.max(...reports.map(({ baseline }) => baseline!.known + baseline!.fixed));
  return { baseline: { known, fresh: findings.length - known, fixed: Math.max(0, size - known) } };
}
