import { INTERNAL_ERROR, isObject, type Json, RpcError } from "../rpc/json-rpc";
import type { ServedSkill } from "../scan/catalogue";
import type { Library, LibraryChange } from "../scan/library";
import type { ConventionDefinition } from "./convention";
import {
  completion,
  damagedText,
  parsedUri,
  sdkNotFound,
  sdkUnknownMethod,
  skillsByName,
  supportingFiles,
  textContents,
} from "./skill-files";
import { callSkilljackTool, skilljackPrompt, skilljackPrompts, skilljackTools } from "./skilljack-tools";

/** skilljack-mcp 0.5: `skill://{name}` is SKILL.md, `skill://{name}/` all other files in one answer, all as text. */
export const skilljack: ConventionDefinition = {
  id: "skilljack",
  title: "skilljack-mcp 0.5: skill://{name} and skill://{name}/",
  serve: ({ library }) => ({
    eras: ["legacy"],
    serverInfo: { name: "skilljack-mcp", version: "1.0.0" },
    capabilities: () => ({
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      completions: {},
    }),
    unknownMethod: sdkUnknownMethod,
    methods: {
      "resources/list": () => listResources(library),
      "resources/templates/list": () => ({ resourceTemplates: TEMPLATES }),
      "resources/read": (params) => read(library, parsedUri(params)),
      "completion/complete": (params) => complete(library, params),
      "prompts/list": () => ({ prompts: skilljackPrompts(library) }),
      "prompts/get": (params) => skilljackPrompt(library, params),
      "tools/list": () => ({ tools: skilljackTools(library) }),
      "tools/call": (params) => callSkilljackTool(library, params),
    },
    subscribe: (uri) => checkSubscription(library, uri),
    changedUris: (change) => changedUris(library, change),
    listNotices: [
      "notifications/tools/list_changed",
      "notifications/prompts/list_changed",
      "notifications/resources/list_changed",
    ],
  }),
};

const TEMPLATES = [
  {
    name: "Skill",
    uriTemplate: "skill://{skillName}",
    mimeType: "text/markdown",
    description: "SKILL.md content for a skill",
  },
  {
    name: "Skill Directory",
    uriTemplate: "skill://{skillName}/",
    mimeType: "text/plain",
    description: "Collection of all files in a skill directory (excluding SKILL.md)",
  },
];

/** The types this server knows; everything else is plain text to it. */
const TYPES: Record<string, string> = {
  md: "text/markdown",
  ts: "text/typescript",
  js: "text/javascript",
  json: "application/json",
  yaml: "text/yaml",
  yml: "text/yaml",
  txt: "text/plain",
  sh: "text/x-shellscript",
  py: "text/x-python",
  css: "text/css",
  html: "text/html",
  xml: "application/xml",
};

const rootOf = (name: string) => `skill://${encodeURIComponent(name)}`;

function listResources(library: Library): Json {
  const skills = [...skillsByName(library.catalogue)];
  return {
    resources: [
      ...skills.map(([name, { frontmatter }]) => ({
        mimeType: "text/markdown",
        description: frontmatter.description,
        uri: rootOf(name),
        name,
      })),
      ...skills.map(([name]) => ({
        mimeType: "text/plain",
        description: `All files in ${name} skill directory`,
        uri: `${rootOf(name)}/`,
        name: `${name}/`,
      })),
    ],
  };
}

async function read(library: Library, uri: string): Promise<Json> {
  const [, raw, slash] = /^skill:\/\/([^/]+)(\/?)$/.exec(uri) ?? [];
  if (raw === undefined) throw sdkNotFound(`Resource ${uri}`);
  const skills = skillsByName(library.catalogue);
  const name = decode(raw);
  const skill = skills.get(name);
  if (!skill) {
    const names = [...skills.keys()].join(", ") || "none";
    throw new RpcError(INTERNAL_ERROR, `Skill "${name}" not found. Available: ${names}`);
  }
  if (!slash) return textContents(uri, await damagedText(skill.skillFile), "text/markdown");
  return { contents: await Promise.all(supportingFiles(skill).map((entry) => collected(name, entry))) };
}

/** One file of a collection; its path goes into the URI raw, as the original does. */
async function collected(name: string, { path, file }: ReturnType<typeof supportingFiles>[number]) {
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return {
    uri: `${rootOf(name)}/${path}`,
    mimeType: TYPES[ending] ?? "text/plain",
    text: await damagedText(file),
  };
}

function decode(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    throw new RpcError(INTERNAL_ERROR, "URI malformed");
  }
}

function complete(library: Library, { ref, argument }: Json): Json {
  const reference = isObject(ref) ? ref : {};
  const typed = isObject(argument) ? argument : {};
  let variable: string | undefined;
  if (reference.type === "ref/prompt") {
    const known = reference.name === "skill" || skillsByName(library.catalogue).has(String(reference.name));
    if (!known) throw sdkNotFound(`Prompt ${String(reference.name)}`);
    if (reference.name === "skill") variable = "name";
  } else {
    const template = TEMPLATES.some(({ uriTemplate }) => uriTemplate === reference.uri);
    if (!template) throw sdkNotFound(`Resource template ${String(reference.uri)}`);
    variable = "skillName";
  }
  if (typed.name !== variable) return { completion: { values: [], hasMore: false } };
  const wanted = String(typed.value ?? "").toLowerCase();
  const names = [...skillsByName(library.catalogue).keys()];
  return completion(names.filter((name) => name.toLowerCase().startsWith(wanted)));
}

function checkSubscription(library: Library, uri: string): void {
  if (!uri.startsWith("skill://")) {
    throw new RpcError(INTERNAL_ERROR, `Unsupported URI scheme: ${uri}. Only skill:// URIs are supported.`);
  }
  const [raw = "", ...rest] = uri.slice("skill://".length).split("/");
  if (raw === "") return;
  const skill = skillsByName(library.catalogue).get(decode(raw));
  const path = rest.join("/");
  if (skill && (path === "" || supportingFiles(skill).some((entry) => entry.path === path))) return;
  throw new RpcError(INTERNAL_ERROR, `Resource not found: ${uri}`);
}

/** All that a subscriber may have asked for: the skill, its collection, and everything. */
function changedUris(library: Library, { uris }: LibraryChange): string[] {
  const changed = new Set(uris);
  const touched = ({ files }: ServedSkill) => files.some(({ uri }) => changed.has(uri));
  const names = [...skillsByName(library.catalogue)]
    .filter(([, skill]) => touched(skill))
    .map(([name]) => name);
  return names.length === 0
    ? []
    : ["skill://", ...names.flatMap((name) => [rootOf(name), `${rootOf(name)}/`])];
}
