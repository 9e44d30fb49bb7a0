import { writeFileSync } from "node:fs";
import { join } from "node:path";
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

const parts = Array.from(
  { length: 30 },
  (_, at) => `## Part ${at + 1}\n\n${"Words that fill the page. ".repeat(30)}\n\n    needle ${at + 1}\n`,
);
const LONG = `# Long read\n\n${parts.join("\n")}\n\`\`\`sh\necho "one  two"\n\`\`\`\n`;

/** The app on a server with one long skill of several kinds of files. */
async function open() {
  const folder = tempFolder();
  const file = join(folder, "skills.json");
  const skill = {
    path: "reading/long-read",
    frontmatter: { name: "long-read", description: "Is long. Use when reading is tried." },
    body: LONG,
    files: {
      "data.json": '{"b":[1,2],"a":"\\u0000"}',
      "lines.txt": "\ufefffirst\r\n\tsecond  \r\nthird",
      "blob.bin": { base64: Buffer.from([0, 1, 2, 255, 65]).toString("base64") },
    },
  };
  writeFileSync(file, JSON.stringify([skill]));
  const opened = await openApp(browser);
  await opened.app.addServer("own", servers.raw("--describe", file));
  await opened.app.openSkill("long-read");
  await opened.app.document.getByRole("heading", { name: "Long read" }).waitFor();
  return opened;
}

describe("reading a long skill", () => {
  it("goes by its headings, and marks the one that is read", async () => {
    const { app, page, log } = await open();
    const outline = page.getByRole("navigation", { name: "Headings" });
    await expect.poll(() => outline.getByRole("button").count()).toBe(31);
    await outline.getByRole("button", { name: "Part 17", exact: true }).click();
    const heading = app.document.getByRole("heading", { name: "Part 17", exact: true });
    await expect.poll(() => heading.evaluate((h) => h.getBoundingClientRect().top)).toBeLessThan(400);
    await outline.locator("[aria-current=location]", { hasText: "Part 17" }).waitFor();
    expect(await page.title()).toMatch(/^long-read/);
    expect(log.errors).toEqual([]);
  });

  it("finds in the page by keys alone, round and round", async () => {
    const { page } = await open();
    await page.keyboard.press("Control+f");
    const bar = page.getByRole("search", { name: "Find in this document" });
    await page.keyboard.type("NEEDLE");
    await bar.getByText("1 of 30").waitFor();
    await page.keyboard.press("Shift+Enter");
    await bar.getByText("30 of 30").waitFor();
    await page.keyboard.press("Enter");
    await bar.getByText("1 of 30").waitFor();
    await page.keyboard.type(" 29");
    await bar.getByText("1 of 1").waitFor();
    const place = page.getByText("needle 29", { exact: true });
    await expect.poll(() => place.evaluate((code) => code.getBoundingClientRect().top)).toBeLessThan(900);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("nowhere");
    await bar.getByText("no match").waitFor();
    await page.keyboard.press("Escape");
    await bar.waitFor({ state: "detached" });
  });

  it("copies a block of code as it was written", async () => {
    const { app, page } = await open();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const block = app.document.locator(".doc-code").filter({ hasText: "one  two" });
    await block.hover();
    await block.getByRole("button", { name: /^Copy/ }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^echo "one {2}two"\n?$/);
  });

  it("shows the source with its numbers, its whitespace and its marks", async () => {
    const { app, page } = await open();
    await app.tab("Source").click();
    await page.getByLabel(/^Go to line/).fill("60");
    await page.keyboard.press("Enter");
    await page.locator(".src-row.current").getByText("60", { exact: true }).waitFor();

    await app.tab(/^Files/).click();
    await page.getByRole("treeitem", { name: /^lines\.txt/ }).click();
    await page.getByText(/3 lines · CRLF/).waitFor();
    await page.getByText("starts with a BOM").waitFor();
    await page.getByRole("button", { name: "Whitespace" }).click();
    const rows = () => page.locator(".src-row").allTextContents();
    await expect.poll(rows).toEqual(["1BOMfirstCRLF", "2\tsecond  CRLF", "3third\n"]);
  });

  it("shows JSON as sent or formatted, and bytes that are no text in hex", async () => {
    const { app, page } = await open();
    await app.tab(/^Files/).click();
    await page.getByRole("treeitem", { name: /^data\.json/ }).click();
    await page.locator(".src-row", { hasText: '{"b":[1,2]' }).waitFor();
    await page.getByRole("button", { name: "Formatted" }).click();
    await page.locator(".src-row", { hasText: /"b": \[\s*$/ }).waitFor();

    await page.getByRole("treeitem", { name: /^blob\.bin/ }).click();
    await page.getByText(/00 01 02 ff 41/).waitFor();
  });
});

describe("what a server says of a skill in two places", () => {
  it("is told to be the same, or held side by side", async () => {
    const { app, page } = await open();
    await app.tab("Compare").click();
    await page.getByText("skills/get gives the same entry as the list.").waitFor();
    await page.getByRole("radio", { name: "Entry and file" }).click();
    await page.getByText("The entry and the file state the same frontmatter.").waitFor();

    await app.addServer("other", servers.faulty("frontmatter-differs"));
    await app.openSkill("invoices");
    await app.tab("Compare").click();
    await page.getByRole("radio", { name: "Entry and file" }).click();
    const diff = page.getByRole("table").filter({ hasText: "Frontmatter in SKILL.md" });
    await diff.getByText("only right:").first().waitFor({ state: "attached" });
  });
});
