#!/usr/bin/env node
/**
 * `npm start`: builds what has changed, then opens the app as `skill-inspector open` does: the desktop window, or the
 * browser UI where there is no Electron or no display. Arguments are passed on, e.g. `npm start -- --no-open`.
 */
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The child that runs now; signals go to it, and this process ends when it has ended. */
let child;
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => child?.kill(name));

const run = (args) =>
  new Promise((resolve) => {
    child = spawn(process.execPath, args, { cwd: process.cwd(), stdio: "inherit" });
    child.once("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once("close", (code, signal) => resolve(signal ? 130 : code));
  });

process.exitCode =
  (await run([join(root, "scripts", "build.mjs")])) ||
  (await run([join(root, "dist", "cli.mjs"), "open", ...process.argv.slice(2)]));
