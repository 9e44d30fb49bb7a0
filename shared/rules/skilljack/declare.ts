import type { ServerEvidence } from "../../model/evidence";
import { ConventionReads, excluded, type ListedItem, listedResources, rulesOf } from "../convention-rules";
import type { EvidenceIndex } from "../evidence-index";

export const PROFILE = "skilljack";
export const SPEC = "https://github.com/olaservo/skilljack-mcp";
export const rule = rulesOf(PROFILE, SPEC);

/** The two templates of 0.4 and 0.5, in their order. */
export const TEMPLATES = ["skill://{skillName}", "skill://{skillName}/"] as const;
/** Of later versions. */
export const LATER_TEMPLATE = "skill://{+skillUri}";

const SKILL = /^skill:\/\/[^/]+$/;

export interface JackSkill {
  /** `skill://{name}`, as listed. */
  uri: string;
  /** As listed; the URI holds it percent-encoded. */
  name: string;
  item: ListedItem;
  /** The list entry `skill://{name}/`; absent where it is not listed. */
  collection: ListedItem | undefined;
}

/** Skills in list order, each with the collection of its files. */
export function jackSkills(server: ServerEvidence): JackSkill[] {
  const all = listedResources(server);
  const byUri = new Map(all.map((item) => [item.uri, item]));
  return all
    .filter(({ uri }) => SKILL.test(uri))
    .map((item) => {
      const { uri, raw } = item;
      return { uri, name: String(raw.name), item, collection: byUri.get(`${uri}/`) };
    });
}

/** Listed collections `skill://{name}/` without the `skill://{name}` that they belong to. */
export function lostCollections(server: ServerEvidence): ListedItem[] {
  const all = listedResources(server);
  const uris = new Set(all.map(({ uri }) => uri));
  return all.filter(({ uri }) => /^skill:\/\/[^/]+\/$/.test(uri) && !uris.has(uri.slice(0, -1)));
}

/** What was read of this convention. */
export const readsOf = (index: EvidenceIndex) =>
  new ConventionReads(index.exchanges(`convention:${PROFILE}`));

export const exclusions = excluded(PROFILE, [
  [
    "sj-flat",
    "STATEMENT",
    "No own check: what lies on the server's disk cannot be seen. The built-in server keeps it.",
  ],
  [
    "sj-version",
    "STATEMENT",
    "No own check: it says when a server is of a later version; the profile is not recognised where the extension is declared or skill://index.json is listed.",
  ],
]);
