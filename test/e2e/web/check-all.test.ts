import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { servers } from "../../support/fixtures";
import { openApp } from "../../support/open-app";
import { startBrowser } from "../../support/web";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

describe("Check all", () => {
  it("opens the report of the only server, and says that nothing was found", async () => {
    const { app, page } = await openApp(browser);
    await page.getByRole("button", { name: "Check all" }).click();
    await app.title("Checks").waitFor();
    const verdict = page.getByRole("button", { name: "Samples: checked, no errors or warnings" });
    await verdict.waitFor();

    await app.server("Samples").click();
    await app.title("Samples").waitFor();
    await page.getByRole("button", { name: /^Report/ }).click();
    await app.title("Checks").waitFor();
    expect(await page.getByText("no error, no warning").isVisible()).toBe(true);
  });

  it("stays where it is with several servers, the worst verdict first", async () => {
    const { app, page } = await openApp(browser);
    await app.addServer("broken", servers.faulty("wrong-digest"));
    await app.openSkill("dunning");
    await page.getByRole("button", { name: "Check all" }).click();
    await page.getByRole("button", { name: "Samples: checked, no errors or warnings" }).waitFor();
    await page.getByRole("button", { name: /^broken: / }).waitFor();
    await app.title("dunning").waitFor();
    const verdicts = await page.getByRole("button", { name: /^(broken|Samples): / }).allInnerTexts();
    expect(verdicts[0]).toMatch(/^broken: \d+ error/);
  });
});
