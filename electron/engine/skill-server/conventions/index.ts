import type { ConventionDefinition } from "./convention";
import { fastmcp3 } from "./fastmcp-3";
import { nimblebrain } from "./nimblebrain";
import { resourceCatalog } from "./resource-catalog";
import { sep2076 } from "./sep-2076";
import { sep2640 } from "./sep-2640";
import { sep2640Index } from "./sep-2640-index";
import { sep2640IndexA } from "./sep-2640-index-a";
import { sep2640v1Draft } from "./sep-2640-v1-draft";
import { skillUriProposal } from "./skill-uri-proposal";
import { skilljack } from "./skilljack";
import { skillsOverMcp } from "./skills-over-mcp";
import { wellKnown } from "./well-known";

/** Every convention the server can speak, by the name given to `--as`; the first is the default. */
export const conventions: readonly ConventionDefinition[] = [
  sep2640,
  sep2640v1Draft,
  sep2640Index,
  sep2640IndexA,
  skillUriProposal,
  nimblebrain,
  skilljack,
  skillsOverMcp,
  fastmcp3,
  sep2076,
  resourceCatalog,
  wellKnown,
];

/** @throws Error naming the known ones when there is none of that id */
export function conventionById(id: string): ConventionDefinition {
  const found = conventions.find((convention) => convention.id === id);
  if (found) return found;
  const known = conventions.map((convention) => convention.id).join(", ");
  throw new Error(`There is no convention ${JSON.stringify(id)}. Known: ${known}`);
}
