import type { Browser } from "playwright";
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
  await opened.app.openTemplate(uriTemplate, "invoices");
  return opened;
}

describe("a template's form", () => {
  it("takes lists and maps, and shows what each of them becomes", async () => {
    const { app, log } = await open(SEARCH);
    await app.typeValue("topic", "tax & law");
    const tags = app.variable("tags");
    await tags.getByText("query", { exact: true }).waitFor();
    await app.typeValue("tags", "a");
    await tags.getByRole("button", { name: "Add a value" }).click();
    await app.typeValue("tags", "b", "tags 2");
    await expect.poll(() => app.uriSoFar()).toBe("skill://find/tax%20%26%20law?tags=a&tags=b{&limit}");

    await tags.getByRole("radio", { name: "Map" }).click();
    await tags.getByLabel("Key 1").fill("lang");
    await tags.getByLabel("Value 1").fill("en");
    await tags.getByLabel("Key 2").fill("lang");
    await tags.getByText("The key “lang” is given twice; the last one counts.").waitFor();
    await tags
      .getByRole("button", { name: /^Remove tags entry/ })
      .last()
      .click();
    await expect.poll(() => app.uriSoFar()).toContain("?lang=en");
    expect(log.errors).toEqual([]);
  });

  it("tells a value that is left out from one that is empty", async () => {
    const { app, page } = await open(SEARCH);
    const limit = app.variable("limit");
    await app.typeValue("topic", "x");
    await limit.getByText("Left out.").waitFor();
    await page.getByText(/limit .*left out of the URI/).waitFor();
    await limit.getByRole("button", { name: "Set it to an empty text" }).click();
    await limit.getByText("Set to an empty text.").waitFor();
    await expect.poll(() => app.uriSoFar()).toMatch(/[?&]limit=$/);
  });

  it("warns where a slash in a value turns into %2F", async () => {
    const { app } = await open(FILES);
    const path = app.variable("path");
    await app.typeValue("path", "reports/2026");
    await expect.poll(() => app.uriSoFar()).toBe("skill://acme/files/reports%2F2026");
    await path.getByRole("note").getByText(/%2F/).waitFor();
  });

  it("keeps what was typed for each template, and what was read over a restart", async () => {
    const home = tempFolder();
    const first = await open("A skill of a team", home);
    const { app, page } = first;
    await app.typeValue("team", "billing");
    await app.typeValue("skill", "invoices");
    await app.openTemplate(FILES, "invoices");
    await app.openTemplate("A skill of a team", "invoices");
    expect(await app.variable("team").getByRole("combobox").inputValue()).toBe("billing");
    const read = await app.uriSoFar();
    await app.button("Read").click();
    await page.getByRole("heading", { level: 1, name: "invoices", exact: true }).waitFor();
    await first.close();

    const again = await openApp(browser, { home });
    await again.app.openTemplate("A skill of a team", "invoices");
    expect(await again.app.variable("team").getByRole("combobox").inputValue()).toBe("");
    await again.app.tab(/^Recent/).click();
    await again.page.getByRole("button", { name: read! }).click();
    await expect.poll(() => again.app.uriSoFar()).toBe(read);
  });

  it("says in the server's words why a URI gives nothing, and keeps the form", async () => {
    const { app, page } = await open(FILES);
    await app.typeValue("path", "none");
    await app.button("Read").click();
    const problem = page.getByRole("alert").filter({ hasText: "The server did not give it" });
    await problem
      .getByText(/not found|No resource|-32/i)
      .first()
      .waitFor();
    expect(await app.variable("path").getByRole("combobox").inputValue()).toBe("none");
  });
});
