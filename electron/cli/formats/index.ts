import { type Reports, reportFormats } from "../../engine/report-formats";
import { UsageError } from "../exit";
import { textReport } from "./text";

export type { Reports };

const FORMATS: Record<string, (reports: Reports) => string> = {
  text: (reports) => reports.map(textReport).join("\n"),
  ...Object.fromEntries(Object.entries(reportFormats).map(([name, { print }]) => [name, print])),
};

export const FORMAT_NAMES = Object.keys(FORMATS);

/** @throws UsageError for an unknown format */
export function formatter(name: string): (reports: Reports) => string {
  const format = FORMATS[name];
  if (!format) throw new UsageError(`There is no format "${name}".`, `Known: ${FORMAT_NAMES.join(", ")}.`);
  return format;
}
