import type { Browser } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { openPage, startBrowser, startWebUi } from "../../support/web";
import { describeJourney } from "../journey";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

describeJourney(async (home) => {
  const ui = await startWebUi(home);
  const { page, log } = await openPage(browser, ui.url);
  return {
    page,
    log,
    async close() {
      await page.context().close();
      await ui.stop();
    },
  };
});
