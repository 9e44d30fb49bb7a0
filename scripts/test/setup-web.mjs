import { builtApp } from "./built.mjs";
import { ensureChromium } from "./chromium.mjs";

/** Before the browser tests: the build is there, and the tests are told which Chromium to start. */
export default function setup({ provide }) {
  builtApp();
  const chromium = ensureChromium();
  console.log(`Chromium: ${chromium}`);
  provide("chromium", chromium);
}
