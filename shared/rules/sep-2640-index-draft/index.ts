import type { ConventionProfile } from "../convention";
import { archiveRules } from "./archive-rules";
import { PROFILE, SPEC } from "./declare";
import { directories } from "./directory-rules";
import { entryRules } from "./entry-rules";
import { exclusions } from "./exclusions";
import { indexRules } from "./index-rules";
import { probes, reads, recognise } from "./reads";

/** The drafts of SEP-2640 from April to July 2026: `skill://index.json` in place of `skills/list`. */
export const sep2640IndexDraft: ConventionProfile = {
  profile: {
    id: PROFILE,
    title: "SEP-2640 drafts with skill://index.json",
    specUrl: SPEC,
    rules: [...indexRules, ...entryRules, ...archiveRules, directories],
    exclusions,
  },
  recognise,
  ...(reads ? { reads } : {}),
  probes,
};
