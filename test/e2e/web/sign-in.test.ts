import type { Browser } from "playwright";
import { afterAll, beforeAll, expect } from "vitest";
import { openPage, startBrowser, startWebUi } from "../../support/web";
import { describeSignIn } from "../sign-in-journey";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

describeSignIn(
  async (home, env) => {
    // A display is what makes it look for a browser to open; nothing is drawn there.
    const ui = await startWebUi(home, [], { ...env, DISPLAY: ":99" });
    const { page, log } = await openPage(browser, ui.url);
    return {
      page,
      log,
      async close() {
        await page.context().close();
        await ui.stop();
      },
    };
  },
  async (address) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(address);
    await page.getByRole("heading", { name: /MCP Skill Inspector wants/ }).waitFor();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByRole("heading", { name: "The answer has reached MCP Skill Inspector." }).waitFor();
    expect(page.url()).not.toContain("code=");
    await context.close();
  },
);
