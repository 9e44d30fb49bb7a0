import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApp } from "../../support/open-app";
import { startBrowser } from "../../support/web";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

async function open() {
  const { app, page, log } = await openApp(browser);
  await app.row("code-review").waitFor();
  return { app, page, log };
}

describe("finding a skill and a place in it", () => {
  it("filters the tree as one types, marks the matches, and says what to do when there are none", async () => {
    const { app, page, log } = await open();
    await page.keyboard.press("/");
    await page.keyboard.type("refund");
    await app.row("refunds").locator("mark", { hasText: "refund" }).waitFor();
    await app.row("meeting-notes").waitFor({ state: "detached" });
    await page.keyboard.type(" nowhere");
    await page.getByText("No skill matches").waitFor();
    await page.keyboard.press("Escape");
    await app.row("meeting-notes").waitFor();
    expect(log.errors).toEqual([]);
  });

  it("finds words of a text once it was read, and opens the line", async () => {
    const { app, page, log } = await open();
    const palette = page.getByRole("dialog", { name: "Search and open" });
    await page.keyboard.press("Control+k");
    await page.keyboard.type("harm, then look");
    await palette.getByText("0 skills").waitFor();
    await page.keyboard.press("Escape");
    await app.openSkill("incident-response");
    await app.document.getByText("First stop the harm").waitFor();

    await page.keyboard.press("Control+k");
    await page.keyboard.type("harm, then look");
    const line = palette.getByRole("option", { name: /First stop the harm/ });
    await line.locator("mark", { hasText: "harm" }).waitFor();
    await line.getByText("line 12").waitFor();
    await page.keyboard.press("Enter");
    await palette.waitFor({ state: "detached" });
    await page.locator(".src-row.current", { hasText: "First stop the harm" }).waitFor();
    expect(log.errors).toEqual([]);
  });

  it("opens a pasted URI from the palette, and goes back and forward by keys", async () => {
    const { app, page, log } = await open();
    await app.openSkill("code-review");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("skill://acme/billing/dunning/SKILL.md");
    const palette = page.getByRole("dialog", { name: "Search and open" });
    await palette.getByText("1 skill", { exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await app.title("dunning").waitFor();
    await page.keyboard.press("Alt+ArrowLeft");
    await app.title("code-review").waitFor();
    await page.keyboard.press("Alt+ArrowRight");
    await app.title("dunning").waitFor();
    expect(log.errors).toEqual([]);
  });

  it("opens what was typed, however soon Enter follows", async () => {
    const { app, page, log } = await open();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Search and open" }).waitFor();
    // One task of the page: the list has no time to be drawn anew between the text and the key.
    await page.getByRole("combobox", { name: /^Search skills of all servers/ }).evaluate((input, text) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, text);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    }, "skill://acme/billing/dunning/SKILL.md");
    await app.title("dunning").waitFor();
    expect(log.errors).toEqual([]);
  });

  it("shows the first-time reader what skills are, and opens one from there", async () => {
    const { app, page, log } = await open();
    await app.opened.getByText(/instructions that an AI assistant reads/).waitFor();
    await app.opened.getByRole("button", { name: /^meeting-notes/ }).click();
    await app.title("meeting-notes").waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("Filter the tree").waitFor();
    expect(log.errors).toEqual([]);
  });
});
