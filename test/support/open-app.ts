import type { Browser, Page } from "playwright";
import { onTestFinished } from "vitest";
import { AppPage } from "./app-page";
import type { PageLog } from "./page-log";
import { tempFolder } from "./temp";
import { openPage, startWebUi, type WebUi } from "./web";

export interface OpenedUi {
  ui: WebUi;
  page: Page;
  log: PageLog;
  /** Closes the page and ends the app. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Where the app keeps its data; default: a new folder. */
  home?: string;
  /** Arguments of `web`. */
  args?: string[];
  env?: Record<string, string>;
}

/** Starts the browser UI and opens it in a profile of its own; the caller closes it. */
export async function openUi(
  browser: Browser,
  { home = tempFolder(), args, env }: OpenOptions = {},
): Promise<OpenedUi> {
  const ui = await startWebUi(home, args, env);
  const { page, log } = await openPage(browser, ui.url);
  const close = async () => {
    await page.context().close();
    await ui.stop();
  };
  return { ui, page, log, close };
}

/** The same for one test, which closes it at its end, with the tree in view. */
export async function openApp(
  browser: Browser,
  options: OpenOptions = {},
): Promise<OpenedUi & { app: AppPage }> {
  const opened = await openUi(browser, options);
  onTestFinished(opened.close);
  const app = new AppPage(opened.page);
  await app.tree.waitFor();
  return { ...opened, app };
}
