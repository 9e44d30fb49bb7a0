import type { Report } from "../../../shared/model/report";
import { UsageError } from "../exit";
import { htmlReport } from "./html";
import { junitReport } from "./junit";
import { markdownReport } from "./markdown";
import { sarifReport } from "./sarif";
import { textReport } from "./text";

/** One run, or one for each era. */
export type Reports = Report[];

const FORMATS: Record<string, (reports: Reports) => string> = {
  text: (reports) => reports.map(textReport).join("\n"),
  json: (reports) => `${JSON.stringify(reports.length === 1 ? reports[0] : { runs: reports }, null, 2)}\n`,
  sarif: sarifReport,
  junit: junitReport,
  markdown: markdownReport,
  html: htmlReport,
};

export const FORMAT_NAMES = Object.keys(FORMATS);

/** @throws UsageError for an unknown format */
export function formatter(name: string): (reports: Reports) => string {
  const format = FORMATS[name];
  if (!format) throw new UsageError(`There is no format "${name}".`, `Known: ${FORMAT_NAMES.join(", ")}.`);
  return format;
}
