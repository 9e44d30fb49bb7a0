import type { Profile } from "../define-rule";
import { fmtAgentSkills } from "./agent-skills";
import { capabilityRules } from "./capability";
import { completeRules } from "./complete";
import { contentRules } from "./content";
import { PROFILE } from "./declare";
import { directoryRules } from "./directory";
import { directoryAnswerRules } from "./directory-answers";
import { directoryChildRules } from "./directory-children";
import { entryRules } from "./entry";
import { errorRules } from "./errors";
import { exclusions } from "./exclusions";
import { formatRules } from "./format";
import { getRules } from "./get";
import { getServedRules } from "./get-served";
import { integrityRules } from "./integrity";
import { listRules } from "./list";
import { listWalkRules } from "./list-walk";
import { manifestRules } from "./manifest";
import { metadataRules } from "./resource-metadata";
import { sameEntryRules } from "./same-entry";
import { uriFormRules } from "./uri-form";
import { uriSegmentRules } from "./uri-segments";

/** The released skills extension (SEP-2640), as `specification/stable/skills.mdx` has it. */
export const skillsExtStable: Profile = {
  id: PROFILE,
  title: "Skills extension (SEP-2640)",
  specUrl: "https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx",
  rules: [
    ...capabilityRules,
    fmtAgentSkills,
    ...formatRules,
    ...uriFormRules,
    ...uriSegmentRules,
    ...metadataRules,
    ...entryRules,
    ...manifestRules,
    ...integrityRules,
    ...completeRules,
    ...sameEntryRules,
    ...listRules,
    ...listWalkRules,
    ...getRules,
    ...getServedRules,
    ...contentRules,
    ...directoryRules,
    ...directoryChildRules,
    ...directoryAnswerRules,
    ...errorRules,
  ],
  exclusions,
};
