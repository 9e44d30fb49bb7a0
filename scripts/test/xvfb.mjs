import { spawn } from "node:child_process";
import { installPackages } from "./apt.mjs";
import { Missing, which } from "./run.mjs";

/** The X server without a screen, installed when it is not there. @throws Missing with what to do. */
export function ensureXvfb() {
  const found = which("Xvfb");
  if (found) return found;
  const refused = installPackages(["xvfb"]);
  const installed = which("Xvfb");
  if (installed) return installed;
  throw new Missing(
    `The Electron tests open real windows under Xvfb, which is missing: ${refused ?? "its package brought no Xvfb"}.`,
  );
}

/**
 * Starts Xvfb on a display that it chooses itself.
 * @returns `display`, e.g. `:7`, and `stop()`, which resolves when the server has ended.
 */
export function startXvfb() {
  const screen = ["-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"];
  const child = spawn(ensureXvfb(), ["-displayfd", "3", ...screen], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  return new Promise((resolve, reject) => {
    let said = "";
    let number = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    const ended = new Promise((done) => child.once("exit", done));
    const limit = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Missing(`Xvfb named no display within 20 s: ${said.trim()}`));
    }, 20_000);
    ended.then((code) => {
      clearTimeout(limit);
      reject(new Missing(`Xvfb ended with ${code}: ${said.trim()}`));
    });
    child.stdio[3].on("data", (chunk) => {
      number += chunk;
      if (!number.includes("\n")) return;
      clearTimeout(limit);
      const stop = () => {
        child.kill();
        return ended;
      };
      resolve({ display: `:${number.trim()}`, stop });
    });
  });
}
