import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the build: chunks lie in it or one below. */
function buildFolder(): string {
  let at = dirname(fileURLToPath(import.meta.url));
  for (let up = 0; up < 3; up++, at = dirname(at)) {
    if (existsSync(join(at, "inspection-worker.cjs"))) return at;
  }
  return dirname(fileURLToPath(import.meta.url));
}

export const DIST = buildFolder();
export const WORKER_FILE = join(DIST, "inspection-worker.cjs");
export const SAMPLES_DIR = join(DIST, "samples");
export const RENDERER_DIR = join(DIST, "renderer");

/** Where servers and settings of the browser UI are kept; SKILL_INSPECTOR_DATA names another folder. */
export function dataDir(): string {
  const named = process.env.SKILL_INSPECTOR_DATA;
  if (named) return named;
  if (process.platform === "win32")
    return join(process.env.APPDATA ?? join(homedir(), "AppData", "Roaming"), "MCP Skill Inspector");
  if (process.platform === "darwin")
    return join(homedir(), "Library", "Application Support", "MCP Skill Inspector");
  return join(process.env.XDG_CONFIG_HOME ?? join(homedir(), ".config"), "mcp-skill-inspector");
}
