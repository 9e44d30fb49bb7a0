import { access, constants, readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Report, Shard } from "../../../shared/model/report";
import type { EraChoice } from "../../../shared/model/server";
import { applyBaseline, readBaseline } from "../../../shared/report/baseline";
import { NoReport } from "../../../shared/report/read-report";
import { ConnectionError } from "../../engine/connections/connection-error";
import { evidenceHeader, saveEvidence } from "../../engine/inspection/evidence-file";
import { ExchangeLog } from "../../engine/inspection/exchange-log";
import type { InspectOptions } from "../../engine/inspection/inspect";
import { CLIENT, linkTo, type TargetLink } from "../connect";
import { EXIT, UsageError } from "../exit";
import { exitFor, type FailOn, type OutputChoice, reportWriter } from "../formats/write";
import { runSignal } from "../interrupt";
import { remark } from "../output";
import { WORKER_FILE } from "../paths";
import type { Target } from "../target";

export interface CheckOptions {
  profile?: string[];
  /** Pairs in the order given: each format with the output that followed it. */
  outputs: OutputChoice[];
  failOn: FailOn;
  era: EraChoice | "both";
  probes: boolean;
  timeoutMs: number;
  budgetMs?: number;
  maxSkills?: number;
  /** File to keep the evidence in; with two eras one file each, `.legacy` and `.modern` before its ending. */
  saveEvidence?: string;
  /** File with what is known already: an earlier report, or fingerprints. */
  baseline?: string;
  /** Look only at this part of the skills. */
  shard?: Shard;
  /** Further origins that the artifacts of a well-known site may come from. */
  allowOrigins?: string[];
  watch: boolean;
}

/** `check`: runs the rules and prints the reports, with `--watch` again on every change. @returns the exit code */
export async function check(target: Target, options: CheckOptions): Promise<number> {
  if (!options.watch) return checkOnce(target, options);
  const { changes } = await import("../changes");
  const { signal, done } = runSignal(options.budgetMs);
  let code: number = EXIT.ok;
  try {
    for await (const _ of changes(target, options.timeoutMs, signal)) {
      code = await checkOnce(target, options);
      await remark(`Checked at ${new Date().toLocaleTimeString()}; waiting for changes. Ctrl-C ends.`);
    }
  } finally {
    done();
  }
  return code;
}

async function checkOnce(target: Target, options: CheckOptions): Promise<number> {
  const write = reportWriter(options.outputs);
  const known = options.baseline === undefined ? undefined : await baselineIn(options.baseline);
  if (options.profile) (await import("../chosen-profiles")).chosenProfiles(options.profile);
  if (options.saveEvidence !== undefined && (target.kind === "folder" || target.kind === "well-known")) {
    throw new UsageError("--save-evidence needs a server: a folder is its own evidence.");
  }
  if (options.saveEvidence !== undefined) await mustBeWritable(options.saveEvidence);
  const { signal, done } = runSignal(options.budgetMs);
  const reports: Report[] = [];
  let unreachable = false;
  let incomplete = false;
  const eras: EraChoice[] =
    options.era === "both" && target.kind !== "folder" && target.kind !== "well-known"
      ? ["legacy", "modern"]
      : [options.era === "both" ? "auto" : options.era];
  try {
    for (const era of eras) {
      const run = await once(target, era, options, signal);
      if (run.report) reports.push(run.report);
      unreachable ||= run.unreachable;
      incomplete ||= run.incomplete === true;
    }
  } finally {
    done();
  }
  if (target.kind === "folder" && reports[0]?.summary.skills === 0)
    await remark("There is no skill in it: a skill is a folder that holds a SKILL.md.");
  const judged = known ? applyBaseline(reports, known) : reports;
  if (judged.length > 0) await write(judged);
  if (unreachable) return EXIT.unreachable;
  const code = exitFor(judged, options.failOn);
  return code === EXIT.ok && incomplete ? EXIT.incomplete : code;
}

/** Found out before any work is done. @throws UsageError that names the file */
async function mustBeWritable(file: string): Promise<void> {
  await access(dirname(resolve(file)), constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--save-evidence: ${file} cannot be written (${error.code}).`);
  });
}

/** @throws UsageError that says why the file is no baseline */
async function baselineIn(file: string): Promise<Set<string>> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The baseline ${file} cannot be read (${error.code}).`);
  });
  try {
    return readBaseline(text);
  } catch (error) {
    if (error instanceof NoReport)
      throw new UsageError(
        `${file} is no baseline: ${error.message}.`,
        "Give a report made with check --format json, or a list of fingerprints.",
      );
    throw error;
  }
}

async function once(
  target: Target,
  era: EraChoice,
  options: CheckOptions,
  signal: AbortSignal,
): Promise<{ report?: Report; unreachable: boolean; incomplete?: boolean }> {
  const inspect: InspectOptions = {
    profiles: options.profile,
    probes: options.probes,
    maxSkills: options.maxSkills,
    shard: options.shard,
    signal,
    client: CLIENT,
    workerFile: WORKER_FILE,
  };
  if (target.kind === "folder") {
    const { inspectFolder } = await import("../../engine/inspection/inspect-folder");
    return { report: await inspectFolder(target.path, target.label, inspect), unreachable: false };
  }
  if (target.kind === "well-known") return wellKnown(target, options, inspect);
  const link: TargetLink = linkTo(target, options.timeoutMs);
  const log = new ExchangeLog();
  try {
    // The rules take as long to load as a server takes to start, so both at once.
    const [connection, { inspectServer }] = await Promise.all([
      link.open(era, signal, log.nextId),
      import("../../engine/inspection/inspect"),
    ]);
    for (const note of connection.notes) await remark(note);
    const report = await inspectServer(
      connection,
      (inner) => link.open(connection.era, inner, log.nextId),
      { label: target.label, kind: target.kind },
      log,
      inspect,
    );
    if (options.saveEvidence !== undefined) {
      const file =
        options.era === "both"
          ? options.saveEvidence.replace(/(\.[^./\\]*)?$/, `.${era}$1`)
          : options.saveEvidence;
      await saveEvidence(file, evidenceHeader(connection, report), log.saved());
    }
    const lost = connection.closed;
    if (lost) await remark(`The connection was lost: ${lost.message}`);
    return {
      report: lost
        ? { ...report, incomplete: report.incomplete ?? `the connection was lost: ${lost.message}` }
        : report,
      unreachable: lost !== undefined,
    };
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    // Interrupted or out of budget before there was a connection: nothing is known of the target.
    if (signal.aborted) {
      await remark(`Nothing was checked: ${String(signal.reason)}.`);
      return { unreachable: false, incomplete: true };
    }
    await printProblem(error);
    return { unreachable: true };
  } finally {
    await link.close();
    log.close();
  }
}

async function wellKnown(
  target: Extract<Target, { kind: "well-known" }>,
  { timeoutMs, allowOrigins }: CheckOptions,
  inspect: InspectOptions,
): Promise<{ report?: Report; unreachable: boolean }> {
  const { inspectWellKnown } = await import("../../engine/inspection/inspect-well-known");
  try {
    const report = await inspectWellKnown(target.origin, target.label, {
      ...inspect,
      timeoutMs,
      allowOrigins,
    });
    return { report, unreachable: false };
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    await printProblem(error);
    return { unreachable: true };
  }
}

/** What is wrong, what the server said, what to do: to stderr. */
export async function printProblem({ problem }: ConnectionError): Promise<void> {
  await remark(problem.message);
  if (problem.detail) await remark(problem.detail.replace(/^/gm, "    "));
  if (problem.hint) await remark(problem.hint);
}
