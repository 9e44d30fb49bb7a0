import type { SkillBrief } from "../../../shared/model/evidence";
import { EvidenceIndex } from "../../../shared/rules/evidence-index";
import { objectOf } from "../discovery/entry";
import { folderEvidence } from "./server-evidence";

/**
 * Skills whose manifest lacks files of a skill nested in them, or states other digests or sizes: both entries are
 * fetched again before that counts (ext-entry-nested-complete).
 * @returns URIs of the nested skills by the enclosing skill's URI
 */
export function nestedMismatches(briefs: SkillBrief[]): Map<string, string[]> {
  const index = new EvidenceIndex(folderEvidence({ label: "", kind: "" }), briefs);
  const mismatches = new Map<string, string[]>();
  for (const brief of briefs) {
    const below = index.nestedBelow(brief.uri);
    if (below.length === 0) continue;
    const own = manifest(brief);
    if (!own) continue;
    const differing = below.filter((nested) => {
      const files = manifest(nested);
      return files !== undefined && [...files].some(([uri, stated]) => own.get(uri) !== stated);
    });
    if (differing.length > 0)
      mismatches.set(
        brief.uri,
        differing.map((nested) => nested.uri),
      );
  }
  return mismatches;
}

function manifest(brief: SkillBrief): Map<string, string> | undefined {
  const resources = objectOf(brief.entry)?.resources;
  if (!Array.isArray(resources)) return undefined;
  const files = new Map<string, string>();
  for (const item of resources) {
    const { uri, digest, size } = objectOf(item) ?? {};
    if (typeof uri === "string") files.set(uri, JSON.stringify([digest, size]));
  }
  return files;
}
