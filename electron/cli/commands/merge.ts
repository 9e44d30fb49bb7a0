import { readFile } from "node:fs/promises";
import type { Report } from "../../../shared/model/report";
import { MergeError, mergeReports, type NamedReport } from "../../../shared/report/merge";
import { NoReport, readReports } from "../../../shared/report/read-report";
import { UsageError } from "../exit";
import { exitFor, type FailOn, type OutputChoice, reportWriter } from "../formats/write";
import { remark } from "../output";

export interface MergeOptions {
  outputs: OutputChoice[];
  failOn: FailOn;
}

/**
 * `merge`: makes one report of the JSON reports of shards; reports of two eras are merged era by era.
 * @returns the exit code that one run over everything would have had
 * @throws UsageError for a file that is no report, or reports that do not belong together
 */
export async function merge(files: string[], options: MergeOptions): Promise<number> {
  const write = reportWriter(options.outputs);
  const shards = await Promise.all(files.map(async (file) => ({ file, runs: await reportsIn(file) })));
  const runs = shards[0]!.runs.length;
  const other = shards.find((shard) => shard.runs.length !== runs);
  if (other) {
    throw new UsageError(
      `${shards[0]!.file} holds ${runs} run(s), ${other.file} ${other.runs.length}.`,
      "Make all shards with the same --era.",
    );
  }
  const merged: Report[] = [];
  for (let run = 0; run < runs; run++) {
    merged.push(mergeRun(shards.map(({ file, runs: reports }) => ({ name: file, report: reports[run]! }))));
  }
  await write(merged);
  for (const { incomplete } of merged) if (incomplete) await remark(`Incomplete: ${incomplete}.`);
  return exitFor(merged, options.failOn);
}

function mergeRun(named: NamedReport[]): Report {
  try {
    return mergeReports(named);
  } catch (error) {
    if (error instanceof MergeError)
      throw new UsageError(error.message, "Give the JSON reports of one check, each shard once.");
    throw error;
  }
}

async function reportsIn(file: string): Promise<Report[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read (${error.code}).`);
  });
  try {
    return readReports(text);
  } catch (error) {
    if (error instanceof NoReport)
      throw new UsageError(`${file}: ${error.message}.`, "Give reports made with check --format json.");
    throw error;
  }
}
