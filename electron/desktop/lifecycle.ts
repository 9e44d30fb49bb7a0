import { app, dialog } from "electron";

/** Chromium's sandbox is off only where it cannot be on (root on Linux), and never without a word. */
export function isSandboxed(log: (line: string) => void): boolean {
  if (!app.commandLine.hasSwitch("no-sandbox")) return true;
  const why = process.getuid?.() === 0 ? "Chromium has none for root" : "it was started with --no-sandbox";
  log(`Running without Chromium's sandbox: ${why}. Start it as an ordinary user for full protection.`);
  return false;
}

/** Says why the app cannot start, in a window where there is one to be had, and ends it. */
export function reportFailedStart(error: unknown, dataDir: string, report: (error: unknown) => void): void {
  report(error);
  const message = error instanceof Error ? error.message : String(error);
  dialog.showErrorBox(
    "MCP Skill Inspector cannot start",
    `${message}\n\nIts data lies in ${dataDir}. Set SKILL_INSPECTOR_DATA to try with another folder.`,
  );
  app.exit(1);
}

/** Waits for work to end, but no longer than `ms`; a failure is reported and counts as an end. */
export async function within(
  ms: number,
  work: Promise<unknown>,
  report: (error: unknown) => void,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(report), limit]);
  clearTimeout(timer);
}
