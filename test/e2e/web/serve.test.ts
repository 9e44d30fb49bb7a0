import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openApp } from "../../support/open-app";
import { takePicture } from "../../support/screenshot";
import { tempFolder } from "../../support/temp";
import { until } from "../../support/until";
import { startBrowser } from "../../support/web";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

/** The Serve page of a fresh app, and a folder with one skill of two files. */
async function open() {
  const folder = join(tempFolder(), "mine");
  mkdirSync(join(folder, "demo"), { recursive: true });
  writeFileSync(
    join(folder, "demo/SKILL.md"),
    "---\nname: demo\ndescription: Shows what serving does. Use when serving.\n---\n\n# Demo\n",
  );
  writeFileSync(join(folder, "demo/notes.md"), "# Notes\n");
  const { app, page, log } = await openApp(browser);
  await page.getByRole("navigation").getByText("Serve", { exact: true }).click();
  await app.title("Serve").waitFor();
  const folders = app.opened.getByLabel("Folders, one a line");
  await folders.fill(folder);
  const start = app.button("Start");
  const cards = app.opened.getByRole("article", { name: /^Server at/ });
  return { app, page, log, folder, folders, start, cards };
}

const address = async (card: import("playwright").Locator) =>
  (await card.getByRole("code").or(card.locator("code")).first().textContent())!;

describe("the Serve page", () => {
  it("serves a folder with a fault, shows requests as they come, and stops", async () => {
    const { app, page, log, folder, start, cards } = await open();
    await app.opened.getByLabel("Search the faults").fill("wrong-digest");
    await app.opened.getByRole("checkbox", { name: "wrong-digest" }).check({ force: true });
    await start.click();
    await cards.first().waitFor();
    const card = cards.first();
    await card.getByText(folder, { exact: true }).waitFor();
    await card.getByText("wrong-digest").first().waitFor();
    const url = await address(card);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    await card.getByText("No request yet").waitFor();
    await card.getByRole("button", { name: "Open it here" }).click();
    await app.row("demo").waitFor();
    await page.getByRole("navigation").getByText("Serve", { exact: true }).click();
    await card.getByRole("list", { name: "Requests" }).getByText("skills/list").first().waitFor();
    await takePicture(page, "serve-running");
    await card.getByRole("button", { name: "Stop" }).click();
    await card.waitFor({ state: "detached" });
    await until(
      () =>
        fetch(url).then(
          () => false,
          () => true,
        ),
      { what: () => "nothing listens any more" },
    );
    expect(log.errors).toEqual([]);
  });

  it("serves a web site that is opened here and read like a server", async () => {
    const { app, page, start, cards } = await open();
    await app.opened.getByRole("button", { name: /Convention/ }).click();
    await page.getByRole("option", { name: /Well-known index/ }).click();
    await start.click();
    await cards.first().getByRole("button", { name: "Open it here" }).click();
    await app.openSkill("demo");
    await app.document.getByRole("heading", { name: "Demo" }).waitFor();
    await app.opened
      .getByText(/matches its entry/i)
      .first()
      .waitFor();
  });

  it("works by keyboard alone", async () => {
    const { page, folders, cards } = await open();
    await folders.focus();
    const onStart = () => page.evaluate(() => document.activeElement?.textContent?.trim() === "Start");
    for (let presses = 0; presses < 40 && !(await onStart()); presses++) await page.keyboard.press("Tab");
    expect(await onStart()).toBe(true);
    await page.keyboard.press("Enter");
    await cards.first().waitFor();
  });

  it("says in words that a folder is gone and that a port is taken, and starts once that is mended", async () => {
    const { app, folder, folders, start, cards } = await open();
    await folders.fill(`${folder}-gone`);
    await start.click();
    await app.opened.getByText(/mine-gone is not there; a folder of skills is needed/).waitFor();
    await folders.fill(folder);
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await until(() => taken.listening, { what: () => "the port is taken" });
    const { port } = taken.address() as AddressInfo;
    await app.opened.getByLabel("Port").fill(String(port));
    await start.click();
    await app.opened
      .getByText(/could not be started: .*in use|EADDRINUSE/i)
      .first()
      .waitFor();
    await app.opened.getByLabel("Port").fill("");
    await start.click();
    await cards.first().waitFor();
  });
});
