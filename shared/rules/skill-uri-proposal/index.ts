import type { ConventionProfile } from "../convention";
import { contentRules } from "./content";
import { exclusions, PROFILE, probes, reads, recognise, SPEC } from "./declare";
import { uriRules } from "./uris";

/** The skill:// convention proposed in April 2026: plain resources, path and name apart, no nesting. */
export const skillUriProposal: ConventionProfile = {
  profile: {
    id: PROFILE,
    title: "skill:// URI proposal of April 2026",
    specUrl: SPEC,
    rules: [...uriRules, ...contentRules],
    exclusions,
  },
  recognise,
  ...(reads ? { reads } : {}),
  probes,
};
