import type { ServerEvidence } from "../../model/evidence";
import { decodeSegment, encodeSegment, skillRoot } from "../../uri/skill-uri";
import {
  ConventionReads,
  excluded,
  jsonOf,
  type ListedItem,
  listedResources,
  listedTemplates,
  rulesOf,
} from "../convention-rules";
import type { EvidenceIndex } from "../evidence-index";
import { isRecord } from "../values";

export const PROFILE = "fastmcp-3";
export const SPEC = "https://gofastmcp.com/servers/providers/skills";
export const rule = rulesOf(PROFILE, SPEC);

export interface FastSkill {
  /** `skill://[{namespace}/]{dir}/SKILL.md`, as listed. */
  uri: string;
  root: string;
  /** The directory, decoded. */
  directory: string;
  item: ListedItem;
  /** The list entry of `_manifest`, where there is one. */
  manifest: ListedItem | undefined;
}

const MAIN = /^skill:\/\/(?:[^/]+\/)*([^/]+)\/SKILL\.md$/;

/**
 * The listed SKILL.md resources of skills. With resources for files, a SKILL.md deeper in a skill is one of its files:
 * it has no manifest of its own and lies below a skill that has one.
 */
export function fastSkills(server: ServerEvidence): FastSkill[] {
  const all = listedResources(server);
  const byUri = new Map(all.map((item) => [item.uri, item]));
  const belowManifest = (root: string) => above(root).some((outer) => byUri.has(`${outer}/_manifest`));
  return all.flatMap((item) => {
    const segment = MAIN.exec(item.uri)?.[1];
    const root = skillRoot(item.uri);
    if (segment === undefined || root === undefined) return [];
    if (!byUri.has(`${root}/_manifest`) && belowManifest(root)) return [];
    const directory = decodeSegment(segment) ?? segment;
    return { uri: item.uri, root, directory, item, manifest: byUri.get(`${root}/_manifest`) };
  });
}

/** The URIs of all directories above. */
function above(uri: string): string[] {
  const outer: string[] = [];
  for (let at = uri.lastIndexOf("/"); at > 0; at = uri.lastIndexOf("/", at - 1)) outer.push(uri.slice(0, at));
  return outer;
}

/** The list entries and templates that belong to listed skills. */
export function skillItems(server: ServerEvidence): { resources: ListedItem[]; templates: ListedItem[] } {
  const roots = new Set(fastSkills(server).map(({ root }) => root));
  const below = ({ uri }: ListedItem) => above(uri).some((outer) => roots.has(outer));
  return {
    resources: listedResources(server).filter(below),
    templates: listedTemplates(server).filter(below),
  };
}

/** True when supporting files are behind a template, the default of the provider. */
export function templateMode(server: ServerEvidence): boolean {
  return listedTemplates(server).some(({ uri }) => uri.endsWith("/{path*}"));
}

/** What was read of this convention. */
export const readsOf = (index: EvidenceIndex) =>
  new ConventionReads(index.exchanges(`convention:${PROFILE}`));
/** The same for probes, which know the server alone. */
export const readsIn = (server: ServerEvidence) =>
  new ConventionReads(server.exchanges.filter(({ purpose }) => purpose === `convention:${PROFILE}`));

export interface ManifestEntry {
  path: string;
  uri: string;
  size: unknown;
  hash: unknown;
}

/** The files of a skill's manifest that have a path, with the URIs they are read under. */
export function manifestOf(reads: ConventionReads, { root }: FastSkill): ManifestEntry[] {
  const value = jsonOf(reads.read(`${root}/_manifest`));
  const files = isRecord(value) && Array.isArray(value.files) ? value.files.filter(isRecord) : [];
  return files.flatMap(({ path, size, hash }) => {
    if (typeof path !== "string" || path === "") return [];
    return { path, size, hash, uri: `${root}/${path.split("/").map(encodeSegment).join("/")}` };
  });
}

export const exclusions = excluded(PROFILE, [
  ["fm-manifest-key", "STATEMENT", "No own check: fm-manifest judges the keys hash and path."],
  [
    "fm-stale",
    "STATEMENT",
    "No own check: it needs a change on the server's disk; fm-manifest says so where a hash does not fit.",
  ],
]);
