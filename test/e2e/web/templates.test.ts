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

const SEARCH = "skill://find/{topic}{?tags*,limit}";
const FILES = "skill://acme/files/{path}";

/** The app on a server of several templates, one of them open. */
async function open(uriTemplate: string, home = tempFolder()) {
  const opened = await openApp(browser, { home });
  await opened.app.addServer("own", servers.raw("--template", SEARCH, "--template", FILES));
  await show(opened.page, uriTemplate);
  return opened;
}

async function show(page: Page, uriTemplate: string) {
  const row = page.getByRole("treeitem", { name: uriTemplate });
  // Rows move while they come in; the samples have templates of their own, before those of the other server.
  await page.getByRole("treeitem", { name: "invoices" }).waitFor();
  const folder = page.getByRole("treeitem", { name: /^Templates/ }).nth(1);
  if ((await folder.getAttribute("aria-expanded")) === "false") await folder.click();
  await row.last().click();
  await page.getByRole("heading", { level: 1, name: uriTemplate }).waitFor();
}

const uri = (page: Page) => page.getByRole("status", { name: "The URI so far" });
const field = (page: Page, name: string) => page.getByRole("group", { name, exact: true });

/** Types into the field of a variable; the list of suggestions, beside which nothing else can be reached, is closed. */
async function type(page: Page, variable: string, text: string, label = variable) {
  const box = field(page, variable).getByRole("combobox", { name: label, exact: true });
  await box.fill(text);
  await page.getByRole("listbox").waitFor();
  await box.press("Escape");
}

describe("a template's form", () => {
  it("takes lists and maps, and shows what each of them becomes", async () => {
    const { page, log } = await open(SEARCH);
    await type(page, "topic", "tax & law");
    const tags = field(page, "tags");
    await tags.getByText("query", { exact: true }).waitFor();
    await type(page, "tags", "a");
    await tags.getByRole("button", { name: "Add a value" }).click();
    await type(page, "tags", "b", "tags 2");
    await expect
      .poll(() => uri(page).textContent())
      .toBe("skill://find/tax%20%26%20law?tags=a&tags=b{&limit}");

    await tags.getByRole("radio", { name: "Map" }).click();
    await tags.getByLabel("Key 1").fill("lang");
    await tags.getByLabel("Value 1").fill("en");
    await tags.getByLabel("Key 2").fill("lang");
    await tags.getByText("The key “lang” is given twice; the last one counts.").waitFor();
    await tags
      .getByRole("button", { name: /^Remove tags entry/ })
      .last()
      .click();
    await expect.poll(() => uri(page).textContent()).toContain("?lang=en");
    expect(log.errors).toEqual([]);
  });

  it("tells a value that is left out from one that is empty", async () => {
    const { page } = await open(SEARCH);
    const limit = field(page, "limit");
    await type(page, "topic", "x");
    await limit.getByText("Left out.").waitFor();
    await page.getByText(/limit .*left out of the URI/).waitFor();
    await limit.getByRole("button", { name: "Set it to an empty text" }).click();
    await limit.getByText("Set to an empty text.").waitFor();
    await expect.poll(() => uri(page).textContent()).toMatch(/[?&]limit=$/);
  });

  it("warns where a slash in a value turns into %2F", async () => {
    const { page } = await open(FILES);
    const path = field(page, "path");
    await type(page, "path", "reports/2026");
    await expect.poll(() => uri(page).textContent()).toBe("skill://acme/files/reports%2F2026");
    await path.getByRole("note").getByText(/%2F/).waitFor();
  });

  it("keeps what was typed for each template, and what was read over a restart", async () => {
    const home = tempFolder();
    const first = await open("A skill of a team", home);
    const { page } = first;
    await type(page, "team", "billing");
    await type(page, "skill", "invoices");
    await show(page, FILES);
    await show(page, "A skill of a team");
    expect(await field(page, "team").getByRole("combobox").inputValue()).toBe("billing");
    const read = await uri(page).textContent();
    await first.app.button("Read").click();
    await page.getByRole("heading", { level: 1, name: "invoices", exact: true }).waitFor();
    await first.close();

    const again = await openApp(browser, { home });
    await show(again.page, "A skill of a team");
    expect(await field(again.page, "team").getByRole("combobox").inputValue()).toBe("");
    await again.app.tab(/^Recent/).click();
    await again.page.getByRole("button", { name: read! }).click();
    await expect.poll(() => uri(again.page).textContent()).toBe(read);
  });

  it("says in the server's words why a URI gives nothing, and keeps the form", async () => {
    const { app, page } = await open(FILES);
    await type(page, "path", "none");
    await app.button("Read").click();
    const problem = page.getByRole("alert").filter({ hasText: "The server did not give it" });
    await problem
      .getByText(/not found|No resource|-32/i)
      .first()
      .waitFor();
    expect(await field(page, "path").getByRole("combobox").inputValue()).toBe("none");
  });
});
