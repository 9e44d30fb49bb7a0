import type { Browser } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { openUi } from "../../support/open-app";
import { startBrowser } from "../../support/web";
import { describeHostile } from "../hostile";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

describeHostile(
  "a skill of a hostile server (ext-sec-untrusted, ext-sec-no-exec; field report g02, g05, g06)",
  (home) => openUi(browser, { home }),
);
