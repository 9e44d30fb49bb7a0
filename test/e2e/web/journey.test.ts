import type { Browser } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { openUi } from "../../support/open-app";
import { startBrowser } from "../../support/web";
import { describeJourney } from "../journey";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

describeJourney((home) => openUi(browser, { home }));
