import type { ConventionProfile } from "../convention";
import { bestPracticeRules, semanticVariables } from "./best-practice";
import { BASES, PROFILE } from "./declare";
import { docsRules } from "./docs";
import { documentRules } from "./documents";
import { exclusions } from "./exclusions";
import { hygieneRules } from "./hygiene";
import { indexRules } from "./indexes";
import { notFoundRules } from "./not-found";
import { parameterRules } from "./parameters";
import { catalogProbes } from "./probes";
import { queryRules } from "./queries";
import { catalogReads, recognise } from "./reads";
import { recordRules } from "./records";
import { surfaceRules } from "./surface";

/** The `resource://catalog` contract: indexes, records, documents, references, docs and prompts. */
export const resourceCatalog: ConventionProfile = {
  profile: {
    id: PROFILE,
    title: "resource://catalog contract",
    specUrl: BASES.resources,
    rules: [
      ...surfaceRules,
      ...indexRules,
      ...recordRules,
      ...documentRules,
      ...docsRules,
      ...queryRules,
      ...notFoundRules,
      ...parameterRules,
      ...bestPracticeRules,
      ...hygieneRules,
      semanticVariables,
    ],
    exclusions,
  },
  recognise,
  reads: catalogReads,
  probes: catalogProbes,
};
