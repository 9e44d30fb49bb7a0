import { _electron, type ElectronApplication, type Page } from "playwright";
import { inject } from "vitest";
import { killGroup, ownEnvironment } from "./cli";
import { listenTo, type PageLog } from "./page-log";
import { sandboxArgs } from "./provided";

export interface DesktopApp {
  app: ElectronApplication;
  page: Page;
  log: PageLog;
  /** Closes the window as a user would and waits for the process to end. */
  quit(): Promise<void>;
}

/** Starts the built app in the real Electron, in a home of its own, and waits for its window. */
export async function startDesktop(
  home: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<DesktopApp> {
  const electron = inject("electron");
  const app = await _electron.launch({
    executablePath: electron.executablePath,
    args: [...electron.args, ...sandboxArgs, "--disable-gpu", ...args],
    env: { ...ownEnvironment(home), DISPLAY: inject("display"), ...env },
    timeout: 30_000,
  });
  const child = app.process();
  try {
    const page = await app.firstWindow({ timeout: 30_000 });
    const log = listenTo(
      page,
      new URL(page.url()).origin === "null" ? page.url().split("/", 3).join("/") : page.url(),
    );
    return {
      app,
      page,
      log,
      async quit() {
        const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
        const limit = setTimeout(() => child.kill("SIGKILL"), 10_000);
        await app.close();
        if (child.exitCode === null && child.signalCode === null) await ended;
        clearTimeout(limit);
      },
    };
  } catch (error) {
    killGroup(child);
    await app.close().catch(() => undefined);
    throw error;
  }
}
