import type { ConventionDefinition } from "./convention";
import { sep2640 } from "./sep-2640";

/** Every convention the server can speak, by the name given to `--as`. */
export const conventions: readonly ConventionDefinition[] = [sep2640];

/** @throws Error naming the known ones when there is none of that id */
export function conventionById(id: string): ConventionDefinition {
  const found = conventions.find((convention) => convention.id === id);
  if (found) return found;
  const known = conventions.map((convention) => convention.id).join(", ");
  throw new Error(`There is no convention ${JSON.stringify(id)}. Known: ${known}`);
}
