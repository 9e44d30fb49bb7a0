import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliFile } from "../../support/cli";
import { skillsFolder } from "../../support/fixtures";
import { expectNothingLive, watchOutward } from "../../support/harmless";
import { openApp } from "../../support/open-app";
import { startBrowser } from "../../support/web";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

/** The faults of the built-in server whose content is for the window to withstand. */
const FAULTS = ["script-in-markdown", "remote-image", "html-and-svg"];

async function open() {
  const { app, page, log, ui } = await openApp(browser);
  const outward = watchOutward(page, ui.origin);
  const args = [cliFile, "serve", skillsFolder("clean"), ...FAULTS.flatMap((id) => ["--fault", id])];
  await app.addServer("hostile", { command: process.execPath, args });
  const expectHarmless = async () => {
    expect(await page.evaluate(() => (window as { pwned?: unknown }).pwned)).toBeUndefined();
    await expectNothingLive(page);
    expect(outward).toEqual([]);
    expect(log.foreign).toEqual([]);
    expect(log.errors).toEqual([]);
  };
  return { app, page, expectHarmless };
}

describe("the faults with content for the window, opened in it", () => {
  it("script-in-markdown: shown as text, nothing runs", async () => {
    const { app, expectHarmless } = await open();
    await app.openSkill("script-in-markdown");
    await app.document.getByRole("heading", { name: "Hello" }).waitFor();
    await expectHarmless();
    await app.tab("Source").click();
    await app.opened.getByText("globalThis.pwned = true").first().waitFor();
    await expectHarmless();
  });

  it("remote-image: no image is fetched, and the host of each is named", async () => {
    const { app, expectHarmless } = await open();
    await app.openSkill("remote-image");
    await app.document.getByRole("heading", { name: "Images" }).waitFor();
    await app.document.getByText("evil.example").first().waitFor();
    expect(await app.document.locator("img").count()).toBe(0);
    await expectHarmless();
  });

  it("html-and-svg: the page is source, the picture is drawn where no script can run", async () => {
    const { app, expectHarmless } = await open();
    await app.openSkill("html-and-svg");
    await app.document.getByRole("heading", { name: "Files" }).waitFor();
    await expectHarmless();
    await app.tab(/^Files/).click();
    for (const name of ["page.html", "picture.svg"]) {
      await app.opened.getByRole("treeitem", { name: new RegExp(`^${name}`) }).click();
      await app.button("Full view").waitFor();
      await expectHarmless();
    }
  });
});
