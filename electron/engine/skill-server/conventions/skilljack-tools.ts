import { INVALID_PARAMS, isObject, type Json, RpcError } from "../rpc/json-rpc";
import type { ServedSkill } from "../scan/catalogue";
import type { Library } from "../scan/library";
import { damagedText, sdkNotFound, skillsByName, supportingFiles, xml } from "./skill-files";

/** The tools and prompts of skilljack-mcp 0.5: the same skills once more, for clients that read no resources. */

/** The catalogue that the descriptions end with. The original gives away absolute paths here; this one does not. */
function catalogueXml(library: Library): string {
  const skills = [...skillsByName(library.catalogue)].map(([name, { frontmatter, skillFile }]) =>
    [
      "<skill>",
      `<name>${xml(name)}</name>`,
      `<description>${xml(frontmatter.description)}</description>`,
      `<location>${xml(skillFile.path.join("/"))}</location>`,
      "</skill>",
    ].join("\n"),
  );
  return ["<available_skills>", ...skills, "</available_skills>"].join("\n");
}

const HEADING = "# Skills\n\nUse the skill that fits the task.";

const schema = (properties: Record<string, string>) => ({
  type: "object",
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, description]) => [name, { type: "string", description }]),
  ),
  required: Object.keys(properties),
  additionalProperties: false,
  $schema: "http://json-schema.org/draft-07/schema#",
});

const READ_ONLY = {
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  execution: { taskSupport: "forbidden" },
};

export function skilljackTools(library: Library): Json[] {
  return [
    {
      name: "skill",
      title: "Activate Skill",
      description: `Give the whole SKILL.md of one skill.\n\n${HEADING}\n\n${catalogueXml(library)}`,
      inputSchema: schema({ name: "Skill name" }),
      ...READ_ONLY,
    },
    {
      name: "skill-resource",
      title: "Read Skill File",
      description: "Give a file or all files of a directory of one skill.",
      inputSchema: schema({ skill: "Skill name", path: "Relative path; empty lists the files." }),
      ...READ_ONLY,
    },
  ];
}

const said = (text: string, isError = false): Json => ({
  content: [{ type: "text", text }],
  ...(isError ? { isError } : {}),
});

export async function callSkilljackTool(library: Library, params: Json): Promise<Json> {
  const given = isObject(params.arguments) ? params.arguments : {};
  const skills = skillsByName(library.catalogue);
  const name = String(params.name === "skill" ? given.name : given.skill);
  if (params.name !== "skill" && params.name !== "skill-resource") {
    throw sdkNotFound(`Tool ${String(params.name)}`);
  }
  const skill = skills.get(name);
  if (!skill)
    return said(`Skill "${name}" not found. Available skills: ${[...skills.keys()].join(", ")}`, true);
  if (params.name === "skill") return said(await damagedText(skill.skillFile));
  return skillResource(name, skill, String(given.path ?? ""));
}

async function skillResource(name: string, skill: ServedSkill, path: string): Promise<Json> {
  const files = supportingFiles(skill);
  const list = files.map((entry) => `- ${entry.path}`).join("\n");
  if (path === "") {
    if (files.length > 0) return said(list);
    return said(`No resource files found in skill "${name}". The skill only contains SKILL.md.`);
  }
  if (path.split("/").includes("..") || path.startsWith("/")) {
    return said(`Invalid path: "${path}" is outside the skill directory.`, true);
  }
  const file = files.find((entry) => entry.path === path);
  if (file) return said(await damagedText(file.file));
  const inside = files.filter((entry) => entry.path.startsWith(`${path.replace(/\/$/, "")}/`));
  if (inside.length === 0) {
    return said(`Resource "${path}" not found in skill "${name}".\n\nAvailable files:\n${list}`, true);
  }
  const texts = await Promise.all(
    inside.map(async (entry) => `--- ${entry.path} ---\n${await damagedText(entry.file)}`),
  );
  return { content: texts.map((text) => ({ type: "text", text })) };
}

export function skilljackPrompts(library: Library): Json[] {
  return [
    {
      name: "skill",
      title: "Load Skill",
      description: `Load one skill by its name.\n\n${HEADING}\n\n${catalogueXml(library)}`,
      arguments: [{ name: "name", description: "Skill name", required: true }],
    },
    ...[...skillsByName(library.catalogue)].map(([name, { frontmatter }]) => ({
      name,
      title: name,
      description: frontmatter.description,
    })),
  ];
}

export async function skilljackPrompt(library: Library, params: Json): Promise<Json> {
  const skills = skillsByName(library.catalogue);
  const own = params.name === "skill";
  const given = isObject(params.arguments) ? params.arguments.name : undefined;
  if (own && typeof given !== "string") {
    const received = typeof (isObject(params.arguments) ? given : params.arguments);
    const whole = !isObject(params.arguments);
    const problem = {
      code: "invalid_type",
      expected: whole ? "object" : "string",
      received,
      path: whole ? [] : ["name"],
      message:
        received === "undefined"
          ? "Required"
          : `Expected ${whole ? "object" : "string"}, received ${received}`,
    };
    const problems = JSON.stringify([problem], null, 2);
    throw new RpcError(INVALID_PARAMS, `MCP error -32602: Invalid arguments for prompt skill: ${problems}`);
  }
  const name = String(own ? given : params.name);
  const skill = skills.get(name);
  if (!skill && !own) throw sdkNotFound(`Prompt ${name}`);
  if (!skill) {
    const text = `Skill "${name}" not found. Available skills: ${[...skills.keys()].join(", ")}`;
    return { messages: [{ role: "user", content: { type: "text", text } }] };
  }
  const resource = {
    uri: `skill://${encodeURIComponent(name)}`,
    mimeType: "text/markdown",
    text: await damagedText(skill.skillFile),
  };
  const annotations = { audience: ["assistant"], priority: 1 };
  return { messages: [{ role: "user", content: { type: "resource", resource, annotations } }] };
}
