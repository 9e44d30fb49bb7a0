import { builtApp } from "./built.mjs";
import { ensureElectron } from "./electron.mjs";
import { startXvfb } from "./xvfb.mjs";

/**
 * Before the Electron tests: the build is there, an Electron runs it, and on Linux a display of our own shows it.
 * The tests are told all three. @returns the teardown.
 */
export default async function setup({ provide }) {
  const electron = await ensureElectron(builtApp());
  console.log(`Electron: ${electron.origin}`);
  provide("electron", electron);
  if (process.platform !== "linux") {
    provide("display", "");
    return undefined;
  }
  const xvfb = await startXvfb();
  provide("display", xvfb.display);
  return xvfb.stop;
}
