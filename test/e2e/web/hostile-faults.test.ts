import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { AppPage } from "../../support/app-page";
import { cliFile } from "../../support/cli";
import { skillsFolder } from "../../support/fixtures";
import { tempFolder } from "../../support/temp";
import { openPage, startBrowser, startWebUi } from "../../support/web";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

/** The faults of the built-in server whose content is for the window to withstand. */
const FAULTS = ["script-in-markdown", "remote-image", "html-and-svg"];

async function open() {
  const ui = await startWebUi(tempFolder());
  const { page, log } = await openPage(browser, ui.url);
  const outward: string[] = [];
  page.on("dialog", (dialog) => {
    outward.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.context().on("page", (opened) => outward.push(`window ${opened.url()}`));
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame() || !frame.url().startsWith(ui.origin)) outward.push(`to ${frame.url()}`);
  });
  onTestFinished(async () => {
    await page.context().close();
    await ui.stop();
  });
  const app = new AppPage(page);
  await app.tree.waitFor();
  const args = [cliFile, "serve", skillsFolder("clean"), ...FAULTS.flatMap((id) => ["--fault", id])];
  await app.addServer("hostile", { command: process.execPath, args });
  const expectHarmless = async () => {
    expect(await page.evaluate(() => (window as { pwned?: unknown }).pwned)).toBeUndefined();
    const live = "script, iframe, object, embed, form, base, [onclick], [onerror], [onload], [srcdoc]";
    expect(await app.opened.locator(live).count()).toBe(0);
    for (const image of await app.opened.locator("img").all())
      expect(await image.getAttribute("src")).toMatch(/^blob:/);
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
