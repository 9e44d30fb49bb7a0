import type { ListedTemplate, ManifestFile, SkillDetail } from "../../../../shared/model/skill";
import { skillRoot, splitSkillUri } from "../../../../shared/uri/skill-uri";
import { problemOf } from "../../connections/connection-error";
import { type Asker, readJson, recordsOf, stringOf } from "../ask";
import { filesBelow } from "../directory-files";
import { earlierSkill, withFiles } from "../earlier-skill";
import { manifestOf, objectOf } from "../entry";
import type { DiscoveryConvention, Found } from "./convention";
import { manifestFiles, manifestUri } from "./fastmcp-3";
import { archivedFiles, archiveSource, readArchived, unpackedUri } from "./index-archives";

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
    const source = sourceOf(skill);
    if (source) return withFiles(skill, await archivedFiles(skill, source, ask));
    const listing = manifestUri(skill.uri, resources);
    if (listing) return withFiles(skill, await manifestFiles(listing, ask));
    const root = skillRoot(skill.uri);
    if (root === undefined || !ask.connection.directoryRead) return skill;
    const own: ManifestFile[] = skill.manifest.kind === "files" ? skill.manifest.files : [{ uri: skill.uri }];
    return withFiles(skill, [...(await filesBelow(root, ask)), ...own], true);
  },
  read: async (skill, uri, ask) => {
    const source = sourceOf(skill);
    return source && readArchived(skill, source, uri, ask);
  },
};

function sourceOf({ rawEntry }: SkillDetail) {
  const entry = objectOf(rawEntry);
  return entry && archiveSource(entry);
}

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
  // Templates are listed apart; a type that no draft knows is passed over, as the drafts ask of clients.
  if (entry.type !== undefined && entry.type !== "skill-md" && entry.type !== "archive") return undefined;
  const frontmatter = objectOf(entry.frontmatter);
  const stated = stringOf(frontmatter, "name") ?? stringOf(entry, "name");
  const archive = archiveSource(entry);
  const uri = archive
    ? unpackedUri(entry, archive, stated)
    : (stringOf(entry, "uri") ?? stringOf(entry, "url"));
  if (uri === undefined) return undefined;
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

/** Shape C lists every file; the others give at most the digest of SKILL.md, and archives show theirs when opened. */
function manifest(entry: Record<string, unknown>, uri: string): SkillDetail["manifest"] {
  if (entry.resources !== undefined) return manifestOf(entry.resources);
  const digest = archiveSource(entry) ? undefined : stringOf(entry, "digest");
  return digest === undefined
    ? { kind: "unknown" }
    : { kind: "files", files: [{ uri, digest }], partial: true };
}

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
