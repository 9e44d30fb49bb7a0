import { SKILLS_EXTENSION } from "../../../../shared/model/server";
import { INVALID_PARAMS, isObject, type Json, RpcError } from "../rpc/json-rpc";
import type { ServedFile, ServedSkill } from "../scan/catalogue";
import type { Library } from "../scan/library";
import { pooled } from "../scan/pool";
import { pathOfUri, uriOfPath } from "../scan/uris";
import type { ConventionDefinition } from "./convention";
import { ARCHIVES, type ArchiveKind, hasOneFile, PackedFacts, packed } from "./packed";
import { contentsOf } from "./resources";
import {
  completion,
  outermostSkills,
  parsedUri,
  sdkNotFound,
  sdkUnknownMethod,
  supportingFiles,
  textContents,
  textParam,
  typeOf,
} from "./skill-files";

/**
 * The draft of June and July 2026, shape B: `skill://index.json` in place of `skills/list`. A skill of several files
 * is there unpacked and as .tar.gz and .zip. As long as there were archives skills did not nest: an inner one is a file
 * of the outer. A miss is a success in prose, because the one template takes every URI.
 */
export const sep2640Index: ConventionDefinition = {
  id: "sep-2640-index",
  title: "The skills extension as drafted in June 2026: skill://index.json",
  serve: ({ library }) => {
    const archives = new PackedFacts(library);
    return {
      eras: ["legacy"],
      capabilities: () => ({
        resources: { listChanged: true },
        extensions: { [SKILLS_EXTENSION]: { directoryRead: true } },
        completions: {},
      }),
      unknownMethod: sdkUnknownMethod,
      methods: {
        "resources/list": () => listResources(library, archives),
        "resources/templates/list": () => ({
          resourceTemplates: [{ ...TEMPLATE, annotations: notes(0.2, new Date()) }],
        }),
        "resources/read": (params) => read(library, archives, parsedUri(params)),
        "resources/directory/read": (params) => readDirectory(library, params),
        "completion/complete": (params) => complete(outermostSkills(library.catalogue), params),
      },
    };
  },
};

export const INDEX = "skill://index.json";
export const TEMPLATE = {
  name: "skill-file",
  uriTemplate: "skill://{+skillFilePath}",
  description: "Fetch a supporting file from a skill directory",
  mimeType: "text/plain",
};

/** The annotations of a listed resource or template. */
export const notes = (priority: number, at: Date) => ({
  audience: ["assistant"],
  priority,
  lastModified: at.toISOString(),
});
export const modified = (file: ServedFile) => new Date(Number(file.stamp.mtimeNs / 1_000_000n));

async function indexText(library: Library, archives: PackedFacts): Promise<string> {
  const skills = await pooled(outermostSkills(library.catalogue), 4, async (skill) => {
    const { digest } = (await library.facts.digest(skill.skillFile.disk)) ?? {};
    const packs = hasOneFile(skill) ? [] : await Promise.all(ARCHIVES.map((kind) => pack(skill, kind)));
    return {
      frontmatter: (await library.headOf(skill)) ?? skill.frontmatter,
      url: skill.uri,
      digest,
      ...(packs.length > 0 ? { archives: packs.filter((each) => each !== undefined) } : {}),
    };
  });
  return JSON.stringify({ skills: skills.filter(({ digest }) => digest !== undefined) }, null, 2);

  async function pack(skill: ServedSkill, kind: ArchiveKind) {
    const facts = await archives.of(skill, kind);
    return facts && { url: archiveUri(skill, kind), mimeType: kind.mimeType, digest: facts.digest };
  }
}

/** The URI of a skill as one file: that of its folder, and the ending of the form. */
export const archiveUri = (skill: ServedSkill, { ending }: ArchiveKind) => uriOfPath(skill.path) + ending;

/** The archive that a URI names, of a skill of several files. */
function archiveAt(library: Library, uri: string) {
  for (const kind of ARCHIVES) {
    const path = uri.endsWith(kind.ending) && pathOfUri(uri.slice(0, -kind.ending.length));
    const skill = path && library.catalogue.skill([...path, "SKILL.md"]);
    if (skill && !hasOneFile(skill) && outermostSkills(library.catalogue).includes(skill))
      return { skill, kind };
  }
  return undefined;
}

/** How a SKILL.md is listed in either shape. */
export const listedSkill = ({ uri, frontmatter, skillFile }: ServedSkill) => ({
  uri,
  name: frontmatter.name,
  description: frontmatter.description,
  mimeType: "text/markdown",
  size: skillFile.stamp.size,
  annotations: notes(1, modified(skillFile)),
});

