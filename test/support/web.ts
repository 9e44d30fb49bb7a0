export { startWebUi, type WebUi } from "./web-ui";

import { type Browser, chromium, type Page } from "playwright";
import { inject } from "vitest";
import { listenTo, type PageLog } from "./page-log";
import { sandboxArgs } from "./provided";

/** Starts the Chromium that the setup found. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: inject("chromium"), args: sandboxArgs });

/** Opens an address in a profile of its own. */
export async function openPage(
  browser: Browser,
  url: string,
  viewport = { width: 1440, height: 900 },
): Promise<{ page: Page; log: PageLog }> {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce" });
  const page = await context.newPage();
  const log = listenTo(page, new URL(url).origin);
  await page.goto(url);
  return { page, log };
}
