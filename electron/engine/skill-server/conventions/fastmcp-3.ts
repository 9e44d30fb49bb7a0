import { type Json, METHOD_NOT_FOUND, RESOURCE_NOT_FOUND, RpcError } from "../rpc/json-rpc";
import type { ServedSkill } from "../scan/catalogue";
import type { Library } from "../scan/library";
import { pathOfUri, uriOfPath } from "../scan/uris";
import type { ConventionDefinition } from "./convention";
import { bytesOf, hrefOf, outermostSkills, type RelativeFile, supportingFiles, typeOf } from "./skill-files";

/**
 * FastMCP 3's skills provider with supporting files behind a template: SKILL.md and `_manifest` are listed, other
 * files are read through `{path*}`. Folders above a skill appear as namespace; nested skills are files only.
 */
export const fastmcp3: ConventionDefinition = {
  id: "fastmcp-3",
  title: "FastMCP 3 skills provider: SKILL.md, _manifest and skill://{dir}/{path*}",
  serve: ({ library }) => ({
    eras: ["legacy"],
    serverInfo: { name: "Sample skills", version: "3.0.0" },
    capabilities: () => ({
      experimental: {},
      prompts: { listChanged: false },
      resources: { subscribe: false, listChanged: false },
      tools: { listChanged: true },
      extensions: { "io.modelcontextprotocol/ui": {} },
    }),
    unknownMethod: (method) =>
      method === "completion/complete" || (method.startsWith("resources/") && method.endsWith("subscribe"))
        ? new RpcError(METHOD_NOT_FOUND, "Method not found")
        : new RpcError(-32602, "Invalid request parameters", ""),
    methods: {
      "resources/list": () => ({ resources: outermostSkills(library.catalogue).flatMap(listed) }),
      "resources/templates/list": () => ({
        resourceTemplates: outermostSkills(library.catalogue).map(template),
      }),
      "resources/read": (params) => read(library, params),
      "prompts/list": () => ({ prompts: [] }),
      "tools/list": () => ({ tools: [] }),
    },
    listNotices: [],
  }),
};

const META = { _meta: { fastmcp: { tags: [] } } };
const nameOf = ({ path }: ServedSkill) => path.at(-1)!;
const rootOf = ({ path }: ServedSkill) => uriOfPath(path);

function listed(skill: ServedSkill): Json[] {
  const name = nameOf(skill);
  return [
    {
      name: `${name}/SKILL.md`,
      uri: skill.uri,
      description: skill.frontmatter.description,
      mimeType: "text/markdown",
      ...META,
    },
    {
      name: `${name}/_manifest`,
      uri: `${rootOf(skill)}/_manifest`,
      description: `File listing for ${name}`,
      mimeType: "application/json",
      ...META,
    },
  ];
}

function template(skill: ServedSkill): Json {
  const name = nameOf(skill);
  return {
    name: `${name}_files`,
    uriTemplate: `${rootOf(skill)}/{path*}`,
    description: `Access files within ${name}`,
    mimeType: "application/octet-stream",
    ...META,
  };
}

const allFiles = (skill: ServedSkill): RelativeFile[] => [
  { path: "SKILL.md", file: skill.skillFile },
  ...supportingFiles(skill).filter(({ path }) => path !== "_manifest"),
];

/** Segment by segment, so that `a/b.md` comes before `a-b/c.md`. */
function bySegments(a: RelativeFile, b: RelativeFile): number {
  const [left, right] = [a.path.split("/"), b.path.split("/")];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    if (left[index] !== right[index]) return left[index]! < right[index]! ? -1 : 1;
  }
  return left.length - right.length;
}

async function manifest(library: Library, skill: ServedSkill): Promise<string> {
  const files = await Promise.all(
    allFiles(skill)
      .sort(bySegments)
      .map(async ({ path, file }) => {
        const facts = await library.facts.digest(file.disk);
        return facts && { path, size: facts.size, hash: facts.digest };
      }),
  );
  const text = JSON.stringify(
    { skill: nameOf(skill), files: files.filter((file) => file !== undefined) },
    null,
    2,
  );
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

async function read(library: Library, { uri: asked }: Json): Promise<Json> {
  const uri = typeof asked === "string" ? hrefOf(asked) : undefined;
  if (uri === undefined) throw new RpcError(-32602, "Invalid request parameters", "");
  const skill = outermostSkills(library.catalogue).find((candidate) =>
    uri.startsWith(`${rootOf(candidate)}/`),
  );
  if (!skill) throw new RpcError(RESOURCE_NOT_FOUND, `Resource not found: Unknown resource: '${uri}'`);
  const rest = uri.slice(rootOf(skill).length + 1);
  if (rest === "SKILL.md") return { contents: [await content(uri, skill.skillFile, "text/markdown")] };
  if (rest === "_manifest") {
    return { contents: [{ uri, mimeType: "application/json", text: await manifest(library, skill) }] };
  }
  return { contents: [await throughTemplate(library, skill, uri, rest)] };
}

/** The path is decoded after matching, so an encoded slash is one, and a query counts for nothing. */
async function throughTemplate(
  library: Library,
  skill: ServedSkill,
  uri: string,
  rest: string,
): Promise<Json> {
  const failed = (why: string) => new RpcError(0, `Error reading resource '${uri}': ${why}`);
  if (rest === "") throw new RpcError(0, "");
  const raw = rest.replace(/[?#].*$/s, "");
  const path = pathOfUri(`skill://x/${raw.replace(/%2F/gi, "/")}`)?.slice(1);
  if (!path) throw failed(`Invalid path: Path ${raw.replace(/%2F/gi, "/")} escapes skill directory`);
  const file = allFiles(skill).find((candidate) => candidate.path === path.join("/"))?.file;
  if (file) return content(uri, file);
  const directory = library.catalogue.directory([...skill.path, ...path]);
  throw failed(directory ? `Not a file: ${path.join("/")}` : `File not found: ${path.join("/")}`);
}

/** Text by the guessed type, with line ends as Python's text mode gives them; everything else as blob. */
async function content(uri: string, file: ServedSkill["skillFile"], mimeType?: string): Promise<Json> {
  const bytes = await bytesOf(file);
  if (!bytes) throw new RpcError(0, `Error reading resource '${uri}': File not found: ${file.name}`);
  if (!typeOf(file, "application/octet-stream").startsWith("text/")) {
    return { uri, mimeType: "application/octet-stream", blob: bytes.toString("base64") };
  }
  return { uri, mimeType: mimeType ?? "text/plain", text: bytes.toString("utf8").replace(/\r\n?/g, "\n") };
}
