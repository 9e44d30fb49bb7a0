import { existsSync } from "node:fs";
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
