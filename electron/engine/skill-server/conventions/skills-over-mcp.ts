import { isObject, type Json } from "../rpc/json-rpc";
import type { ServedSkill } from "../scan/catalogue";
import type { Library } from "../scan/library";
import type { ConventionDefinition } from "./convention";
import {
  completion,
  damagedText,
  parsedUri,
  type RelativeFile,
  sdkNotFound,
  sdkUnknownMethod,
  skillsByName,
  supportingFiles,
  textContents,
  typeOf,
  xml,
} from "./skill-files";

/**
 * Groves' skills-over-mcp: `skill://index`, `skill://{name}`, `/documents`, `/document/{path}`. Documents are the
 * files in subfolders; every one is sent as text; a miss through the template is a success in prose.
 */
export const skillsOverMcp: ConventionDefinition = {
  id: "skills-over-mcp",
  title: "skills-over-mcp: skill://index, skill://{name}, /documents, /document/{path}",
  serve: ({ library }) => ({
    eras: ["legacy"],
    serverInfo: { name: "skills-as-resources-example", version: "0.1.0" },
    capabilities: () => ({ resources: { listChanged: true }, completions: {} }),
    unknownMethod: sdkUnknownMethod,
    methods: {
      "resources/list": () => ({ resources: listResources(library) }),
      "resources/templates/list": () => ({ resourceTemplates: [TEMPLATE] }),
      "resources/read": (params) => read(library, parsedUri(params)),
      "completion/complete": (params) => complete(library, params),
    },
    // Declared and never sent.
    listNotices: [],
  }),
};

const INDEX = "skill://index";
const PROMPT_XML = "skill://prompt-xml";
const TEMPLATE = {
  name: "skill-document",
  uriTemplate: "skill://{skillName}/document/{+documentPath}",
  description: "Fetch a specific supplementary document from a skill",
  mimeType: "text/plain",
};

/** A skill named like a fixed resource would stop the original; here it is left out. */
function named(library: Library): [string, ServedSkill][] {
  return [...skillsByName(library.catalogue)].filter(([name]) => name !== "index" && name !== "prompt-xml");
}

const documentsOf = (skill: ServedSkill) => supportingFiles(skill).filter(({ path }) => path.includes("/"));
const rootOf = (name: string) => `skill://${name}`;

function listResources(library: Library): Json[] {
  const skills = named(library);
  const names = skills.map(([name]) => name).join(", ");
  return [
    {
      uri: INDEX,
      name: "skills-index",
      description: `Index of all available skills with their descriptions, URIs, and document counts. Currently available: ${names}`,
      mimeType: "application/json",
    },
    {
      uri: PROMPT_XML,
      name: "skills-prompt-xml",
      description: "XML representation of available skills for injecting into system prompts",
      mimeType: "application/xml",
    },
    ...skills.flatMap(([name, skill]) => listedSkill(name, skill)),
    ...skills.flatMap(([name, skill]) =>
      documentsOf(skill).map(({ path, file }) => ({
        description: `Document from ${name} skill`,
        mimeType: typeOf(file),
        uri: `${rootOf(name)}/document/${path}`,
        name: `${name}/${path}`,
      })),
    ),
  ];
}

function listedSkill(name: string, skill: ServedSkill): Json[] {
  const own = {
    uri: rootOf(name),
    name: `skill-${name}`,
    description: skill.frontmatter.description,
    mimeType: "text/markdown",
  };
  if (documentsOf(skill).length === 0) return [own];
  const documents = {
    uri: `${rootOf(name)}/documents`,
    name: `skill-${name}-documents`,
    description: `List of supplementary documents for the ${name} skill`,
    mimeType: "application/json",
  };
  return [own, documents];
}

