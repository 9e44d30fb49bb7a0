import type { ConventionProfile } from "../convention";
import { behaviourRules } from "./behaviour";
import { collectionRules } from "./collections";
import { exclusions, PROFILE, SPEC } from "./declare";
import { listingRules } from "./listing";
import { probes, reads, recognise } from "./reads";

/** skilljack-mcp 0.4 and 0.5: `skill://{name}` is SKILL.md, `skill://{name}/` all other files in one answer. */
export const skilljack: ConventionProfile = {
  profile: {
    id: PROFILE,
    title: "skilljack-mcp 0.5",
    specUrl: SPEC,
    rules: [...listingRules, ...collectionRules, ...behaviourRules],
    exclusions,
  },
  recognise,
  ...(reads ? { reads } : {}),
  probes,
};
