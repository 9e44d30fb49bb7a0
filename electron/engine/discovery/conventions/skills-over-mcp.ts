import type { ListedResource, ManifestFile, SkillDetail } from "../../../../shared/model/skill";
import { problemOf } from "../../connections/connection-error";
import { type Asker, readJson, recordsOf, stringOf } from "../ask";
import { earlierSkill, withFiles } from "../earlier-skill";
import type { DiscoveryConvention, Found, Listed } from "./convention";

const INDEX = "skill://index";
const SKILL = /^skill:\/\/[^/]+$/;
const DOCUMENT = /^skill:\/\/\{[^}]+\}\/document\/\{\+?[^}]+\}$/;
const FIXED = [INDEX, "skill://prompt-xml"];

/**
 * Groves' skills-over-mcp: `skill://index` lists the skills, `skill://{name}` is one, `/documents` lists its files
 * and `/document/{path}` is one of them.
 */
export const skillsOverMcp: DiscoveryConvention = {
  id: "skills-over-mcp",
  recognise: ({ resources, templates, named }) =>
    named.includes(INDEX) ||
    resources.some(({ uri }) => uri === INDEX) ||
    templates.some(({ uriTemplate }) => DOCUMENT.test(uriTemplate)),
  find: async (listed, ask) => {
    const offered = listed.named.includes(INDEX) || listed.resources.some(({ uri }) => uri === INDEX);
    const index = offered ? await readIndex(ask) : { skills: [] };
    const known = new Set(index.skills.map(({ uri }) => uri));
    return { ...index, skills: [...index.skills, ...plain(listed).filter(({ uri }) => !known.has(uri))] };
  },
  manifest: async (skill, { resources }, ask) => {
    const own: ManifestFile = { uri: skill.uri, path: "SKILL.md", mimeType: "text/markdown" };
    const documents = documentsUri(skill, resources);
    return withFiles(skill, documents === undefined ? [own] : [own, ...(await documentsOf(documents, ask))]);
  },
  address: (skill, uri) => {
    const root = `${skill.uri}/`;
    if (!uri.startsWith(root) || uri === `${root}documents` || uri.startsWith(`${root}document/`)) return uri;
    return `${root}document/${uri.slice(root.length)}`;
  },
};

async function readIndex(ask: Asker): Promise<Found> {
  try {
    const { value, exchange } = await readJson(ask, INDEX);
    const skills = (recordsOf(value, "skills") ?? []).flatMap((entry) => {
      const uri = stringOf(entry, "uri");
      if (uri === undefined) return [];
      const name = stringOf(entry, "name");
      return earlierSkill("skills-over-mcp", {
        uri,
        name: name ?? uri,
        ...(name === undefined ? {} : { frontmatterName: name }),
        description: stringOf(entry, "description") ?? "",
        provenance: "index",
        rawEntry: entry,
        exchangeId: exchange.id,
      });
    });
    return { skills };
  } catch (error) {
    return { skills: [], problem: problemOf(error) };
  }
}

/** Skills that are listed as resources, whether or not there is an index. */
function plain({ resources }: Listed): SkillDetail[] {
  return resources
    .filter(({ uri, mimeType }) => SKILL.test(uri) && !FIXED.includes(uri) && mimeType === "text/markdown")
    .map((resource) => {
      const name = decodedName(resource.uri);
      return earlierSkill("skills-over-mcp", {
        uri: resource.uri,
        name,
        frontmatterName: name,
        description: resource.description ?? "",
        provenance: "resources/list",
        rawEntry: resource,
      });
    });
}

function documentsUri(skill: SkillDetail, resources: readonly ListedResource[]): string | undefined {
  const entry = skill.rawEntry as Record<string, unknown> | undefined;
  const stated = stringOf(entry, "documentsUri");
  const usual = `${skill.uri}/documents`;
  return stated ?? (resources.some(({ uri }) => uri === usual) ? usual : undefined);
}

async function documentsOf(uri: string, ask: Asker): Promise<ManifestFile[]> {
  const { value } = await readJson(ask, uri);
  return (recordsOf(value, "documents") ?? []).flatMap((document) => {
    const own = stringOf(document, "uri");
    const path = stringOf(document, "path");
    const mimeType = stringOf(document, "mimeType");
    if (own === undefined) return [];
    return {
      uri: own,
      ...(path === undefined ? {} : { path }),
      ...(typeof document.size === "number" ? { size: document.size } : {}),
      ...(mimeType === undefined ? {} : { mimeType }),
    };
  });
}

function decodedName(uri: string): string {
  const raw = uri.slice("skill://".length);
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}
