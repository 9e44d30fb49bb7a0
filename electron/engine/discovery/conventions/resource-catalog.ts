import type { ManifestFile, SkillDetail } from "../../../../shared/model/skill";
import { problemOf } from "../../connections/connection-error";
import { type Asker, readJson, recordsOf, stringOf } from "../ask";
import { earlierSkill, withFiles } from "../earlier-skill";
import { objectOf } from "../entry";
import type { DiscoveryConvention, Found, Listed } from "./convention";

const INDEX = "resource://catalog/skills_index";
const DOCUMENT = /^resource:\/\/skills\/([^/]+)\/document$/;
const MARKDOWN = "text/markdown";
/** Pages of the index followed, at most. */
const MAX_PAGES = 200;

/**
 * The `resource://catalog` contract: an index of skills, a record for each, and its document and references under
 * `resource://skills/{id}/`; any Markdown file also under `resource://docs/`.
 */
export const resourceCatalog: DiscoveryConvention = {
  id: "resource-catalog",
  recognise: ({ resources, templates, named }) =>
    named.includes(INDEX) ||
    resources.some(({ uri }) => uri === INDEX || DOCUMENT.test(uri)) ||
    templates.some(({ uriTemplate }) => uriTemplate.startsWith("resource://catalog/skills")),
  find: async (listed, ask) => {
    const offered = listed.named.includes(INDEX) || listed.resources.some(({ uri }) => uri === INDEX);
    const index = offered ? await readIndex(ask) : { skills: [] };
    const known = new Set(index.skills.map(({ uri }) => uri));
    return { ...index, skills: [...index.skills, ...documents(listed).filter(({ uri }) => !known.has(uri))] };
  },
  manifest: async (skill, { resources }, ask) => {
    const id = idOf(skill.uri);
    const { value } = await readJson(ask, `resource://catalog/skills/${id}`);
    const own = `resource://skills/${id}/references/`;
    const listed = resources.map(({ uri }) => uri).filter((uri) => uri.startsWith(own));
    const files: ManifestFile[] = [...references(value, own), ...listed].map((uri) => ({
      uri,
      ...(uri.startsWith(own) ? { path: `references/${uri.slice(own.length)}` } : {}),
      mimeType: MARKDOWN,
    }));
    // Under `docs` there may be more that no record names.
    return withFiles(skill, [{ uri: skill.uri, path: "SKILL.md", mimeType: MARKDOWN }, ...files], true);
  },
  // A relative link in the document is written for the folder, which only `docs` mirrors.
  address: (skill, uri) => {
    const root = `resource://skills/${idOf(skill.uri)}/`;
    const path = uri.startsWith(root) ? uri.slice(root.length) : "";
    return /\.md$/.test(path) ? `resource://docs/skills/${idOf(skill.uri)}/${path}` : uri;
  },
};

const idOf = (uri: string) => DOCUMENT.exec(uri)?.[1] ?? "";

/** Reads the index, page by page where it has pages. */
async function readIndex(ask: Asker): Promise<Found> {
  const skills: SkillDetail[] = [];
  try {
    const cursors = new Set<string>();
    for (let uri = INDEX; cursors.size < MAX_PAGES; ) {
      const { value, exchange } = await readJson(ask, uri);
      for (const entry of recordsOf(value, "skills") ?? []) {
        const skill = skillOf(entry, exchange.id);
        if (skill) skills.push(skill);
      }
      const next = stringOf(objectOf(value), "nextCursor");
      if (next === undefined || cursors.has(next)) break;
      cursors.add(next);
      uri = `${INDEX}?cursor=${encodeURIComponent(next)}`;
    }
    return { skills };
  } catch (error) {
    return { skills, problem: problemOf(error) };
  }
}

function skillOf(entry: Record<string, unknown>, exchangeId: string): SkillDetail | undefined {
  const id = stringOf(entry, "id");
  if (id === undefined) return undefined;
  return earlierSkill("resource-catalog", {
    uri: `resource://skills/${id}/document`,
    name: stringOf(entry, "name") ?? id,
    description: stringOf(entry, "description") ?? "",
    provenance: "index",
    rawEntry: entry,
    exchangeId,
  });
}

function documents({ resources }: Listed): SkillDetail[] {
  return resources
    .filter(({ uri }) => DOCUMENT.test(uri))
    .map((resource) =>
      earlierSkill("resource-catalog", {
        uri: resource.uri,
        name: idOf(resource.uri),
        description: resource.description ?? "",
        provenance: "resources/list",
        rawEntry: resource,
      }),
    );
}

/** References in a record, whose shape the contract leaves open: ids, URIs, or objects that hold one. */
function references(record: unknown, root: string): string[] {
  const list = objectOf(record)?.references;
  return (Array.isArray(list) ? list : Object.keys(objectOf(list) ?? {})).flatMap((item: unknown) => {
    const given =
      typeof item === "string" ? item : (stringOf(objectOf(item), "uri") ?? stringOf(objectOf(item), "id"));
    if (given === undefined) return [];
    return given.startsWith("resource://") ? given : `${root}${given}`;
  });
}
