import { type Json, RESOURCE_NOT_FOUND, RpcError, stringParam } from "../rpc/json-rpc";
import type { ServedFile, ServedSkill } from "../scan/catalogue";
import type { Library } from "../scan/library";
import { pathOfUri } from "../scan/uris";
import type { ConventionDefinition } from "./convention";
import { damagedText, sdkUnknownMethod, skillsByName, supportingFiles, textContents } from "./skill-files";

/** `resource://catalog/…`: indexes with queries, records, documents, references and docs; Markdown only. */
export const resourceCatalog: ConventionDefinition = {
  id: "resource-catalog",
  title: "resource://catalog: indexes, records, documents, references",
  serve: ({ library }) => ({
    eras: ["legacy"],
    capabilities: () => ({
      prompts: { listChanged: false },
      resources: { subscribe: false, listChanged: false },
    }),
    unknownMethod: sdkUnknownMethod,
    methods: {
      "resources/list": () => ({ resources: listResources(library) }),
      "resources/templates/list": () => ({ resourceTemplates: TEMPLATES }),
      "resources/read": (params) => read(library, stringParam(params, "uri")),
      "prompts/list": () => ({ prompts: [] }),
    },
    listNotices: [],
  }),
};

const JSON_TYPE = "application/json";
const MARKDOWN = "text/markdown";
const SKILLS_INDEX = "resource://catalog/skills_index";
const PROMPTS_INDEX = "resource://catalog/prompts_index";

const TEMPLATES = [
  [`${SKILLS_INDEX}{?q,tag,capability,cursor,limit}`, "skills_index_query", JSON_TYPE],
  [`${PROMPTS_INDEX}{?q,tag,cursor,limit}`, "prompts_index_query", JSON_TYPE],
  ["resource://catalog/skills/{skill_id}", "skill_record", JSON_TYPE],
  ["resource://skills/{skill_id}/document", "skill_document", MARKDOWN],
  ["resource://skills/{skill_id}/references/{ref_id}", "skill_reference", MARKDOWN],
  ["resource://docs/{path*}", "docs", MARKDOWN],
].map(([uriTemplate, name, mimeType]) => ({ uriTemplate, name, mimeType }));

const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Skills by id; a name that is no kebab-case has no id and is left out. */
function skillsById(library: Library): Map<string, ServedSkill> {
  return new Map([...skillsByName(library.catalogue)].filter(([name]) => KEBAB.test(name)));
}

/** References by id: the Markdown files of `references/`, under a handle made of their name. */
function referencesOf(skill: ServedSkill): Map<string, ServedFile> {
  const found = new Map<string, ServedFile>();
  for (const { path, file } of supportingFiles(skill)) {
    const base = /^references\/(.+)\.md$/i.exec(path)?.[1];
    const id = base
      ?.toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "");
    if (id && !found.has(id)) found.set(id, file);
  }
  return found;
}

function listResources(library: Library): Json[] {
  return [
    { uri: SKILLS_INDEX, name: "skills_index", description: "All skills", mimeType: JSON_TYPE },
    { uri: PROMPTS_INDEX, name: "prompts_index", description: "All prompts", mimeType: JSON_TYPE },
    ...[...skillsById(library)].flatMap(([id, skill]) => [
      {
        uri: `resource://skills/${id}/document`,
        name: id,
        description: skill.frontmatter.description,
        mimeType: MARKDOWN,
      },
      ...[...referencesOf(skill).keys()].map((ref) => ({
        uri: `resource://skills/${id}/references/${ref}`,
        name: ref,
        mimeType: MARKDOWN,
      })),
    ]),
  ];
}

const strings = (value: unknown) =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

function indexEntry(id: string, { frontmatter }: ServedSkill) {
  return {
    id,
    name: frontmatter.name,
    description: frontmatter.description,
    tags: strings(frontmatter.tags),
    capabilities: strings(frontmatter.capabilities),
  };
}

