import type { ConventionProfile } from "../convention";
import { behaviourRules } from "./behaviour";
import { capabilityRules } from "./capabilities";
import { exclusions, PROFILE, SPEC } from "./declare";
import { listingRules } from "./listing";
import { manifestRules } from "./manifest";
import { probes, reads, recognise } from "./reads";

/** FastMCP 3's skills provider: SKILL.md, `_manifest` beside it, and files behind `{path*}` or listed. */
export const fastmcp3: ConventionProfile = {
  profile: {
    id: PROFILE,
    title: "FastMCP 3 skills provider",
    specUrl: SPEC,
    rules: [...listingRules, ...capabilityRules, ...manifestRules, ...behaviourRules],
    exclusions,
  },
  recognise,
  ...(reads ? { reads } : {}),
  probes,
};
