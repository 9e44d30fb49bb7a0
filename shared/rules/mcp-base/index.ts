import type { Profile } from "../define-rule";
import { completionRules } from "./completion";
import { PROFILE, SPEC } from "./declare";
import { errorRules } from "./errors";
import { exclusions } from "./exclusions";
import { stableRules } from "./list-stable";
import { listRules } from "./lists";
import { modernRules } from "./modern";
import { readingRules } from "./reading";
import { shapeRules } from "./shapes";
import { validateUri } from "./traversal";
import { uriRules } from "./uris";

/** What the base protocol asks of a server that has resources, in both eras. */
export const mcpBase: Profile = {
  id: PROFILE,
  title: "MCP base protocol",
  specUrl: SPEC,
  rules: [
    ...listRules,
    ...stableRules,
    ...shapeRules,
    ...readingRules,
    validateUri,
    ...uriRules,
    ...completionRules,
    ...modernRules,
    ...errorRules,
  ],
  exclusions,
};
