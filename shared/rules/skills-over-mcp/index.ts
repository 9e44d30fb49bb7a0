import type { ConventionProfile } from "../convention";
import { catalogueRules } from "./catalogue";
import { completion } from "./completion";
import { PROFILE, SPEC } from "./declare";
import { documents } from "./document-lists";
import { documentRules } from "./documents";
import { probes, reads, recognise } from "./reads";

/** Groves' skills-over-mcp: `skill://index`, `skill://{name}`, `/documents` and `/document/{path}`. */
export const skillsOverMcp: ConventionProfile = {
  profile: {
    id: PROFILE,
    title: "skills-over-mcp",
    specUrl: SPEC,
    rules: [...catalogueRules, documents, ...documentRules, completion],
    exclusions: [],
  },
  recognise,
  ...(reads ? { reads } : {}),
  probes,
};
