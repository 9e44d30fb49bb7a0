import { INTERNAL_ERROR, type Json, METHOD_NOT_FOUND, RpcError } from "../rpc/json-rpc";
import type { Catalogue, ServedFile, ServedSkill } from "../scan/catalogue";
import { mimeOfName } from "../scan/mime";
import { FileGone, readFound } from "../scan/read-file";

/** What the earlier conventions share: they know skills by name, and files by their path below the skill. */

/** A file below a skill's root. */
export interface RelativeFile {
  /** Decoded, with `/`. */
  path: string;
  file: ServedFile;
}

/** The supporting files of a skill, sorted by path. */
export function supportingFiles(skill: ServedSkill): RelativeFile[] {
  return skill.files
    .filter((file) => file !== skill.skillFile)
    .map((file) => ({ path: file.path.slice(skill.path.length).join("/"), file }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Skills by the name in their frontmatter; of two with one name the first wins, as in the originals. */
export function skillsByName(catalogue: Catalogue): Map<string, ServedSkill> {
  const skills = new Map<string, ServedSkill>();
  for (const skill of catalogue.skills) {
    const name = skill.frontmatter.name.trim();
    if (!skills.has(name)) skills.set(name, skill);
  }
  return skills;
}

/** Skills that lie in no other one, for conventions that know no nesting. */
export function outermostSkills(catalogue: Catalogue): ServedSkill[] {
  const roots = new Set(catalogue.skills.map(({ path }) => path.join("/")));
  return catalogue.skills.filter(
    ({ path }) => !path.some((_, index) => index > 0 && roots.has(path.slice(0, index).join("/"))),
  );
}

/** The bytes of a file, or undefined when it has gone. */
export async function bytesOf(file: ServedFile): Promise<Buffer | undefined> {
  try {
    return (await readFound(file.disk)).bytes;
  } catch (error) {
    if (error instanceof FileGone) return undefined;
    throw error;
  }
}

/** The bytes as text whatever they are: what is no UTF-8 is damaged, as servers do that never send a blob. */
export async function damagedText(file: ServedFile): Promise<string> {
  return ((await bytesOf(file)) ?? Buffer.alloc(0)).toString("utf8");
}

/** The body of a SKILL.md: what follows the frontmatter, without the blank lines between. */
export function bodyOf(text: string): string {
  return text
    .replace(/^\ufeff?---[ \t]*\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/, "")
    .replace(/^(?:[ \t]*\r?\n)+/, "");
}

/** The media type a file name tells, with the default of the convention. */
export const typeOf = (file: ServedFile, otherwise = "text/plain") => mimeOfName(file.name) ?? otherwise;

/** The parameter `uri`, or the first generation SDK's complaint about it. */
export function textParam(params: Json): string {
  if (typeof params.uri !== "string") {
    const problem = {
      expected: "string",
      code: "invalid_type",
      path: ["params", "uri"],
      message: `Invalid input: expected string, received ${params.uri === undefined ? "undefined" : typeof params.uri}`,
    };
    throw new RpcError(INTERNAL_ERROR, JSON.stringify([problem], null, 2));
  }
  return params.uri;
}

/** A URI as a server prints that puts it through the platform's URL parser, dot segments folded. */
export function parsedUri(params: Json): string {
  const href = hrefOf(textParam(params));
  if (href === undefined) throw new RpcError(INTERNAL_ERROR, "Invalid URL");
  return href;
}

/** A URI as the platform's parser prints it; undefined where it is none. */
export function hrefOf(uri: string): string | undefined {
  try {
    return new URL(uri).href;
  } catch {
    return undefined;
  }
}

/** The answer of the first generation SDK for a resource that matches nothing. */
export const sdkNotFound = (what: string) => new RpcError(-32602, `MCP error -32602: ${what} not found`);

/** Its answer for a method that is not there. */
export const sdkUnknownMethod = () => new RpcError(METHOD_NOT_FOUND, "Method not found");

/** A completion answer of the conventions' servers: total and hasMore, at most 100 values. */
export function completion(values: string[]): Json {
  return { completion: { values: values.slice(0, 100), total: values.length, hasMore: values.length > 100 } };
}

/** One text as the whole contents; `mimeType` only where the convention sends one. */
export function textContents(uri: string, text: string, mimeType?: string): Json {
  return { contents: [{ uri, ...(mimeType === undefined ? {} : { mimeType }), text }] };
}

/** Escapes a value for the XML catalogues of some conventions. */
export function xml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&apos;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
