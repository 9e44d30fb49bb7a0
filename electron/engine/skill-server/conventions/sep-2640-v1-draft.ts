import { SKILLS_EXTENSION } from "../../../../shared/model/server";
import { INVALID_PARAMS, type Json, METHOD_NOT_FOUND, RpcError } from "../rpc/json-rpc";
import { page } from "../rpc/paging";
import { byUri, type ServedSkill } from "../scan/catalogue";
import type { Library } from "../scan/library";
import { pooled } from "../scan/pool";
import { pathOfUri } from "../scan/uris";
import type { Call, ConventionDefinition } from "./convention";
import { contentsOf, fileAt } from "./resources";
import { entryOf, readDirectory as releasedDirectory } from "./sep-2640";

/**
 * The extension between mid-July and mid-August 2026, with the errors of hf-mcp-server 0.4: entries without size,
 * cursors that are offsets, cache hints on the list alone.
 */
export const sep2640v1Draft: ConventionDefinition = {
  id: "sep-2640-v1-draft",
  title: "The skills extension as drafted in July 2026, without sizes",
  serve: ({ library, pageSize }) => ({
    eras: ["modern", "legacy"],
    capabilities: () => ({
      resources: { listChanged: false, subscribe: false },
      extensions: { [SKILLS_EXTENSION]: { directoryRead: true } },
    }),
    unknownMethod: (method) =>
      new RpcError(
        METHOD_NOT_FOUND,
        method === "prompts/list" ? "prompts/list is not supported" : "Method not found",
      ),
    methods: {
      "skills/list": async (params, { era }) => ({
        ...(await listSkills(library, params, pageSize)),
        ...(era === "modern" ? { cacheScope: "public" } : {}),
      }),
      "skills/get": async (params) => unhinted(await getSkill(library, params)),
      "resources/directory/read": (params, call) => unhinted(readDirectory(library, params, call, pageSize)),
      "resources/list": (params) => listFiles(library, params, pageSize),
      "resources/templates/list": () => ({ resourceTemplates: [] }),
      "resources/read": (params, call) => read(library, params, call),
    },
    // Neither is declared.
    listNotices: [],
  }),
};

/** Undefined keeps the session from adding cache hints. */
const unhinted = (result: Json): Json => ({ ...result, ttlMs: undefined, cacheScope: undefined });

async function entry(library: Library, skill: ServedSkill): Promise<Json | undefined> {
  const released = await entryOf(library, skill);
  if (!released) return undefined;
  const resources = (released.resources as Json[]).map(({ uri, digest }) => ({ uri, digest }));
  return { ...released, resources };
}

async function listSkills(library: Library, { cursor }: Json, size: number): Promise<Json> {
  const { skills } = library.catalogue;
  const start = cursor === undefined ? 0 : Number(cursor);
  if (cursor !== undefined && !(typeof cursor === "string" && /^\d+$/.test(cursor) && start < skills.length))
    throw new RpcError(INVALID_PARAMS, `Invalid skills/list cursor: ${String(cursor)}`);
  const end = start + size;
  const listed = await pooled(skills.slice(start, end), 4, (skill) => entry(library, skill));
  return {
    skills: listed.filter((each) => each !== undefined),
    ...(end < skills.length ? { nextCursor: String(end) } : {}),
  };
}

function uriOf({ uri }: Json, method: string): string {
  if (typeof uri === "string") return uri;
  const got = uri === null ? "null" : Array.isArray(uri) ? "array" : typeof uri;
  throw new RpcError(
    INVALID_PARAMS,
    `Invalid params for ${method}: uri: Invalid input: expected string, received ${got}`,
  );
}

async function getSkill(library: Library, params: Json): Promise<Json> {
  const uri = uriOf(params, "skills/get");
  const path = pathOfUri(uri);
  const skill = path && library.catalogue.skill(path);
  const found = skill?.uri === uri ? await entry(library, skill) : undefined;
  if (!found) throw new RpcError(INVALID_PARAMS, `Unknown skill URI: ${uri}`);
  return { skill: found };
}

/** Directories and files together by name, whatever its case; one slash at the end of the URI is let pass. */
function readDirectory(library: Library, params: Json, { era }: Call, size: number): Json {
  const uri = uriOf(params, "resources/directory/read");
  const plain = uri.replace(/\/$/, "");
  const path = pathOfUri(plain);
  if (!path || library.catalogue.directory(path)?.uri !== plain) {
    const prefix = era === "legacy" ? "Invalid params: " : "";
    throw new RpcError(INVALID_PARAMS, `${prefix}Not a directory resource: ${uri}`);
  }
  const result = releasedDirectory(library, { ...params, uri: plain }, size);
  const children = (result.resources as Json[]).map(({ size: _, ...rest }) => rest);
  const key = ({ name }: Json) => String(name).toLowerCase();
  return { ...result, resources: children.sort((a, b) => (key(a) < key(b) ? -1 : 1)) };
}

function listFiles(library: Library, params: Json, size: number): Json {
  const files = [...library.catalogue.files()].sort(byUri);
  const { items, next } = page(files, ({ uri }) => uri, params, { list: "resources/list", size });
  const resources = items.map((file) => {
    const skill = library.catalogue.skill(file.path);
    const mimeType = file.mimeType ? { mimeType: file.mimeType } : {};
    if (!skill) return { uri: file.uri, name: file.name, ...mimeType };
    const { name, description } = skill.frontmatter;
    return { uri: file.uri, name, description, ...mimeType };
  });
  return { resources, ...next };
}

/** In the legacy era a miss below skill:// has words of its own, and no data. */
async function read(library: Library, params: Json, { era }: Call): Promise<Json> {
  const uri = uriOf(params, "resources/read");
  const file = fileAt(library, uri);
  if (file) return { contents: [await contentsOf(file, uri)] };
  if (era === "legacy" && uri.startsWith("skill://"))
    throw new RpcError(INVALID_PARAMS, `Invalid params: Unknown resource URI: ${uri}`);
  throw new RpcError(INVALID_PARAMS, `Resource not found: ${uri}`, { uri });
}
