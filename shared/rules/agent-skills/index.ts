import type { Profile } from "../define-rule";
import { PROFILE, SPEC } from "./declare";
import { descriptionRules } from "./description";
import { directoryRules } from "./directory";
import { exclusions } from "./exclusions";
import { frontmatterRules } from "./frontmatter";
import { metadataRules } from "./metadata";
import { nameRules } from "./name";
import { optionalFieldRules } from "./optional-fields";
import { referenceRules } from "./references";
import { sizeRules } from "./size";

/** The Agent Skills format: what a skill's directory and its SKILL.md must look like, wherever they come from. */
export const agentSkills: Profile = {
  id: PROFILE,
  title: "Agent Skills format",
  specUrl: SPEC,
  rules: [
    ...directoryRules,
    ...frontmatterRules,
    ...nameRules,
    ...descriptionRules,
    ...optionalFieldRules,
    ...metadataRules,
    ...sizeRules,
    ...referenceRules,
  ],
  exclusions,
};