async function read(library: Library, uri: string): Promise<Json> {
  const skills = named(library);
  if (uri === INDEX) return textContents(uri, JSON.stringify(skills.map(indexed), null, 2));
  if (uri === PROMPT_XML) return textContents(uri, promptXml(skills));
  const [, name, , rest] = /^skill:\/\/([^/]+)\/(document)\/(.+)$/s.exec(uri) ?? [];
  if (name !== undefined && rest !== undefined) return readDocument(skills, uri, name, rest);
  for (const [own, skill] of skills) {
    if (uri === rootOf(own)) return textContents(uri, await damagedText(skill.skillFile));
    const documents = documentsOf(skill);
    if (uri === `${rootOf(own)}/documents` && documents.length > 0) {
      return textContents(uri, JSON.stringify(documentList(own, documents), null, 2));
    }
  }
  throw sdkNotFound(`Resource ${uri}`);
}

function indexed([name, skill]: [string, ServedSkill]): Json {
  const documents = documentsOf(skill);
  const map = isObject(skill.frontmatter.metadata) ? skill.frontmatter.metadata : {};
  const metadata = Object.fromEntries(Object.entries(map).filter(([, value]) => typeof value === "string"));
  return {
    name,
    description: skill.frontmatter.description,
    uri: rootOf(name),
    ...(documents.length > 0 ? { documentsUri: `${rootOf(name)}/documents` } : {}),
    documentCount: documents.length,
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
}

function promptXml(skills: [string, ServedSkill][]): string {
  const lines = skills.flatMap(([name, { frontmatter }]) => [
    "  <skill>",
    `    <name>${xml(name)}</name>`,
    `    <description>${xml(frontmatter.description)}</description>`,
    `    <uri>${xml(rootOf(name))}</uri>`,
    "  </skill>",
  ]);
  return ["<available_skills>", ...lines, "</available_skills>"].join("\n");
}

function documentList(name: string, documents: RelativeFile[]): Json {
  return {
    skill: name,
    documents: documents.map(({ path, file }) => ({
      path,
      mimeType: typeOf(file),
      size: file.stamp.size,
      uri: `${rootOf(name)}/document/${path}`,
    })),
  };
}

async function readDocument(
  skills: [string, ServedSkill][],
  uri: string,
  name: string,
  path: string,
): Promise<Json> {
  const skill = skills.find(([own]) => own === name)?.[1];
  if (!skill) {
    const names = skills.map(([own]) => own).join(", ");
    return textContents(uri, `# Error\n\nSkill "${name}" not found. Available: ${names}`);
  }
  const documents = documentsOf(skill);
  const found = documents.find((document) => document.path === path || sameHref(document.path, path));
  if (found) {
    return { contents: [{ uri, text: await damagedText(found.file), mimeType: typeOf(found.file) }] };
  }
  const list =
    documents.length > 0
      ? documents.map((document) => `- ${document.path}`).join("\n")
      : "No documents available.";
  return textContents(
    uri,
    `# Error\n\nDocument "${path}" not found in skill "${name}".\n\n## Available Documents\n\n${list}`,
  );
}

/** The URL parser has encoded what the list gives raw; an encoded slash stays one, as in the original. */
function sameHref(path: string, asked: string): boolean {
  return new URL(`skill://x/${path.replace(/[?#%]/g, encodeURIComponent)}`).href === `skill://x/${asked}`;
}

function complete(library: Library, { ref, argument, context }: Json): Json {
  const uri = isObject(ref) ? ref.uri : undefined;
  if (uri !== TEMPLATE.uriTemplate) throw sdkNotFound(`Resource template ${String(uri)}`);
  const typed = isObject(argument) ? argument : {};
  const withDocuments = named(library).filter(([, skill]) => documentsOf(skill).length > 0);
  const known = isObject(context) && isObject(context.arguments) ? context.arguments.skillName : undefined;
  const skill = withDocuments.find(([name]) => name === known)?.[1];
  const candidates =
    typed.name === "skillName"
      ? withDocuments.map(([name]) => name)
      : skill
        ? documentsOf(skill).map(({ path }) => path)
        : [];
  return completion(candidates.filter((value) => value.startsWith(String(typed.value ?? ""))));
}
