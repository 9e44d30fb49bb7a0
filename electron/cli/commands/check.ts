import { writeFile } from "node:fs/promises";
import type { Report } from "../../../shared/model/report";
import type { EraChoice } from "../../../shared/model/server";
import type { Profile } from "../../../shared/rules/define-rule";
import { profiles } from "../../../shared/rules/profiles";
import { ConnectionError } from "../../engine/connections/connection-error";
import { evidenceHeader, saveEvidence } from "../../engine/inspection/evidence-file";
import { ExchangeLog } from "../../engine/inspection/exchange-log";
import { type InspectOptions, inspectServer } from "../../engine/inspection/inspect";
import { inspectFolder } from "../../engine/inspection/inspect-folder";
import { changes } from "../changes";
import { CLIENT, linkTo, type TargetLink } from "../connect";
import { EXIT, UsageError } from "../exit";
import { formatter } from "../formats";
import { runSignal } from "../interrupt";
import { print, remark } from "../output";
import { WORKER_FILE } from "../paths";
import type { Target } from "../target";

export interface CheckOptions {
  profile?: string[];
  /** Pairs in the order given: each format with the output that followed it. */
  outputs: { format: string; file?: string }[];
  failOn: "must" | "should" | "never";
  era: EraChoice | "both";
  probes: boolean;
  timeoutMs: number;
  budgetMs?: number;
  maxSkills?: number;
  /** File to keep the evidence in; with two eras one file each, `.legacy` and `.modern` before its ending. */
  saveEvidence?: string;
  watch: boolean;
}

/** `check`: runs the rules and prints the reports, with `--watch` again on every change. @returns the exit code */
export async function check(target: Target, options: CheckOptions): Promise<number> {
  if (!options.watch) return checkOnce(target, options);
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
  const outputs = options.outputs.map(({ format, file }) => ({ print: formatter(format), file }));
  if (outputs.filter((output) => output.file === undefined).length > 1) {
    throw new UsageError("Two reports would go to stdout.", "Give each --format but one an --output FILE.");
  }
  chosenProfiles(options.profile ?? []);
  if (options.saveEvidence !== undefined && target.kind === "folder") {
    throw new UsageError("--save-evidence needs a server: a folder is its own evidence.");
  }
  const { signal, done } = runSignal(options.budgetMs);
  const reports: Report[] = [];
  let unreachable = false;
  let incomplete = false;
  const eras: EraChoice[] =
    options.era === "both" && target.kind !== "folder"
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
  if (reports.length > 0) {
    for (const output of outputs) {
      const text = output.print(reports);
      if (output.file === undefined) await print(text);
      else await writeFile(output.file, text);
    }
  }
  if (unreachable) return EXIT.unreachable;
  const failed = reports.some(({ summary }) =>
    options.failOn === "must"
      ? summary.errors > 0
      : options.failOn === "should" && summary.errors + summary.warnings > 0,
  );
  if (failed) return EXIT.findings;
  return incomplete || reports.some((report) => report.incomplete) ? EXIT.incomplete : EXIT.ok;
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
    signal,
    client: CLIENT,
    workerFile: WORKER_FILE,
  };
  if (target.kind === "folder")
    return { report: await inspectFolder(target.path, target.label, inspect), unreachable: false };
  const link: TargetLink = linkTo(target, options.timeoutMs);
  const log = new ExchangeLog();
  try {
    const connection = await link.open(era, signal, log.nextId);
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

/** What is wrong, what the server said, what to do: to stderr. */
export async function printProblem({ problem }: ConnectionError): Promise<void> {
  await remark(problem.message);
  if (problem.detail) await remark(problem.detail.replace(/^/gm, "    "));
  if (problem.hint) await remark(problem.hint);
}

/** The profiles with these ids. @throws UsageError that names the known ones */
export function chosenProfiles(ids: string[]): Profile[] {
  return ids.map((id) => {
    const profile = profiles.find((one) => one.id === id);
    if (!profile)
      throw new UsageError(
        `There is no profile "${id}".`,
        `Known: ${profiles.map((one) => one.id).join(", ")}.`,
      );
    return profile;
  });
}
