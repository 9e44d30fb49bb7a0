import { execFile } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const CACHE = join(import.meta.dirname, "../../.cache/peers");

/**
 * A real server from the registry that is too large to be a dependency of everybody: installed once into the
 * git-ignored cache, aside and then moved into place, so that a broken download is never taken for a whole one.
 * @returns the folder of the package
 * @throws Error with npm's words when it cannot be had
 */
export async function installedPeer(name: string, version: string): Promise<string> {
  const home = join(CACHE, `${name.replace(/[@/]/g, "-")}-${version}`);
  if (!existsSync(home)) {
    const aside = `${home}.${process.pid}`;
    mkdirSync(aside, { recursive: true });
    writeFileSync(join(aside, "package.json"), '{"private":true}');
    const args = [
      "install",
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      "--loglevel=error",
      `${name}@${version}`,
    ];
    await run("npm", args, { cwd: aside, timeout: 280_000 });
    if (existsSync(home)) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, home);
  }
  return join(home, "node_modules", name);
}
