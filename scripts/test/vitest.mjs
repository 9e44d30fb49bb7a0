import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bin, cache, run } from "./run.mjs";

/**
 * Runs one project of vitest.config.ts and counts its tests from the JSON report, so that what is counted is what
 * ran: a file that does not load, a skipped test and an error outside any test each count as failed.
 * @returns `{passed, failed}`.
 */
export async function runProject(project, filters) {
  const report = join(cache, "test-results", `${project}.json`);
  mkdirSync(join(cache, "test-results"), { recursive: true });
  rmSync(report, { force: true });
  const code = await run(
    bin("vitest"),
    [
      "run",
      "--project",
      project,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...(filters.length > 0 ? ["--passWithNoTests", ...filters] : []),
    ],
    { env: { NO_COLOR: process.stdout.isTTY ? undefined : "1" } },
  );
  return count(report, code, filters.length > 0);
}

function count(file, code, filtered) {
  if (!existsSync(file)) {
    if (code === 0 && filtered) return { passed: 0, failed: 0 };
    console.error("vitest left no report: nothing can be counted, which counts as a failure.");
    return { passed: 0, failed: 1 };
  }
  const report = JSON.parse(readFileSync(file, "utf8"));
  const skipped = report.numPendingTests + report.numTodoTests;
  if (skipped > 0) console.error(`${skipped} tests were skipped, which counts as failed.`);
  const unloaded = report.testResults.filter(
    (each) => each.status === "failed" && each.assertionResults.length === 0,
  );
  let failed = report.numFailedTests + skipped + unloaded.length;
  if (failed === 0 && code !== 0) failed = 1;
  if (report.numTotalTests === 0 && failed === 0 && !filtered) {
    console.error("No test ran, which counts as a failure.");
    failed = 1;
  }
  return { passed: report.numPassedTests, failed };
}
