import type { ListedResource, ManifestFile } from "../../../../shared/model/skill";
import { type Asker, stringOf } from "../ask";
import { earlierSkill, withFiles } from "../earlier-skill";
import { objectOf } from "../entry";
import type { DiscoveryConvention } from "./convention";

const TEMPLATES = ["skill://{skillName}", "skill://{skillName}/"];
const SKILL = /^skill:\/\/[^/]+$/;

/**
 * skilljack-mcp up to 0.5: `skill://{name}` is SKILL.md, and `skill://{name}/` all other files in one answer. Their
 * own URIs cannot be read, so that a file is taken out of that answer.
 */
export const skilljack: DiscoveryConvention = {
  id: "skilljack",
  recognise: ({ resources, templates }) =>
    paired(resources).length > 0 ||
    TEMPLATES.every((wanted) => templates.some(({ uriTemplate }) => uriTemplate === wanted)),
  find: ({ resources }) => ({
    skills: paired(resources).map((resource) =>
      earlierSkill("skilljack", {
        uri: resource.uri,
        name: resource.name,
        frontmatterName: resource.name,
        description: resource.description ?? "",
        provenance: "resources/list",
        rawEntry: resource,
      }),
    ),
  }),
  manifest: async (skill, _listed, ask) => {
    const { contents } = await collection(skill.uri, ask);
    const files: ManifestFile[] = contents.flatMap((content) => {
      const uri = stringOf(content, "uri");
      const mimeType = stringOf(content, "mimeType");
      return uri === undefined ? [] : { uri, ...(mimeType === undefined ? {} : { mimeType }) };
    });
    return withFiles(skill, [{ uri: skill.uri, path: "SKILL.md", mimeType: "text/markdown" }, ...files]);
  },
  read: async (skill, uri, ask) => {
    if (uri === skill.uri || uri === `${skill.uri}/`) return undefined;
    const { contents, answerSeq } = await collection(skill.uri, ask);
    const found = contents.find((content) => content.uri === uri || sameFile(content.uri, uri));
    // Not in the collection: let the server say in its own words that it has no such file.
    if (!found) return undefined;
    return {
      uri: stringOf(found, "uri") ?? uri,
      result: { contents: [found] },
      ...(answerSeq === undefined ? {} : { answerSeq }),
    };
  },
};

function paired(resources: readonly ListedResource[]): ListedResource[] {
  const listed = new Set(resources.map(({ uri }) => uri));
  return resources.filter(({ uri }) => SKILL.test(uri) && listed.has(`${uri}/`));
}

async function collection(
  uri: string,
  { connection, signal, purpose }: Asker,
): Promise<{ contents: Record<string, unknown>[]; answerSeq?: number }> {
  const { result, exchange } = await connection.call(
    "resources/read",
    { uri: `${uri}/` },
    { signal, purpose },
  );
  const contents = objectOf(result)?.contents;
  const { answerSeq } = exchange;
  return {
    contents: Array.isArray(contents) ? contents.map(objectOf).filter((item) => item !== undefined) : [],
    ...(answerSeq === undefined ? {} : { answerSeq }),
  };
}

/** The server puts paths raw into the URIs of a collection; links are percent-encoded. */
function sameFile(sent: unknown, uri: string): boolean {
  return typeof sent === "string" && decoded(sent) === decoded(uri);
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
