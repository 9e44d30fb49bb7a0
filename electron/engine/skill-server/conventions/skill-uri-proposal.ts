import { INVALID_PARAMS, isObject, type Json, RESOURCE_NOT_FOUND, RpcError } from "../rpc/json-rpc";
import type { Library } from "../scan/library";
import { pathOfUri, uriOfPath } from "../scan/uris";
import type { ConventionDefinition } from "./convention";
import { contentsOf } from "./resources";
import { completion, outermostSkills, sdkUnknownMethod, supportingFiles } from "./skill-files";

/** The convention of the April 2026 survey: plain resources under `skill://`, no extension, no nesting. */
export const skillUriProposal: ConventionDefinition = {
  id: "skill-uri-proposal",
  title: "The skill:// convention proposed in April 2026",
  serve: ({ library }) => ({
    eras: ["legacy"],
    capabilities: () => ({ resources: {}, completions: {} }),
    instructions: () =>
      `Skills: ${outermostSkills(library.catalogue)
        .map(({ uri }) => uri)
        .join(", ")}`,
    unknownMethod: sdkUnknownMethod,
    methods: {
      "resources/list": () => ({
        resources: outermostSkills(library.catalogue).map(({ uri, frontmatter }) => ({
          uri,
          name: frontmatter.name,
          description: frontmatter.description,
          mimeType: "text/markdown",
        })),
      }),
      "resources/templates/list": () => ({ resourceTemplates: TEMPLATES }),
      "resources/read": (params) => read(library, params),
      "completion/complete": (params) => complete(library, params),
    },
  }),
};

// The proposal's own example, skill://{skill_path}/{+file}, cannot carry a path of several segments.
const TEMPLATES = [
  {
    uriTemplate: "skill://{+skill_path}/SKILL.md",
    name: "skill",
    description: "The instructions of a skill",
    mimeType: "text/markdown",
  },
  { uriTemplate: "skill://{+skill_path}/{+file}", name: "skill-file", description: "One file of a skill" },
];

async function read(library: Library, { uri }: Json): Promise<Json> {
  if (typeof uri !== "string" || !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri)) {
    throw new RpcError(INVALID_PARAMS, "Invalid params: uri is not a valid URI");
  }
  const path = pathOfUri(uri);
  const file = path && library.catalogue.file(path);
  if (!file) throw new RpcError(RESOURCE_NOT_FOUND, "Resource not found", { uri });
  return { contents: [await contentsOf(file, uri, RESOURCE_NOT_FOUND)] };
}

function complete(library: Library, { ref, argument, context }: Json): Json {
  const uri = isObject(ref) ? ref.uri : undefined;
  if (!TEMPLATES.some(({ uriTemplate }) => uriTemplate === uri) || !isObject(argument)) {
    throw new RpcError(INVALID_PARAMS, `Resource template ${String(uri)} not found`);
  }
  const skills = new Map(
    outermostSkills(library.catalogue).map((skill) => [
      uriOfPath(skill.path).slice("skill://".length),
      skill,
    ]),
  );
  const known = isObject(context) && isObject(context.arguments) ? context.arguments.skill_path : undefined;
  const skill = typeof known === "string" ? skills.get(known) : undefined;
  const candidates =
    argument.name === "skill_path"
      ? skills.keys()
      : skill
        ? supportingFiles(skill).map(({ file }) => file.uri.slice(uriOfPath(skill.path).length + 1))
        : [];
  const typed = String(argument.value);
  return completion([...candidates].filter((candidate) => candidate.startsWith(typed)).sort());
}
