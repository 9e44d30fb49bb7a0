import { existsSync } from "node:fs";
import { chromium } from "playwright";
import { installPackages, lastLines } from "./apt.mjs";
import { bin, capture, Missing, which } from "./run.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** An installed Chromium or Chrome, or Playwright's own; undefined when there is none. */
export function findChromium() {
  const named = process.env.SKILL_INSPECTOR_CHROMIUM;
  if (named) {
    if (!existsSync(named))
      throw new Missing(`SKILL_INSPECTOR_CHROMIUM names ${named}, which does not exist.`);
    return named;
  }
  for (const name of NAMES) {
    const found = which(name);
    if (found) return found;
  }
  if (existsSync(MAC)) return MAC;
  const own = chromium.executablePath();
  return existsSync(own) ? own : undefined;
}

/**
 * A Chromium for the browser tests, installed when there is none.
 * @returns its path. @throws Missing with what was tried and what to do.
 */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  console.log("No Chromium here; trying `playwright install chromium` …");
  const install = capture(bin("playwright"), ["install", "chromium"], { timeout: 300_000 });
  const installed = install.code === 0 ? findChromium() : undefined;
  if (installed) return installed;
  const refused = installPackages(["chromium"]);
  const debian = findChromium();
  if (debian) return debian;
  throw new Missing(
    [
      "The browser tests need Chromium or Chrome, and none could be had:",
      `  playwright install chromium: ${lastLines(install.output) || "it installed nothing"}`,
      `  Debian's package chromium: ${refused ?? "installed, but no chromium is on the PATH"}`,
      "Install one, or name it in SKILL_INSPECTOR_CHROMIUM.",
    ].join("\n"),
  );
}
