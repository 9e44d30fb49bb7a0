import type { ListedTemplate, ManifestFile, SkillDetail } from "../../../../shared/model/skill";
import { skillRoot, splitSkillUri } from "../../../../shared/uri/skill-uri";
import { problemOf } from "../../connections/connection-error";
import { type Asker, readJson, recordsOf, stringOf } from "../ask";
import { filesBelow } from "../directory-files";
import { earlierSkill, withFiles } from "../earlier-skill";
import { manifestOf, objectOf } from "../entry";
import type { DiscoveryConvention, Found } from "./convention";
import { manifestFiles, manifestUri } from "./fastmcp-3";

const INDEX = "skill://index.json";

/**
 * The drafts of SEP-2640 from April to July 2026: `skill://index.json` lists the skills. An entry says by its keys
 * which draft it is of: `type`, `name` and `url` (A), `frontmatter` with `url` or `archives` (B), or `uri` and
 * `resources` (C).
 */
export const sep2640Index: DiscoveryConvention = {
  id: "sep-2640-index",
  recognise: ({ resources, named }) => named.includes(INDEX) || resources.some(({ uri }) => uri === INDEX),
  find: (_listed, ask) => readIndex(ask),
  manifest: async (skill, { resources }, ask) => {
    const listing = manifestUri(skill.uri, resources);
    if (listing) return withFiles(skill, await manifestFiles(listing, ask));
    const root = skillRoot(skill.uri);
    if (root === undefined || !ask.connection.directoryRead) return skill;
    const own: ManifestFile[] = skill.manifest.kind === "files" ? skill.manifest.files : [{ uri: skill.uri }];
    return withFiles(skill, [...(await filesBelow(root, ask)), ...own], true);
  },
};

async function readIndex(ask: Asker): Promise<Found> {
  try {
    const { value, exchange } = await readJson(ask, INDEX);
    const entries = recordsOf(value, "skills");
    if (!entries) {
      return {
        skills: [],
        problem: { code: "bad-index", message: `${INDEX} holds JSON without a list of skills.` },
      };
    }
    return {
      skills: entries.map((entry) => skillOf(entry, exchange.id)).filter((skill) => skill !== undefined),
      templates: entries.map(templateOf).filter((template) => template !== undefined),
    };
  } catch (error) {
    return { skills: [], problem: problemOf(error) };
  }
}

function skillOf(entry: Record<string, unknown>, exchangeId: string): SkillDetail | undefined {
  if (entry.type === "mcp-resource-template") return undefined;
  const frontmatter = objectOf(entry.frontmatter);
  const uri = stringOf(entry, "uri") ?? stringOf(entry, "url") ?? archiveOf(entry);
  if (uri === undefined) return undefined;
  const stated = stringOf(frontmatter, "name") ?? stringOf(entry, "name");
  const description = stringOf(frontmatter, "description") ?? stringOf(entry, "description");
  return earlierSkill("sep-2640-index", {
    uri,
    name: stated ?? splitSkillUri(uri)?.name ?? uri,
    ...(description === undefined ? {} : { description }),
    ...(stated === undefined ? {} : { frontmatterName: stated }),
    provenance: "index",
    ...(frontmatter ? { frontmatter } : {}),
    manifest: manifest(entry, uri),
    rawEntry: entry,
    exchangeId,
  });
}

/** Shape C lists every file; the others give at most the digest of the one artifact. */
function manifest(entry: Record<string, unknown>, uri: string): SkillDetail["manifest"] {
  if (entry.resources !== undefined) return manifestOf(entry.resources);
  const archive = stringOf(entry, "url") === undefined ? firstArchive(entry) : undefined;
  const digest = stringOf(archive ?? entry, "digest");
  return digest === undefined
    ? { kind: "unknown" }
    : { kind: "files", files: [{ uri, digest }], partial: true };
}

function firstArchive(entry: Record<string, unknown>): Record<string, unknown> | undefined {
  return Array.isArray(entry.archives) ? objectOf(entry.archives[0]) : undefined;
}

const archiveOf = (entry: Record<string, unknown>) => stringOf(firstArchive(entry), "url");

function templateOf(entry: Record<string, unknown>): ListedTemplate | undefined {
  const uriTemplate = stringOf(entry, "url");
  if (entry.type !== "mcp-resource-template" || uriTemplate === undefined) return undefined;
  const description = stringOf(entry, "description");
  return {
    uriTemplate,
    name: stringOf(entry, "name") ?? description ?? uriTemplate,
    ...(description === undefined ? {} : { description }),
  };
}
