import { INVALID_PARAMS, type Json, RESOURCE_NOT_FOUND, RpcError } from "../rpc/json-rpc";
import { page } from "../rpc/paging";
import type { ServedSkill } from "../scan/catalogue";
import type { Library } from "../scan/library";
import type { ConventionDefinition } from "./convention";
import { contentsOf, fileAt } from "./resources";
import { bodyOf, damagedText, sdkUnknownMethod, skillsByName, supportingFiles, typeOf } from "./skill-files";

/** SEP-2076, closed in February 2026: skills as a primitive of their own, by name, with capability `skills`. */
export const sep2076: ConventionDefinition = {
  id: "sep-2076",
  title: "SEP-2076: skills/list and skills/get by name",
  serve: ({ library, pageSize }) => ({
    eras: ["legacy"],
    capabilities: () => ({ skills: { listChanged: true }, resources: {} }),
    unknownMethod: sdkUnknownMethod,
    methods: {
      "skills/list": (params) => list(library, params, pageSize),
      "skills/get": (params) => get(library, params),
      "resources/list": () => ({ resources: [] }),
      "resources/templates/list": () => ({ resourceTemplates: [] }),
      "resources/read": (params) => read(library, params),
    },
    listNotices: ["notifications/skills/list_changed"],
  }),
};

function list(library: Library, params: Json, size: number): Json {
  const skills = [...skillsByName(library.catalogue)].sort(([a], [b]) => (a < b ? -1 : 1));
  const { items, next } = page(skills, ([name]) => name, params, { list: "skills/list", size });
  return { skills: items.map(([name, skill]) => described(name, skill)), ...next };
}

function described(name: string, { frontmatter }: ServedSkill): Json {
  const { description, version, tags } = frontmatter;
  const strings = Array.isArray(tags) && tags.every((tag) => typeof tag === "string");
  return {
    name,
    description,
    ...(typeof version === "string" ? { version } : {}),
    ...(strings ? { tags } : {}),
  };
}

async function get(library: Library, { name }: Json): Promise<Json> {
  if (typeof name !== "string") throw new RpcError(INVALID_PARAMS, "Invalid params: name must be a string");
  const skill = skillsByName(library.catalogue).get(name);
  if (!skill) throw new RpcError(INVALID_PARAMS, `Unknown skill: ${name}`);
  const files = supportingFiles(skill).map(({ path, file }) => ({
    name: path,
    uri: file.uri,
    mimeType: typeOf(file),
  }));
  return {
    description: skill.frontmatter.description,
    instructions: bodyOf(await damagedText(skill.skillFile)),
    ...(files.length > 0 ? { files } : {}),
  };
}

async function read(library: Library, { uri }: Json): Promise<Json> {
  if (typeof uri !== "string") throw new RpcError(INVALID_PARAMS, "Invalid params: uri must be a string");
  const file = fileAt(library, uri);
  if (!file) throw new RpcError(RESOURCE_NOT_FOUND, "Resource not found", { uri });
  return { contents: [await contentsOf(file, uri, RESOURCE_NOT_FOUND)] };
}
