import type { Profile } from "../define-rule";
import { PROFILE, SOURCE } from "./declare";
import { rules } from "./rules";

/** What the reference library skills-ref reports, rule for rule and in its own words; only run when asked for. */
export const skillsRef: Profile = {
  id: PROFILE,
  title: "skills-ref reference library",
  specUrl: SOURCE,
  rules,
  exclusions: [
    {
      id: "sr-not-checked",
      profile: PROFILE,
      level: "STATEMENT",
      reason:
        "It lists what skills-ref does not look at (values of license, allowed-tools and metadata, the body, links), so there is nothing to check.",
    },
  ],
};
