import type { ListedResource, ManifestFile } from "../../../../shared/model/skill";
import { encodeSegment, skillRoot, splitSkillUri } from "../../../../shared/uri/skill-uri";
import { type Asker, readJson, recordsOf, stringOf } from "../ask";
import { earlierSkill, withFiles } from "../earlier-skill";
import type { DiscoveryConvention } from "./convention";

/**
 * FastMCP 3's skills provider: `skill://{dir}/SKILL.md` with `skill://{dir}/_manifest` beside it, and either one
 * template for the other files or each of them listed. The directory is the identity.
 */
export const fastmcp3: DiscoveryConvention = {
  id: "fastmcp-3",
  recognise: ({ resources }) => manifested(resources).length > 0,
  find: ({ resources }) => ({
    skills: manifested(resources).map((resource) =>
      earlierSkill("fastmcp-3", {
        uri: resource.uri,
        name: splitSkillUri(resource.uri)!.name,
        description: resource.description ?? "",
        provenance: "resources/list",
        rawEntry: resource,
      }),
    ),
  }),
  manifest: async (skill, { resources }, ask) => {
    const listing = manifestUri(skill.uri, resources);
    return listing ? withFiles(skill, await manifestFiles(listing, ask)) : skill;
  },
};

function manifested(resources: readonly ListedResource[]): ListedResource[] {
  const listed = new Set(resources.map(({ uri }) => uri));
  return resources.filter(({ uri }) => {
    const root = splitSkillUri(uri)?.scheme.toLowerCase() === "skill" ? skillRoot(uri) : undefined;
    return root !== undefined && listed.has(`${root}/_manifest`);
  });
}

/** The listed manifest of a skill, which other conventions' servers have as well. */
export function manifestUri(skillUri: string, resources: readonly ListedResource[]): string | undefined {
  const root = skillRoot(skillUri);
  const wanted = `${root}/_manifest`;
  return root !== undefined && resources.some(({ uri }) => uri === wanted) ? wanted : undefined;
}

/**
 * The files of a `_manifest`: `{skill, files:[{path, size, hash}]}`, paths below the skill.
 * @throws ConnectionError with the server's words
 */
export async function manifestFiles(uri: string, ask: Asker): Promise<ManifestFile[]> {
  const root = uri.slice(0, uri.lastIndexOf("/"));
  const { value } = await readJson(ask, uri);
  return (recordsOf(value, "files") ?? []).flatMap((file) => {
    const path = stringOf(file, "path");
    if (path === undefined) return [];
    const digest = stringOf(file, "hash");
    return {
      uri: `${root}/${path.split("/").map(encodeSegment).join("/")}`,
      ...(digest === undefined ? {} : { digest }),
      ...(typeof file.size === "number" ? { size: file.size } : {}),
    };
  });
}
