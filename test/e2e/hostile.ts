import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect, it, onTestFinished } from "vitest";
import { AppPage } from "../support/app-page";
import { servers } from "../support/fixtures";
import { expectNothingLive, watchOutward } from "../support/harmless";
import { tempFolder } from "../support/temp";
import { hostileFileNames, hostileWords, markdownPayloads } from "./hostile-payloads";
import { markdownBombs } from "./hostile-payloads-more";
import type { Shell } from "./journey";

/** Takes note of everything that reaches it: what a page that was taken over would ask. */
async function startListener() {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url}`);
    response.end();
  });
  // A connection alone tells of a visitor as well.
  server.on("connection", () => hits.push("connection"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { hits, at: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Skills as the raw server takes them: one full of payloads, and one for each hostile name. */
function describeSkills(at: string) {
  const payloads = markdownPayloads(at);
  const body = payloads.map((payload, number) => `## Payload ${number}\n\n${payload}\n`).join("\n");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="parent.pwned=1" width="20" height="20"><script>parent.pwned=1</script><image href="${at}/in-svg.png" width="9" height="9"/><rect width="20" height="20"/></svg>`;
  const html = `<script>parent.pwned=1</script><img src="${at}/in-html.png">`;
  const files = Object.fromEntries([
    ["assets/evil.svg", svg],
    ["assets/evil.html", html],
    ...hostileFileNames.map((name) => [name, `# ${name}\n\n<script>window.pwned=1</script>\n`]),
  ]);
  const words = hostileWords(at);
  return [
    {
      path: "hostile/payloads",
      frontmatter: {
        name: "payloads",
        description: words.join(" "),
        license: words[0],
        "allowed-tools": words[2],
        metadata: Object.fromEntries(words.map((word, number) => [`${word}${number}`, word])),
      },
      body,
      files: { "assets/evil.svg": svg, "assets/evil.html": html },
    },
    {
      path: "hostile/disguises",
      frontmatter: { name: "disguises", description: "Holds files with hostile names." },
      body: "# Disguises\n",
      files,
    },
    {
      path: "hostile/bombs",
      frontmatter: { name: "bombs", description: "Holds texts that cost much to show." },
      body: "# Bombs\n",
      files: Object.fromEntries(markdownBombs.map((bomb, number) => [`bomb-${number}.md`, `${bomb}\n`])),
    },
    ...words.map((word, number) => ({
      path: `hostile/names/number-${number}`,
      frontmatter: { name: word, description: word },
      body: `# ${word}\n`,
      files: {},
    })),
  ];
}

/** Characters that turn text around or cannot be seen, in what is shown, in titles and in names for screen readers. */
async function expectNoDisguise(page: Page) {
  const found = await page.evaluate(() => {
    const hidden = /[\u202a-\u202e\u2066-\u2069\u200b-\u200f\u{e0000}-\u{e007f}]/u;
    const texts = [document.title, document.body.textContent] as (string | null)[];
    for (const element of document.body.querySelectorAll("[title], [aria-label], [alt]"))
      texts.push(
        element.getAttribute("title"),
        element.getAttribute("aria-label"),
        element.getAttribute("alt"),
      );
    return texts.flatMap((text) => {
      const at = text?.search(hidden) ?? -1;
      return at < 0 ? [] : [escape(text!.slice(Math.max(at - 60, 0), at + 20))];
    });
  });
  expect(found).toEqual([]);
}

/**
 * A skill full of payloads, read and clicked through. Run by the browser and by the desktop tests.
 * @param title what is held by it
 * @param start opens the app on a home folder
 */
