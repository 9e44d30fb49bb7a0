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

const skill = (name: string, body: string, more: object = {}) => ({
  path: `team/${name}`,
  frontmatter: { name, description: "Does work. Use when work is due.", ...more },
  body,
});
const BROKEN = [skill("one", "# One\n\nSee [gone](gone.md).\n"), skill("two", "# Two\n")];
const MENDED = [skill("one", "# One\n"), skill("two", "# Two\n\nSee [lost](lost.md).\n")];

/** The app on a server with a dead link, checked. */
async function checked() {
  const file = join(tempFolder(), "skills.json");
  const serve = (skills: object[]) => writeFileSync(file, JSON.stringify(skills));
  serve(BROKEN);
  const opened = await openApp(browser);
  const { app, page } = opened;
  await app.addServer("own", servers.raw("--describe", file));
  await app.server("own").click();
  await app.title("own").waitFor();
  await app.button("Check").click();
  await app.title("Checks").waitFor();
  await app.button("Check again").waitFor({ timeout: 30_000 });
  return { ...opened, serve, findings: page.getByRole("region", { name: "Findings" }) };
}

const choose = (page: Page, name: string | RegExp) => page.getByRole("radio", { name }).click();

describe("a server's report", () => {
  it("is grouped, filtered and searched, and leads to the line", async () => {
    const { app, page, findings, log } = await checked();
    const dead = findings.getByRole("article").filter({ hasText: "gone.md" }).first();
    await dead.waitFor();
    const rule = await dead.locator("code").first().textContent();
    await choose(page, "By rule");
    await findings.getByRole("heading", { level: 2, name: rule! }).waitFor();
    await choose(page, "By skill");
    await findings.getByRole("button", { name: "skill://team/one/SKILL.md" }).waitFor();
    await choose(page, /^Errors 0/);
    await page.getByText("No finding matches the filter.").waitFor();
    await choose(page, "All");
    await page.getByLabel("Search in findings").fill("no such words");
    await page.getByText("No finding matches the filter.").waitFor();
    await page.getByLabel("Search in findings").fill(rule!);
    await dead.getByRole("button", { name: /^Open line/ }).click();
    await app.title("one").waitFor();
    await page.locator(".src-row.current", { hasText: "[gone](gone.md)" }).waitFor();
    await page.keyboard.press("Alt+ArrowLeft");
    await app.title("Checks").waitFor();
    expect(log.errors).toEqual([]);
  });

  it("tells what came and what went since the run before", async () => {
    const { app, page, findings, serve } = await checked();
    serve(MENDED);
    await app.button(/^Restart and check/).click();
    await choose(page, /^New [1-9]/);
    await findings.getByRole("article").filter({ hasText: "lost.md" }).first().waitFor();
    expect(await findings.getByRole("article").filter({ hasText: "gone.md" }).count()).toBe(0);
    await choose(page, /^Fixed [1-9]/);
    const fixed = findings.getByRole("article").filter({ hasText: "gone.md" }).first();
    await fixed.waitFor();
    await fixed.getByRole("button", { name: /^Show .*message/ }).click();
    await fixed
      .getByText(/resources\/read/)
      .first()
      .waitFor();
    expect(await findings.getByRole("article").filter({ hasText: "lost.md" }).count()).toBe(0);
  });

  it("is saved in every format, each of them whole", async () => {
    const { app, page } = await checked();
    const saved = async (entry: RegExp) => {
      await app.button("Save report").click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: entry }).click(),
      ]);
      return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
    };
    const json = await saved(/^JSON/);
    expect(json.name).toMatch(/\.json$/);
    const { findings } = JSON.parse(json.text) as {
      findings: { rule: string; subject: { skill?: string } }[];
    };
    const dead = findings.find(({ subject }) => subject.skill === "skill://team/one/SKILL.md")!;

    const sarif = await saved(/^SARIF/);
    expect(JSON.parse(sarif.text)).toMatchObject({ version: "2.1.0" });
    const junit = await saved(/^JUnit/);
    expect(junit.text).toMatch(/^<\?xml[^>]*>\s*<testsuites /);
    const markdown = await saved(/^Markdown/);
    expect(markdown.name).toMatch(/\.md$/);
    const html = await saved(/^HTML/);
    expect(html.text).toMatch(/^<!doctype html>/i);
    const evidence = await saved(/^Evidence/);
    expect(evidence.name).toMatch(/\.evidence\.ndjson$/);
    for (const { text } of [sarif, junit, markdown, html]) expect(text).toContain(dead.rule);
    for (const line of evidence.text.trimEnd().split("\n")) JSON.parse(line);
  });
});