/** How an archive is listed in either shape; undefined when its SKILL.md has gone. */
export async function listedArchive(archives: PackedFacts, skill: ServedSkill, kind: ArchiveKind) {
  const facts = await archives.of(skill, kind);
  const { name, description } = skill.frontmatter;
  return (
    facts && {
      uri: archiveUri(skill, kind),
      name: `${name}-archive`,
      description: `${description} (archive distribution)`,
      mimeType: kind.mimeType,
      size: facts.size,
      annotations: notes(0.9, modified(skill.skillFile)),
    }
  );
}

async function listResources(library: Library, archives: PackedFacts): Promise<Json> {
  const skills = outermostSkills(library.catalogue);
  const packs = skills
    .filter((skill) => !hasOneFile(skill))
    .flatMap((skill) => ARCHIVES.map((kind) => ({ skill, kind })));
  const packed = await pooled(packs, 4, ({ skill, kind }) => listedArchive(archives, skill, kind));
  const index = {
    uri: INDEX,
    name: "skills-index",
    description: "Discovery index of available skills served by this server (skill://index.json)",
    mimeType: "application/json",
    size: Buffer.byteLength(await indexText(library, archives)),
    annotations: notes(0.8, new Date()),
  };
  return { resources: [...packed.filter((each) => each !== undefined), ...skills.map(listedSkill), index] };
}

async function read(library: Library, archives: PackedFacts, uri: string): Promise<Json> {
  if (uri === INDEX) return textContents(uri, await indexText(library, archives));
  return readFile(library, uri);
}

/** A file or archive by its URI, a miss in prose. @param serves which of them are there; all where left out */
export async function readFile(
  library: Library,
  uri: string,
  serves?: {
    file(file: ServedFile): boolean;
    archive(skill: ServedSkill, kind: ArchiveKind): boolean;
  },
): Promise<Json> {
  if (!uri.startsWith("skill://")) throw sdkNotFound(`Resource ${uri}`);
  const path = pathOfUri(uri);
  const file = path && library.catalogue.file(path);
  if (file && (serves?.file(file) ?? true)) {
    const { mimeType, ...bare } = await contentsOf(file, uri);
    const isMain = outermostSkills(library.catalogue).some(({ skillFile }) => skillFile === file);
    return { contents: [isMain ? bare : { ...bare, mimeType }] };
  }
  const archive = archiveAt(library, uri);
  const served = archive && (serves?.archive(archive.skill, archive.kind) ?? true);
  const bytes = served && (await packed(archive.skill, archive.kind));
  if (!bytes) return textContents(uri, prose(library, uri));
  return { contents: [{ uri, mimeType: archive.kind.mimeType, blob: bytes.toString("base64") }] };
}

/** What a miss is answered with. */
function prose(library: Library, uri: string): string {
  const asked = uri.slice("skill://".length);
  const skill = outermostSkills(library.catalogue).find(({ path }) => {
    const root = `${uriOfPath(path).slice("skill://".length)}/`;
    return asked.startsWith(root) && asked !== root;
  });
  if (!skill) return `# Error\n\nCould not resolve skill path from "${asked}"`;
  const rest = asked.slice(uriOfPath(skill.path).length - "skill://".length + 1);
  const files = supportingFiles(skill).map(({ path }) => `- ${path}`);
  const name = skill.frontmatter.name;
  return `# Error\n\nFile "${rest}" not found in skill "${name}".\n\n## Available Files\n\n${files.join("\n")}`;
}

/** Directories first; a trailing slash is accepted and a cursor ignored, as in the original. */
function readDirectory(library: Library, params: Json): Json {
  const uri = textParam(params);
  const path = pathOfUri(uri.replace(/\/$/, ""));
  const directory = path && library.catalogue.directory(path);
  if (!directory) {
    throw new RpcError(
      INVALID_PARAMS,
      `MCP error -32602: Not a directory resource or does not exist: ${uri}`,
    );
  }
  return {
    resources: [
      ...directory.directories.map((child) => ({
        uri: child.uri,
        name: child.path.at(-1),
        mimeType: "inode/directory",
      })),
      ...directory.files.map((file) => ({
        uri: file.uri,
        name: file.name,
        mimeType: typeOf(file),
        size: file.stamp.size,
      })),
    ],
  };
}

/** Offers supporting files only, by the beginning of their whole path, letter case counting. */
export function complete(skills: readonly ServedSkill[], { ref, argument }: Json): Json {
  if (!isObject(ref) || ref.uri !== TEMPLATE.uriTemplate) {
    throw sdkNotFound(`Resource template ${isObject(ref) ? String(ref.uri) : ""}`);
  }
  const typed = isObject(argument) ? String(argument.value) : "";
  const all = (skill: ServedSkill) =>
    supportingFiles(skill).map(({ file }) => file.uri.slice("skill://".length));
  const paths = [...new Set(skills.flatMap(all))];
  return completion(paths.filter((path) => path.startsWith(typed)));
}
