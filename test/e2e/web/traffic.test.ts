import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { servers } from "../../support/fixtures";
import { openApp } from "../../support/open-app";
import { tempFolder } from "../../support/temp";
import { startBrowser } from "../../support/web";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

/** The app on one server, its traffic open. */
async function open() {
  const { app, page, log } = await openApp(browser);
  await app.addServer("own", servers.raw());
  await app.openSkill("invoices");
  await page.keyboard.press("Control+j");
  const traffic = page.getByRole("region", { name: "Traffic" });
  await traffic.waitFor();
  return { app, page, log, traffic };
}

/** Shows only lines with this text, and opens the first of them. */
async function openLine(page: Page, text: string) {
  const traffic = page.getByRole("region", { name: "Traffic" });
  await traffic.getByLabel("Filter by method, id or text").fill(text);
  const line = traffic.getByRole("option", { name: new RegExp(text) }).first();
  await line.click();
  return line;
}

describe("the traffic", () => {
  it("sends a request again: a new line with its own answer", async () => {
    const { page, traffic, log } = await open();
    await openLine(page, "resources/read");
    await traffic.getByRole("button", { name: "Send again" }).click();
    const replayed = traffic.getByRole("option", { name: /resources\/read replay/, selected: true });
    await replayed.waitFor();
    await replayed.getByText("ok").waitFor();
    await traffic.getByText('"contents"').waitFor();
    expect(log.errors).toEqual([]);
  });

  it("edits a request, says where its JSON is wrong as it is typed, and sends it", async () => {
    const { page, traffic } = await open();
    await openLine(page, "resources/read");
    await traffic.getByRole("button", { name: "Edit and send" }).click();
    const dialog = page.getByRole("dialog", { name: "Send a request to own" });
    const params = dialog.getByLabel("Params (JSON)");
    expect(JSON.parse(await params.inputValue())).toEqual({ uri: "skill://acme/billing/invoices/SKILL.md" });
    await params.fill('{\n  "uri": \n}');
    await dialog.getByText("Not valid JSON at line 3, column 1: expected a value.").waitFor();
    expect(await dialog.getByRole("button", { name: "Send", exact: true }).isDisabled()).toBe(true);
    await params.fill('{"uri": "skill://nobody/SKILL.md"}');
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    const line = traffic.getByRole("option", { selected: true });
    await line.getByText("error -32602").waitFor();
    await traffic
      .getByText(/Resource not found: skill:\/\/nobody/)
      .first()
      .waitFor();
  });

  it("saves what is shown, and shows what was saved apart from the live traffic", async () => {
    const { page, traffic } = await open();
    await traffic.getByLabel("Filter by method, id or text").fill("resources/read");
    // The file itself, and the image in its text.
    const shown = 2;
    await traffic.getByText(`${shown} lines`, { exact: true }).waitFor();
    const menu = traffic.getByRole("button", { name: "Save, load or clear the traffic" });
    await menu.click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Save what is shown…" }).click(),
    ]);
    const text = readFileSync(await download.path(), "utf8");
    const messages = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { kind: string; raw: string; server: string });
    expect(messages.filter(({ kind }) => kind === "request")).toHaveLength(shown);
    expect(messages.every(({ server, raw }) => server.length > 0 && JSON.parse(raw))).toBe(true);

    const file = join(tempFolder(), "saved.ndjson");
    writeFileSync(file, text);
    await menu.click();
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("menuitem", { name: "Look at a saved file…" }).click(),
    ]);
    await chooser.setFiles(file);
    await traffic.getByText("Nothing of it is live.").waitFor();
    expect(await traffic.getByRole("option").count()).toBe(shown);
    await traffic.getByRole("option").last().click();
    await traffic.getByText('"contents"').waitFor();
    // What was saved is looked at; it cannot be sent from there.
    expect(await traffic.getByRole("button", { name: "Send again" }).count()).toBe(0);
    await traffic.getByRole("button", { name: "Back to live traffic" }).click();
    await traffic
      .getByRole("option", { name: /skills\/list/ })
      .first()
      .waitFor();
  });

  it("refuses a file that is none, in words", async () => {
    const { page, traffic } = await open();
    const file = join(tempFolder(), "other.json");
    writeFileSync(file, '{"hello": 1}\n');
    await traffic.getByRole("button", { name: "Save, load or clear the traffic" }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("menuitem", { name: "Look at a saved file…" }).click(),
    ]);
    await chooser.setFiles(file);
    await page.getByText(/other\.json cannot be shown as traffic: Line 1 is no saved message/).waitFor();
  });
});
