import type { ConventionProfile } from "../convention";
import { archiveRules } from "./archive-rules";
import { SPEC } from "./declare";
import { exclusions } from "./exclusions";
import { PROFILE } from "./facts";
import { httpRules } from "./http-rules";
import { indexRules } from "./index-rules";
import { skillRules } from "./skill-rules";

/** Agent Skills Discovery 0.2.0: skills that a web site publishes. No MCP server shows it; the target decides. */
export const wellKnown: ConventionProfile = {
  profile: {
    id: PROFILE,
    title: "Agent Skills Discovery 0.2.0 (well-known index)",
    specUrl: SPEC,
    rules: [...indexRules, ...skillRules, ...archiveRules, ...httpRules],
    exclusions,
  },
  recognise: () => false,
};
