import type { Convention } from "../../../../shared/model/skill";
import type { DiscoveryConvention } from "./convention";
import { fastmcp3 } from "./fastmcp-3";
import { nimblebrain } from "./nimblebrain";
import { resourceCatalog } from "./resource-catalog";
import { sep2076 } from "./sep-2076";
import { sep2640Index } from "./sep-2640-index";
import { skillUriProposal } from "./skill-uri-proposal";
import { skilljack } from "./skilljack";
import { skillsOverMcp } from "./skills-over-mcp";
import { wellKnown } from "./well-known";

/** Earlier conventions in the order in which they are tried; of two that show one URI the first keeps it. */
export const discoveryConventions: readonly DiscoveryConvention[] = [
  wellKnown,
  sep2076,
  sep2640Index,
  fastmcp3,
  skillsOverMcp,
  skilljack,
  resourceCatalog,
  nimblebrain,
  skillUriProposal,
];

/** The convention that a skill was found by; undefined for the released extension and plain resources. */
export function discoveryConvention(id: Convention): DiscoveryConvention | undefined {
  return discoveryConventions.find((convention) => convention.id === id);
}
