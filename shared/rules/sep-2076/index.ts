import type { ConventionProfile } from "../convention";
import { isRecord, member } from "../values";
import { exclusions, PROFILE, probes, reads, SPEC } from "./declare";
import { dependencyRules } from "./dependencies";
import { methodRules } from "./rules";
import { shapeRules } from "./shapes";

/** SEP-2076, closed in February 2026: skills by name, as a primitive of their own. */
export const sep2076: ConventionProfile = {
  profile: {
    id: PROFILE,
    title: "SEP-2076: skills/list and skills/get by name",
    specUrl: SPEC,
    rules: [...methodRules, ...dependencyRules, ...shapeRules],
    exclusions,
  },
  recognise: ({ server }) => isRecord(member(server.capabilities, "skills")),
  ...(reads ? { reads } : {}),
  probes,
};
