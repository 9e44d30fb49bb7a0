#!/usr/bin/env node
/**
 * Takes the pictures of the README from the real browser UI on the built-in samples: `npm run build`, then
 * `node scripts/screenshots.mjs`. Chromium is the installed one, or the one CHROMIUM names.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, "docs", "images");
const data = mkdtempSync(join(tmpdir(), "skill-inspector-shots-"));
mkdirSync(out, { recursive: true });

const app = spawn(process.execPath, [join(root, "dist", "cli.mjs"), "web", "--no-open"], {
  env: { ...process.env, SKILL_INSPECTOR_DATA: data },
  stdio: ["ignore", "pipe", "inherit"],
});
const url = await new Promise((resolve) => {
  let text = "";
  app.stdout.on("data", (chunk) => {
    text += chunk;
    const found = /http:\/\/\S+/.exec(text);
    if (found) resolve(found[0]);
  });
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});

const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: "light" });
const shoot = (name) => page.screenshot({ path: join(out, `${name}.png`) });
await page.goto(url);
await page
  .getByRole("treeitem", { name: /dunning/ })
  .first()
  .click();
await page.getByRole("article").first().waitFor();
await page.getByRole("article").getByRole("img").first().waitFor();
await shoot("skill");
await page.emulateMedia({ colorScheme: "dark" });
await shoot("skill-dark");
await page
  .getByRole("treeitem", { name: /Samples/ })
  .first()
  .click();
await page.getByRole("button", { name: "Check", exact: true }).first().click();
await page
  .getByText(/rules passed/)
  .first()
  .waitFor({ timeout: 60_000 });
await page.emulateMedia({ colorScheme: "light" });
await shoot("checks");
await browser.close();
app.kill();
rmSync(data, { recursive: true, force: true });
