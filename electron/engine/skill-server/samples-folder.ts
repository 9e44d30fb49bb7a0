import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Where the sample skills lie: beside the running file, which is the source folder in development and `dist/` in a
 * build; or one level up, where a bundler put this code into a folder of its own.
 * @throws Error naming the places when they are nowhere
 */
export function samplesFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const places = [join(here, "samples"), join(here, "..", "samples")];
  const found = places.find((place) => existsSync(place));
  if (found) return found;
  throw new Error(`The sample skills are missing; looked for ${places.join(" and ")}. Build the app again.`);
}
