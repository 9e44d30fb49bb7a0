import { SKILLS_EXTENSION } from "../../../../shared/model/server";
import { INVALID_PARAMS, isObject, type Json, RpcError, stringParam } from "../rpc/json-rpc";
import type { ServedFile, ServedSkill } from "../scan/catalogue";
import type { Library } from "../scan/library";
import { pathOfUri, uriOfPath } from "../scan/uris";
import type { ConventionDefinition } from "./convention";
import { contentsOf } from "./resources";
import { completion, parsedUri, sdkNotFound, supportingFiles, textContents, typeOf } from "./skill-files";

/**
 * The draft of June and July 2026, shape B without archives: `skill://index.json` in place of `skills/list`. A miss
 * is a success in prose, because the one template takes every URI.
 */
export const sep2640Index: ConventionDefinition = {
  id: "sep-2640-index",
  title: "The skills extension as drafted in June 2026: skill://index.json",
  serve: ({ library }) => ({
    eras: ["legacy"],
    capabilities: () => ({
      resources: { listChanged: true },
      extensions: { [SKILLS_EXTENSION]: { directoryRead: true } },
      completions: {},
    }),
    methods: {
      "resources/list": () => listResources(library),
      "resources/templates/list": () => ({
        resourceTemplates: [{ ...TEMPLATE, annotations: notes(0.2, new Date()) }],
      }),
      "resources/read": (params) => read(library, parsedUri(params)),
      "resources/directory/read": (params) => readDirectory(library, params),
      "completion/complete": (params) => complete(library, params),
    },
  }),
};

const INDEX = "skill://index.json";
const TEMPLATE = {
  name: "skill-file",
  uriTemplate: "skill://{+skillFilePath}",
  description: "Fetch a supporting file from a skill directory",
  mimeType: "text/plain",
};

const notes = (priority: number, at: Date) => ({
  audience: ["assistant"],
  priority,
  lastModified: at.toISOString(),
});
const modified = (file: ServedFile) => new Date(Number(file.stamp.mtimeNs / 1_000_000n));

async function indexText(library: Library): Promise<string> {
  const skills = await Promise.all(
    library.catalogue.skills.map(async (skill) => ({
      frontmatter: (await library.headOf(skill)) ?? skill.frontmatter,
      url: skill.uri,
      digest: (await library.facts.digest(skill.skillFile.disk))?.digest,
    })),
  );
  return JSON.stringify({ skills: skills.filter(({ digest }) => digest !== undefined) }, null, 2);
}

async function listResources(library: Library): Promise<Json> {
  const skills = library.catalogue.skills.map(({ uri, frontmatter, skillFile }) => ({
    uri,
    name: frontmatter.name,
    description: frontmatter.description,
    mimeType: "text/markdown",
    size: skillFile.stamp.size,
    annotations: notes(1, modified(skillFile)),
  }));
  const index = {
    uri: INDEX,
    name: "skills-index",
    description: "Discovery index of available skills served by this server (skill://index.json)",
    mimeType: "application/json",
    size: Buffer.byteLength(await indexText(library)),
    annotations: notes(0.8, new Date()),
  };
  return { resources: [...skills, index] };
}

async function read(library: Library, uri: string): Promise<Json> {
  if (uri === INDEX) return textContents(uri, await indexText(library));
  if (!uri.startsWith("skill://")) throw sdkNotFound(`Resource ${uri}`);
  const path = pathOfUri(uri);
  const file = path && library.catalogue.file(path);
  if (!file) return textContents(uri, prose(library, uri));
  const content = await contentsOf(file, uri);
  if (!library.catalogue.skill(file.path)) return { contents: [content] };
  const { mimeType: _, ...bare } = content;
  return { contents: [bare] };
}

/** What a miss is answered with. */
function prose(library: Library, uri: string): string {
  const asked = uri.slice("skill://".length);
  const skill = library.catalogue.skills.find(({ path }) =>
    `${asked}/`.startsWith(`${uriOfPath(path).slice(8)}/`),
  );
  if (!skill) return `# Error\n\nCould not resolve skill path from "${asked}"`;
  const rest = asked.slice(uriOfPath(skill.path).length - "skill://".length + 1);
  const files = supportingFiles(skill).map(({ path }) => `- ${path}`);
  const name = skill.frontmatter.name;
  return `# Error\n\nFile "${rest}" not found in skill "${name}".\n\n## Available Files\n\n${files.join("\n")}`;
}

/** Directories first; a trailing slash is accepted and a cursor ignored, as in the original. */
function readDirectory(library: Library, params: Json): Json {
  const uri = stringParam(params, "uri");
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
function complete(library: Library, { ref, argument }: Json): Json {
  if (!isObject(ref) || ref.uri !== TEMPLATE.uriTemplate) {
    throw sdkNotFound(`Resource template ${isObject(ref) ? String(ref.uri) : ""}`);
  }
  const typed = isObject(argument) ? String(argument.value) : "";
  const all = (skill: ServedSkill) =>
    supportingFiles(skill).map(({ file }) => file.uri.slice("skill://".length));
  const paths = [...new Set(library.catalogue.skills.flatMap(all))];
  return completion(paths.filter((path) => path.startsWith(typed)));
}
