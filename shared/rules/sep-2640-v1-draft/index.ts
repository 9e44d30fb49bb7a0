import type { ConventionProfile } from "../convention";
import { excluded } from "../convention-rules";
import { member } from "../values";
import { PROFILE, SPEC } from "./declare";
import { draftRules, manifestElements } from "./rules";

/** SEP-2640 from mid-July to mid-August 2026: `skills/list` and `skills/get` without sizes. */
export const sep2640V1Draft: ConventionProfile = {
  profile: {
    id: PROFILE,
    title: "SEP-2640 draft without sizes",
    specUrl: SPEC,
    rules: draftRules,
    exclusions: excluded(PROFILE, [
      ["vd-resulttype", "STATEMENT", "No own check: mcp-result-type judges it."],
    ]),
  },
  // It declares the released extension, so that it is asked for by name; the shape alone shows it.
  recognise: ({ skills }) => {
    const elements = manifestElements(skills);
    return elements.length > 0 && elements.every(({ item }) => member(item, "size") === undefined);
  },
};
