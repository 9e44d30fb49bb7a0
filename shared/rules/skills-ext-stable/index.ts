import type { Profile } from "../define-rule";
import { capabilityRules } from "./capability";
import { PROFILE } from "./declare";
import { entryRules } from "./entry";
import { exclusions } from "./exclusions";
import { formatRules } from "./format";
import { integrityRules } from "./integrity";
import { manifestRules } from "./manifest";
import { uriFormRules } from "./uri-form";
import { uriSegmentRules } from "./uri-segments";

/** The released skills extension (SEP-2640), as `specification/stable/skills.mdx` has it. */
export const skillsExtStable: Profile = {
  id: PROFILE,
  title: "Skills extension (SEP-2640)",
  specUrl: "https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx",
  rules: [
    ...capabilityRules,
    ...formatRules,
    ...uriFormRules,
    ...uriSegmentRules,
    ...entryRules,
    ...manifestRules,
    ...integrityRules,
  ],
  exclusions,
};
