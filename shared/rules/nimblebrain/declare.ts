import type { ServerEvidence } from "../../model/evidence";
import { ConventionReads, type ListedItem, listedResources, rulesOf } from "../convention-rules";
import { notApplicable } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";

export const PROFILE = "nimblebrain";
export const SPEC = "https://github.com/NimbleBrainInc/mcp-granola";
export const rule = rulesOf(PROFILE, SPEC);
export const USAGE = /^skill:\/\/[a-z0-9]+(?:-[a-z0-9]+)*\/usage$/;

/** The listed usage documents. */
export const documents = (server: ServerEvidence): ListedItem[] =>
  listedResources(server).filter(({ uri }) => USAGE.test(uri));

/** What was read of this convention. */
export const readsOf = (index: EvidenceIndex) =>
  new ConventionReads(index.exchanges(`convention:${PROFILE}`));

export const NONE = notApplicable("no skill://{server}/usage is listed");
