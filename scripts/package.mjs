#!/usr/bin/env node
/**
 * Makes the desktop packages of this platform in `release`: `npm run package`. Installers need the network, for the
 * packager fetches its tools.
 *
 *   npm run package -- --dir             the app as a folder, to try it
 *   npm run package -- --dir --output DIR
 *
 * ELECTRON_OVERRIDE_DIST_PATH names an unpacked Electron to pack; without it the pinned version is fetched.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "electron-builder";
import { packageConfig } from "../packaging/config.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({ options: { dir: { type: "boolean" }, output: { type: "string" } } });

const built = spawnSync(process.execPath, [join(root, "scripts", "build.mjs")], { stdio: "inherit" });
if (built.status !== 0) process.exit(built.status ?? 130);

/** The Electron to pack: a folder on this disk says its version itself. */
function electron() {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!dist) return { version: createRequire(import.meta.url)("electron/package.json").version };
  return { dist, version: readFileSync(join(dist, "version"), "utf8").trim().replace(/^v/, "") };
}

process.chdir(root);
await build({
  projectDir: root,
  dir: values.dir === true,
  config: packageConfig(electron(), resolve(root, values.output ?? "release")),
}).catch((error) => {
  console.error(`The package could not be made: ${error.message}`);
  process.exitCode = 1;
});
