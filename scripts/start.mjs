#!/usr/bin/env node
/**
 * `npm start`: builds what has changed, then opens the app as `skill-inspector open` does: the desktop window, or the
 * browser UI where there is no Electron or no display. Arguments are passed on, e.g. `npm start -- --no-open`.
 */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const built = spawnSync(process.execPath, [join(root, "scripts", "build.mjs")], { stdio: "inherit" });
if (built.status !== 0) process.exit(built.status ?? 130);

// In this very process: one Ctrl-C then reaches the app once, and nothing is left should this process be killed.
const cli = join(root, "dist", "cli.mjs");
process.argv = [process.execPath, cli, "open", ...process.argv.slice(2)];
await import(pathToFileURL(cli).href);