export function describeHostile(title: string, start: (home: string) => Promise<Shell>): void {
  const open = async () => {
    const { hits, at } = await startListener();
    const folder = tempFolder();
    const described = join(folder, "skills.json");
    writeFileSync(described, JSON.stringify(describeSkills(at)));
    const { page, log, close } = await start(tempFolder());
    onTestFinished(close);
    const app = new AppPage(page);
    await app.tree.waitFor();
    const outward = watchOutward(page, page.url().split("/", 3).join("/"));
    await app.addServer("hostile server", servers.raw("--describe", described));
    const expectHarmless = async () => {
      expect(await page.evaluate(() => (window as { pwned?: unknown }).pwned)).toBeUndefined();
      expect(outward).toEqual([]);
      expect(log.foreign).toEqual([]);
      expect(hits).toEqual([]);
      // Not even the policy of the page had to refuse anything.
      expect(log.errors).toEqual([]);
    };
    return { app, page, expectHarmless, payloads: markdownPayloads(at) };
  };

  describe(title, () => {
    it("runs nothing, asks nothing and goes nowhere, read and clicked through", async () => {
      const { app, page, payloads, expectHarmless } = await open();
      expect(payloads.length + markdownBombs.length).toBeGreaterThanOrEqual(150);
      await app.openSkill("payloads");
      const last = app.document.getByRole("heading", { name: `Payload ${payloads.length - 1}`, exact: true });
      await last.scrollIntoViewIfNeeded();
      for (const number of payloads.keys())
        await app.document.getByRole("heading", { name: `Payload ${number}`, exact: true }).waitFor();
      await expectNothingLive(page);
      await expectNoDisguise(page);
      await expectHarmless();

      const links = app.document.getByRole("link");
      const count = await links.count();
      expect(count).toBeGreaterThan(5);
      for (let at = 0; at < count; at++) {
        await links.nth(at).click();
        // A link out asks first, with the whole address; a link inside opens another page of the app.
        const question = page.getByRole("dialog");
        const back = page.getByRole("button", { name: "Back" });
        if (await question.isVisible()) {
          await page.keyboard.press("Escape");
          await question.waitFor({ state: "detached" });
        } else if (!(await app.title("payloads").isVisible())) {
          await back.click();
          await app.title("payloads").waitFor();
        }
      }
      await expectHarmless();
    });

    it("is as harmless in every other view, file by file", async () => {
      const { app, page, expectHarmless } = await open();
      await app.openSkill("disguises");
      for (const view of ["Source", "Frontmatter", "Checks", "Compare"]) {
        await app.tab(view).click();
        await expectNothingLive(page);
        await expectNoDisguise(page);
      }
      await app.tab(/^Files/).click();
      const files = app.opened.locator("[role=treeitem]:not([aria-expanded])");
      await files.first().waitFor();
      const count = await files.count();
      expect(count).toBeGreaterThanOrEqual(hostileFileNames.length);
      for (let at = 0; at < count; at++) {
        await files.nth(at).click();
        await app.button("Full view").waitFor();
        await expectNothingLive(page);
        await expectNoDisguise(page);
      }
      await expectHarmless();
    });

    it("shows a text that costs much all the same, and at once what is asked for next", async () => {
      const { app, page, expectHarmless } = await open();
      await app.openSkill("bombs");
      await app.tab(/^Files/).click();
      for (const number of markdownBombs.keys()) {
        await app.opened.getByRole("treeitem", { name: new RegExp(`^bomb-${number}\\.md`) }).click();
        const asSource = app.opened.locator(".src-row").first();
        await app.opened.getByRole("article").or(asSource).first().waitFor({ timeout: 10_000 });
        await expectNothingLive(page);
      }
      await app.openSkill("payloads");
      await app.document.getByRole("heading", { name: "Payload 0", exact: true }).waitFor();
      await expectHarmless();
    });

    it("shows names with characters that cannot be seen under marks that can", async () => {
      const { app, page, expectHarmless } = await open();
      await app.tree.getByText("pay⟨U+202E⟩slliks").waitFor();
      await app.tree.getByText("zero⟨U+200B⟩⟨U+200C⟩width").waitFor();
      await app.openSkill("disguises");
      await app.tab(/^Files/).click();
      await app.opened.getByText("⟨U+202E⟩txt.exe.md").first().waitFor();
      await app.opened.getByText("zero⟨U+200B⟩width.md").first().waitFor();

      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").last().fill("slliks");
      await page.getByRole("option").first().waitFor();
      await expectNoDisguise(page);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+j");
      await page.getByRole("listbox", { name: "Messages" }).getByRole("option").first().click();
      await expectNothingLive(page);
      await expectNoDisguise(page);
      await expectHarmless();
    });
  });
}