async function read(library: Library, uri: string): Promise<Json> {
  const [, path = "", query = ""] = /^resource:\/\/([^?#]*)(?:\?([^#]*))?$/s.exec(uri) ?? [];
  const skills = skillsById(library);
  const [family, kind, id, ...more] = path.split("/");
  if (path === "catalog/skills_index") return json(uri, skillsIndex(skills, new URLSearchParams(query), uri));
  if (path === "catalog/prompts_index") return json(uri, { prompts: [] });
  if (family === "catalog" && kind === "skills" && id && more.length === 0) {
    return json(uri, record(id, known(skills, id, uri)));
  }
  if (family === "catalog" && kind === "prompts" && id) throw unknown(`prompt_id '${id}'`, uri);
  if (family === "prompts" && kind) throw unknown(`prompt_id '${kind}'`, uri);
  if (family === "skills" && kind) return markdown(uri, part(known(skills, kind, uri), [id, ...more], uri));
  if (family === "docs") return markdown(uri, document(skills, path.slice("docs/".length), uri));
  throw unknown(`URI '${uri}'`, uri);
}

const json = (uri: string, value: object) => textContents(uri, JSON.stringify(value), JSON_TYPE);
const markdown = async (uri: string, file: ServedFile) =>
  textContents(uri, await damagedText(file), MARKDOWN);
const unknown = (what: string, uri: string) =>
  new RpcError(RESOURCE_NOT_FOUND, `Resource not found: unknown ${what}`, { uri });

function known(skills: Map<string, ServedSkill>, id: string, uri: string): ServedSkill {
  const skill = skills.get(id);
  if (!skill) throw unknown(`skill_id '${id}'`, uri);
  return skill;
}

function record(id: string, skill: ServedSkill): Json {
  return {
    ...indexEntry(id, skill),
    document: `resource://skills/${id}/document`,
    references: [...referencesOf(skill).keys()],
  };
}

function part(skill: ServedSkill, rest: (string | undefined)[], uri: string): ServedFile {
  if (rest.length === 1 && rest[0] === "document") return skill.skillFile;
  const file = rest.length === 2 && rest[0] === "references" ? referencesOf(skill).get(rest[1]!) : undefined;
  if (!file) throw unknown(`part '${rest.join("/")}' of a skill`, uri);
  return file;
}

/** `skills/<id>/<file>.md`; nothing outside, nothing that is no Markdown. */
function document(skills: Map<string, ServedSkill>, raw: string, uri: string): ServedFile {
  const path = pathOfUri(`skill://${raw.replace(/%2F/gi, "/")}`);
  const [family, id, ...rest] = path ?? [];
  const skill = family === "skills" && id !== undefined ? skills.get(id) : undefined;
  const wanted = rest.join("/");
  const file = skill && (wanted === "SKILL.md" ? skill.skillFile : fileOf(skill, wanted));
  if (!file || !/\.md$/.test(wanted)) throw unknown(`document '${raw}'`, uri);
  return file;
}

const fileOf = (skill: ServedSkill, path: string) =>
  supportingFiles(skill).find((entry) => entry.path === path)?.file;

/** Filters combine; unknown keys are ignored; of a repeated key the first counts. */
function skillsIndex(skills: Map<string, ServedSkill>, query: URLSearchParams, uri: string): Json {
  const [q, tag, capability] = ["q", "tag", "capability"].map(
    (key) => query.get(key)?.toLowerCase() || undefined,
  );
  const found = [...skills]
    .map(([id, skill]) => indexEntry(id, skill))
    .filter((entry) => !q || `${entry.id} ${entry.name} ${entry.description}`.toLowerCase().includes(q))
    .filter((entry) => !tag || entry.tags.some((value) => value.toLowerCase() === tag))
    .filter((entry) => !capability || entry.capabilities.some((value) => value.toLowerCase() === capability));
  const start = whole(query.get("cursor"), 0, "cursor", uri);
  const end = start + whole(query.get("limit"), found.length, "limit", uri);
  return { skills: found.slice(start, end), ...(end < found.length ? { nextCursor: String(end) } : {}) };
}

function whole(value: string | null, otherwise: number, key: string, uri: string): number {
  if (value === null || value === "") return otherwise;
  if (!/^\d{1,9}$/.test(value)) throw unknown(`${key} '${value}'`, uri);
  return Number(value);
}
