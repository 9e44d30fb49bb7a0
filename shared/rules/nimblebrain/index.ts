import type { ConventionProfile } from "../convention";
import { declaresSkills, excluded, read, untilKnown } from "../convention-rules";
import { fixedProbe } from "../probe";
import { documents, PROFILE, SPEC } from "./declare";
import { documentRules } from "./documents";
import { serverRules, uriRule } from "./server";

/** NimbleBrain's servers: one usage document, `skill://{server}/usage`, which the instructions say to read first. */
export const nimblebrain: ConventionProfile = {
  profile: {
    id: PROFILE,
    title: "NimbleBrain usage document",
    specUrl: SPEC,
    rules: [uriRule, ...documentRules, ...serverRules],
    exclusions: excluded(PROFILE, [
      [
        "nb-dead-links",
        "STATEMENT",
        "No own check: dead relative links are shown by the general link check.",
      ],
    ]),
  },
  recognise: ({ server }) => !declaresSkills(server) && documents(server).length > 0,
  reads: {
    next: untilKnown(({ server }) => [
      ...documents(server).map(({ uri }) => read(uri)),
      { method: "tools/list", params: {} },
    ]),
  },
  probes: [
    fixedProbe("nb-unknown", "a usage document that does not exist", ({ server }) =>
      documents(server).length > 0 ? [read("skill://zz-no-such-server/usage")] : [],
    ),
  ],
};
