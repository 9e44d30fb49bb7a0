import type { Browser } from "playwright";
import { afterAll, beforeAll, expect } from "vitest";
import { openUi } from "../../support/open-app";
import { startBrowser } from "../../support/web";
import { describeSignIn } from "../sign-in-journey";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

describeSignIn(
  // A display is what makes it look for a browser to open; nothing is drawn there.
  (home, env) => openUi(browser, { home, env: { ...env, DISPLAY: ":99" } }),
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
