import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServerCommand, servers } from "../../support/fixtures";
import { openApp } from "../../support/open-app";
import { tempFolder } from "../../support/temp";
import { startBrowser } from "../../support/web";

/** What the released extension asks of what a host shows, held by our own screen: each test names its row. */

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

const skill = (path: string, more: Record<string, unknown> = {}, body = "# Body\n\nWork.\n") => ({
  path,
  frontmatter: { name: path.split("/").at(-1), description: "Does work. Use when work is due.", ...more },
  body,
});

/** The raw server with these skills. */
function describing(...skills: ReturnType<typeof skill>[]): ServerCommand {
  const file = join(tempFolder(), "skills.json");
  writeFileSync(file, JSON.stringify(skills));
  return servers.raw("--describe", file);
}

/** The app with these servers beside the samples. */
async function open(named: Record<string, ServerCommand>) {
  const { app, page, log } = await openApp(browser);
  for (const [label, command] of Object.entries(named)) await app.addServer(label, command);
  return { app, page, log };
}

describe("where a skill comes from", () => {
  it("ext-sec-origin, ext-sec-inspect: a skill shows its server and its text before anything is done with it", async () => {
    const { app } = await open({ "my own label": describing(skill("acme/work")) });
    await app.openSkill("work");
    await app.opened.getByText("from my own label").waitFor();
    await app.document.getByText("Work.").waitFor();
    await app.tab("Source").click();
    await app.opened.getByText("name: work").first().waitFor();
  });

  it("ext-verify-not-trust: agreement with the entry is called that, and never safe or trusted", async () => {
    const { app } = await open({ own: describing(skill("acme/work")) });
    await app.openSkill("work");
    await app.opened
      .getByText(/matches its entry/)
      .first()
      .waitFor();
    for (const tab of ["Preview", "Files", "Frontmatter", "Compare"]) {
      await app.tab(tab).click();
      expect(await app.opened.textContent()).not.toMatch(/\b(?:safe|trusted|trustworthy|secure)\b/i);
    }
  });
});

describe("skills of one name", () => {
  it("ext-entry-no-name-assume: are separate rows on one server, told apart by their path", async () => {
    const { app } = await open({ own: describing(skill("a/twin"), skill("b/twin")) });
    await expect.poll(() => app.row("twin").count()).toBe(2);
    const words = await app.row("twin").allInnerTexts();
    expect(new Set(words).size).toBe(2);
  });

  it("ext-entry-no-shadow, ext-sec-collisions: stay visible on two servers, and each row names the other", async () => {
    const { app } = await open({ first: describing(skill("x/twin")), second: describing(skill("y/twin")) });
    await expect.poll(() => app.row("twin").count()).toBe(2);
    await app.row("twin").filter({ hasText: "also on second" }).waitFor();
    await app.row("twin").filter({ hasText: "also on first" }).waitFor();
  });
});

describe("what a skill asks for", () => {
  it("ext-sec-allowed-tools: allowed-tools is shown with a warning and has no effect", async () => {
    const { app, page } = await open({
      own: describing(skill("acme/work", { "allowed-tools": "Bash(rm:*)" })),
    });
    await app.openSkill("work");
    const chip = app.opened.getByText("asks for tools: Bash(rm:*)");
    await chip.waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("ext-entry-metadata-ignore: a reserved metadata key changes nothing", async () => {
    const metadata = { "io.modelcontextprotocol/x": "1", "io.modelcontextprotocol/trusted": "true" };
    const { app } = await open({ own: describing(skill("acme/work", { metadata })) });
    await app.openSkill("work");
    await app.document.getByText("Work.").waitFor();
    const facts = await app.opened.getByText("from own").locator("xpath=..").textContent();
    expect(facts).not.toMatch(/trust|modelcontextprotocol/i);
  });

  it("ext-nested-no-act: a nested SKILL.md opened as a file stays a file of its outer skill", async () => {
    const inner = skill("shelf/deep", { license: "Inner licence", "allowed-tools": "Bash(rm:*)" });
    const outer = {
      ...skill("shelf", {}, "# Shelf\n\nSee [deep](deep/SKILL.md).\n"),
      files: {
        "deep/SKILL.md":
          '---\nname: deep\ndescription: "Does work. Use when work is due."\nallowed-tools: Bash(rm:*)\n---\n# Deep\n',
      },
    };
    const { app } = await open({ own: describing(outer as ReturnType<typeof skill>, inner) });
    await app.openSkill("shelf");
    await app.tab(/^Files/).click();
    await app.opened
      .getByRole("treeitem", { name: /SKILL\.md/ })
      .last()
      .click();
    await app.title("shelf").waitFor();
    expect(await app.opened.getByText(/asks for tools/).count()).toBe(0);
  });
});

describe("what must not be taken for right", () => {
  it("ext-entry-invalid-not-loaded: an invalid entry is shown with its reason and is not read", async () => {
    const { app } = await open({ own: servers.faulty("no-resources") });
    await app.tree.getByRole("treeitem", { name: /invoices/ }).click();
    await app.opened.getByText("The entry of this skill is invalid, so it was not read").waitFor();
    await app.button("Read SKILL.md all the same").waitFor();
    expect(await app.opened.getByRole("article").count()).toBe(0);
  });

  it("ext-dir-stale-present: a child that only the directory shows is called a change, not an error", async () => {
    const { app } = await open({ own: servers.faulty("incomplete-manifest") });
    await app.openSkill("invoices");
    await app.tab(/^Files/).click();
    await app.opened.getByText("Directory", { exact: true }).click();
    await app.opened.getByText(/This skill has changed since its entry was listed/).waitFor();
    await app.opened.getByText("only in the directory", { exact: true }).waitFor();
    expect(await app.opened.getByRole("alert").count()).toBe(0);
  });
});
