import { writeFile } from "node:fs/promises";
import type { Report } from "../../../shared/model/report";
import { freshFindings } from "../../engine/report-formats/describe";
import { EXIT, UsageError } from "../exit";
import { print } from "../output";
import { formatter } from ".";

/** A format with the file it goes to; stdout without one. */
export interface OutputChoice {
  format: string;
  file?: string;
}

export type FailOn = "must" | "should" | "never";

/**
 * Checks the outputs before any work is done.
 * @returns writes reports to all of them
 * @throws UsageError for an unknown format, or two reports on stdout
 */
export function reportWriter(choices: readonly OutputChoice[]): (reports: Report[]) => Promise<void> {
  const outputs = choices.map(({ format, file }) => ({ format: formatter(format), file }));
  if (outputs.filter(({ file }) => file === undefined).length > 1) {
    throw new UsageError("Two reports would go to stdout.", "Give each --format but one an --output FILE.");
  }
  return async (reports) => {
    for (const { format, file } of outputs) {
      const text = format(reports);
      if (file === undefined) await print(text);
      else await writeFile(file, text);
    }
  };
}

/** What reports mean for the exit code: findings that no baseline knows, then incompleteness. */
export function exitFor(reports: readonly Report[], failOn: FailOn): number {
  const counting = failOn === "must" ? ["error"] : failOn === "should" ? ["error", "warning"] : [];
  const failed = reports.some((report) =>
    freshFindings(report).some(({ severity }) => counting.includes(severity)),
  );
  if (failed) return EXIT.findings;
  return reports.some(({ incomplete }) => incomplete) ? EXIT.incomplete : EXIT.ok;
}
