#!/usr/bin/env node
/**
 * Takes pictures of the real browser UI, every screen and state in both themes: `npm run build`, then
 *
 *   node scripts/screenshots.mjs [--out FOLDER] [--only WORD] [--size WxH] [--theme light|dark]    the gallery
 *   node scripts/screenshots.mjs --readme                                                          the README's
 *
 * Chromium is the installed one, or the one CHROMIUM names.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright";
import { root, startApp } from "./screenshots/app.mjs";
import { firstScenes, serverScenes } from "./screenshots/scenes.mjs";

const option = (name) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};
const forReadme = process.argv.includes("--readme");
const out = forReadme
  ? join(root, "docs", "images")
  : (option("--out") ?? join(root, "test-results", "gallery"));
const only = option("--only");
const sizes = forReadme
  ? [[1440, 900]]
  : option("--size")
    ? [option("--size").split("x").map(Number)]
    : [
        [1440, 900],
        [1024, 700],
      ];
const themes = option("--theme") ? [option("--theme")] : ["light", "dark"];
const scenes = [...firstScenes, ...serverScenes].filter(
  ({ name, readme }) => (!forReadme || readme) && (!only || name.includes(only)),
);
mkdirSync(out, { recursive: true });

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
const app = await startApp();
const page = await browser.newPage({ reducedMotion: "reduce", viewport: { width: 1440, height: 900 } });
page.setDefaultTimeout(15_000);
await page.goto(app.url);
await page.getByRole("treeitem").first().waitFor();
let missed = 0;
for (const scene of scenes) {
  try {
    await scene.act(page);
  } catch (error) {
    missed += 1;
    process.stderr.write(`${scene.name}: ${String(error).split("\n")[0]}\n`);
  }
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    for (const theme of themes) {
      const name = forReadme ? scene.readme[theme] : `${scene.name}-${width}-${theme}`;
      if (name === undefined) continue;
      await page.emulateMedia({ colorScheme: theme });
      // Two frames: the list is measured in the first and drawn in the second.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      await page.screenshot({ path: join(out, `${name}.png`) });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await scene.undo?.(page);
}
await browser.close();
await app.stop();
process.exitCode = missed === 0 ? 0 : 1;
