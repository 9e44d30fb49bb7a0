import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { readMcpJson } from "../../../shared/config/mcp-json";
import type { FoundConfig } from "../../../shared/contract";

interface Place {
  program: string;
  path: string;
}

/** Where other programs keep their servers, on this platform (a fake home and platform for tests). */
export function usualPlaces(home = homedir(), platform = process.platform, env = process.env): Place[] {
  const config =
    platform === "win32"
      ? (env.APPDATA ?? join(home, "AppData", "Roaming"))
      : platform === "darwin"
        ? join(home, "Library", "Application Support")
        : (env.XDG_CONFIG_HOME ?? join(home, ".config"));
  return [
    { program: "Claude Desktop", path: join(config, "Claude", "claude_desktop_config.json") },
    { program: "VS Code", path: join(config, "Code", "User", "mcp.json") },
    { program: "VS Code Insiders", path: join(config, "Code - Insiders", "User", "mcp.json") },
    { program: "Cursor", path: join(home, ".cursor", "mcp.json") },
    { program: "Claude Code", path: join(home, ".claude.json") },
    { program: "Claude Code (this folder)", path: join(process.cwd(), ".mcp.json") },
    { program: "VS Code (this folder)", path: join(process.cwd(), ".vscode", "mcp.json") },
    { program: "Cursor (this folder)", path: join(process.cwd(), ".cursor", "mcp.json") },
  ];
}

/** The configurations that are there, each with its servers, or with why it could not be read. Changes nothing. */
export async function foundConfigs(places: Place[] = usualPlaces()): Promise<FoundConfig[]> {
  const found: FoundConfig[] = [];
  for (const { program, path } of places) {
    const text = await readFile(path, "utf8").catch(() => undefined);
    if (text === undefined) continue;
    try {
      found.push({ program, path, ...readMcpJson(text) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // A Claude Code settings file without servers is nothing to speak of.
      if (!message.startsWith("There are no servers"))
        found.push({ program, path, servers: [], problems: [message] });
    }
  }
  return found;
}
