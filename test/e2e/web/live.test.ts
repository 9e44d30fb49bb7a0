import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openApp } from "../../support/open-app";
import { tempFolder } from "../../support/temp";
import { startBrowser } from "../../support/web";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

it("what is open shows itself anew when its file changes, and new skills come into the tree", async () => {
  const folder = join(tempFolder(), "skills");
  const put = (name: string, body: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    const head = `---\nname: ${name}\ndescription: Does ${name}. Use when ${name} is due.\n---\n`;
    writeFileSync(join(folder, name, "SKILL.md"), `${head}\n${body}\n`);
  };
  put("first", "As it was before.");
  const { app, log } = await openApp(browser, { args: [folder] });
  await app.openSkill("first");
  await app.document.getByText("As it was before.").waitFor();

  put("first", "As it is now.");
  await app.document.getByText("As it is now.").waitFor();
  await app.document.getByText("As it was before.").waitFor({ state: "detached" });
  put("second", "Another.");
  await app.row("second").waitFor();
  expect(log.errors).toEqual([]);
});
