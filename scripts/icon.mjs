#!/usr/bin/env node
/** Draws `packaging/icon.png` from `packaging/icon.svg` with Chromium; the packager makes every other size of it. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), "packaging");
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
const page = await browser.newPage({ viewport: { width: 1024, height: 1024 } });
const svg = readFileSync(join(folder, "icon.svg"), "utf8");
await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
await page.screenshot({ path: join(folder, "icon.png"), omitBackground: true });
await browser.close();
