import type { Report } from "../../../shared/model/report";
import { htmlReport } from "./html";
import { junitReport } from "./junit";
import { markdownReport } from "./markdown";
import { sarifReport } from "./sarif";

/** One run, or one for each era. */
export type Reports = Report[];

export interface ReportFormat {
  print: (reports: Reports) => string;
  /** Ending of a file that holds it. */
  extension: string;
}

/** The formats that command line and app share; `text` is the command line's own. */
export const reportFormats: Record<"json" | "sarif" | "junit" | "markdown" | "html", ReportFormat> = {
  json: {
    print: (reports) => `${JSON.stringify(reports.length === 1 ? reports[0] : { runs: reports }, null, 2)}\n`,
    extension: "json",
  },
  sarif: { print: sarifReport, extension: "sarif" },
  junit: { print: junitReport, extension: "xml" },
  markdown: { print: markdownReport, extension: "md" },
  html: { print: htmlReport, extension: "html" },
};
