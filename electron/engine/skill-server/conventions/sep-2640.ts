import { SKILLS_EXTENSION } from "../../../../shared/model/server";
import { INVALID_PARAMS, type Json, RpcError, stringParam } from "../rpc/json-rpc";
import { page } from "../rpc/paging";
import { byUri, type ServedSkill } from "../scan/catalogue";
import type { Library } from "../scan/library";
import { pooled } from "../scan/pool";
import { pathOfUri } from "../scan/uris";
import type { ConventionContext, ConventionDefinition, Served } from "./convention";
import { contentsOf, fileAt } from "./resources";
import { complete, describeTemplate, templatesOf } from "./templates";

/** The released extension, complete (spec: ext-skills, stable). */
export const sep2640: ConventionDefinition = {
  id: "sep-2640",
  title: "The released skills extension",
  serve,
};

function serve(context: ConventionContext): Served {
  const { library, pageSize } = context;
  return {
    eras: ["modern", "legacy"],
    capabilities: () => ({
      resources: { subscribe: true, listChanged: true },
      completions: {},
      extensions: { [SKILLS_EXTENSION]: { directoryRead: true } },
    }),
    methods: {
      "skills/list": (params) => listSkills(library, params, pageSize),
      "skills/get": (params) => getSkill(library, params),
      "resources/directory/read": (params) => readDirectory(library, params, pageSize),
      "resources/list": (params) => listResources(library, params, pageSize),
      "resources/templates/list": (params) => listTemplates(library, params, pageSize),
      "resources/read": (params) => readResource(library, params),
      "completion/complete": (params) => complete(library.catalogue, params),
    },
  };
}

async function listSkills(library: Library, params: Json, size: number): Promise<Json> {
  const { items, next } = page(library.catalogue.skills, ({ uri }) => uri, params, {
    list: "skills/list",
    size,
  });
  const skills = await pooled(items, 4, (skill) => entryOf(library, skill));
  return { skills: skills.filter((listed) => listed !== undefined), ...next };
}

async function getSkill(library: Library, params: Json): Promise<Json> {
  const uri = stringParam(params, "uri");
  const path = pathOfUri(uri);
  const skill = path && library.catalogue.skill(path);
  // The entry is returned under its own URI, so another spelling of it is no skill URI of this server.
  const entry = skill?.uri === uri ? await entryOf(library, skill) : undefined;
  if (!entry) throw new RpcError(INVALID_PARAMS, `No skill is served at ${uri}`, { uri });
  return { skill: entry };
}

/** The entry of a skill as its files are now; undefined when its SKILL.md has gone. */
export async function entryOf(library: Library, skill: ServedSkill): Promise<Json | undefined> {
  const head = await library.headOf(skill);
  if (!head) return undefined;
  const resources = await pooled(skill.files, 8, async ({ uri, disk }) => {
    const facts = await library.facts.digest(disk);
    return facts && { uri, digest: facts.digest, size: facts.size };
  });
  return { uri: skill.uri, frontmatter: head, resources: resources.filter((file) => file !== undefined) };
}

function listResources(library: Library, params: Json, size: number): Json {
  const { items, next } = page(library.catalogue.skills, ({ uri }) => uri, params, {
    list: "resources/list",
    size,
  });
  const resources = items.map(({ uri, frontmatter, skillFile }) => ({
    uri,
    name: frontmatter.name,
    description: frontmatter.description,
    mimeType: "text/markdown",
    size: skillFile.stamp.size,
  }));
  return { resources, ...next };
}

function listTemplates(library: Library, params: Json, size: number): Json {
  const sorted = templatesOf(library.catalogue).sort((a, b) => (a.uriTemplate < b.uriTemplate ? -1 : 1));
  const list = "resources/templates/list";
  const { items, next } = page(sorted, ({ uriTemplate }) => uriTemplate, params, { list, size });
  return { resourceTemplates: items.map(describeTemplate), ...next };
}

async function readResource(library: Library, params: Json): Promise<Json> {
  const uri = stringParam(params, "uri");
  const file = fileAt(library, uri);
  if (file) return { contents: [await contentsOf(file, uri)] };
  const path = pathOfUri(uri);
  if (path && library.catalogue.directory(path)) {
    throw new RpcError(INVALID_PARAMS, `${uri} is a directory; read it with resources/directory/read`, {
      uri,
    });
  }
  throw new RpcError(INVALID_PARAMS, `Resource not found: ${uri}`, { uri });
}

export function readDirectory(library: Library, params: Json, size: number): Json {
  const uri = stringParam(params, "uri");
  const path = pathOfUri(uri);
  const directory = path && library.catalogue.directory(path);
  if (!directory || directory.uri !== uri) {
    throw new RpcError(INVALID_PARAMS, `${uri} is not a directory resource`, { uri });
  }
  const children = [
    ...directory.files.map((file) => ({
      uri: file.uri,
      name: file.name,
      ...(file.mimeType ? { mimeType: file.mimeType } : {}),
      size: file.stamp.size,
    })),
    ...directory.directories.map((child) => ({
      uri: child.uri,
      name: child.path.at(-1),
      mimeType: "inode/directory",
    })),
  ].sort(byUri);
  const list = `resources/directory/read ${uri}`;
  const { items, next } = page(children, (child) => child.uri, params, { list, size });
  return { resources: items, ...next };
}
