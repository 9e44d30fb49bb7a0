import { existsSync } from "node:fs";
import { join } from "node:path";
import { Missing, root } from "./run.mjs";

/** The built app's folder. @throws Missing when it has not been built. */
export function builtApp() {
  const folder = join(root, "dist");
  if (!existsSync(join(folder, "cli.mjs")))
    throw new Missing("dist/cli.mjs is missing: run `npm run build` first.");
  return folder;
}
