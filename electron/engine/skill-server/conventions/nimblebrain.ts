import { type Json, METHOD_NOT_FOUND, RpcError } from "../rpc/json-rpc";
import type { ServedSkill } from "../scan/catalogue";
import type { Library } from "../scan/library";
import type { ConventionDefinition } from "./convention";
import { bodyOf, damagedText, hrefOf, skillsByName, textContents } from "./skill-files";

/** One usage document per server, `skill://<server>/usage`; here one per skill, as FastMCP 2.14 answers. */
export const nimblebrain: ConventionDefinition = {
  id: "nimblebrain",
  title: "NimbleBrain: one usage document, skill://<server>/usage",
  serve: ({ library }) => ({
    eras: ["legacy"],
    serverInfo: { name: "Sample documents", version: "2.14.5" },
    capabilities: () => ({
      experimental: {},
      prompts: { listChanged: false },
      resources: { subscribe: false, listChanged: false },
      tools: { listChanged: true },
      tasks: {
        list: {},
        cancel: {},
        requests: { tools: { call: {} }, prompts: { get: {} }, resources: { read: {} } },
      },
    }),
    instructions: () =>
      `Read the usage document before you call a tool of this server: ${[...documents(library).keys()].join(", ")}`,
    unknownMethod: (method) =>
      method === "completion/complete" || method === "resources/subscribe"
        ? new RpcError(METHOD_NOT_FOUND, "Method not found")
        : new RpcError(-32602, "Invalid request parameters", ""),
    methods: {
      "resources/list": () => ({
        resources: [...documents(library)].map(([uri, skill]) => listed(uri, skill)),
      }),
      "resources/templates/list": () => ({ resourceTemplates: [] }),
      "resources/read": (params) => read(library, params),
      "prompts/list": () => ({ prompts: [] }),
      "tools/list": () => ({ tools: [TOOL] }),
      "tools/call": (params) => callTool(library, params),
    },
  }),
};

const TOOL = {
  name: "list_documents",
  description: "Lists the usage documents of this server.",
  inputSchema: { type: "object", properties: {} },
};

/** Skills whose name fits the grammar, by URI. */
function documents(library: Library): Map<string, ServedSkill> {
  const named = [...skillsByName(library.catalogue)].filter(([name]) =>
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name),
  );
  return new Map(named.map(([name, skill]) => [`skill://${name}/usage`, skill]));
}

function listed(uri: string, { frontmatter }: ServedSkill): Json {
  const identifier = frontmatter.name.replaceAll("-", "_").replace(/^(?=\d)/, "_");
  return {
    name: `${identifier}_skill`,
    uri,
    description: frontmatter.description,
    mimeType: "text/plain",
    _meta: { _fastmcp: { tags: [] } },
  };
}

async function read(library: Library, { uri }: Json): Promise<Json> {
  if (typeof uri !== "string" || hrefOf(uri) === undefined)
    throw new RpcError(-32602, "Invalid request parameters", "");
  const skill = documents(library).get(uri);
  if (!skill) throw new RpcError(0, `Unknown resource: '${uri}'`);
  return textContents(uri, bodyOf(await damagedText(skill.skillFile)), "text/plain");
}

function callTool(library: Library, { name }: Json): Json {
  if (name !== TOOL.name) {
    return { content: [{ type: "text", text: `Unknown tool: '${String(name)}'` }], isError: true };
  }
  const text = [...documents(library)]
    .map(([uri, { frontmatter }]) => `${uri}: ${frontmatter.description}`)
    .join("\n");
  return { content: [{ type: "text", text }], isError: false };
}
