import { SKILLS_EXTENSION } from "../../../../shared/model/server";
import type { Json } from "../rpc/json-rpc";
import { page } from "../rpc/paging";
import { byUri, type ServedSkill } from "../scan/catalogue";
import type { Library } from "../scan/library";
import type { ConventionDefinition } from "./convention";
import { entryOf, getSkill, listSkills, readDirectory, readResource } from "./sep-2640";

/** The extension between mid-July and mid-August 2026: entries without size, `skills/get` without cache hints. */
export const sep2640v1Draft: ConventionDefinition = {
  id: "sep-2640-v1-draft",
  title: "The skills extension as drafted in July 2026, without sizes",
  serve: ({ library, pageSize }) => ({
    eras: ["modern", "legacy"],
    capabilities: () => ({
      resources: { listChanged: false, subscribe: false },
      extensions: { [SKILLS_EXTENSION]: { directoryRead: true } },
    }),
    methods: {
      "skills/list": (params) => listSkills(library, params, pageSize, entryWithoutSize),
      // Undefined keeps the session from adding the hints.
      "skills/get": async (params) => ({
        ...(await getSkill(library, params, entryWithoutSize)),
        ttlMs: undefined,
        cacheScope: undefined,
      }),
      "resources/directory/read": (params) => withoutSizes(readDirectory(library, params, pageSize)),
      "resources/list": (params) => listFiles(library, params, pageSize),
      "resources/templates/list": () => ({ resourceTemplates: [] }),
      "resources/read": (params) => readResource(library, params),
    },
  }),
};

async function entryWithoutSize(library: Library, skill: ServedSkill): Promise<Json | undefined> {
  const entry = await entryOf(library, skill);
  if (!entry) return undefined;
  const resources = (entry.resources as Json[]).map(({ uri, digest }) => ({ uri, digest }));
  return { ...entry, resources };
}

function withoutSizes(result: Json): Json {
  return { ...result, resources: (result.resources as Json[]).map(({ size: _, ...rest }) => rest) };
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
