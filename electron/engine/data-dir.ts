import { homedir } from "node:os";
import { join } from "node:path";

const FOLDER = "mcp-skill-inspector";

/**
 * Where the app keeps servers, settings and evidence; desktop window, browser UI and command line share it.
 * `SKILL_INSPECTOR_DATA` names another folder.
 */
export function defaultDataDir(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (env.SKILL_INSPECTOR_DATA) return env.SKILL_INSPECTOR_DATA;
  if (platform === "darwin") return join(home, "Library", "Application Support", FOLDER);
  if (platform === "win32") return join(env.APPDATA ?? join(home, "AppData", "Roaming"), FOLDER);
  return join(env.XDG_CONFIG_HOME ?? join(home, ".config"), FOLDER);
}
