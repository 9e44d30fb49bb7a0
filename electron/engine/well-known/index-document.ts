import { isRecord, show } from "../../../shared/rules/values";
import { SCHEMA } from "../../../shared/rules/well-known-agent-skills-0.2.0/facts";
import { encodeSegment } from "../../../shared/uri/skill-uri";

/** Reads an index document as a client does: what it says, what was left out and why. Unknown fields are ignored. */

export interface IndexSkill {
  /** Position in `skills`. */
  position: number;
  name: string;
  description: string;
  /** `files` is 0.1.0: every file is served by itself. */
  type: "skill-md" | "archive" | "files";
  /** Absolute URL of the artifact; for `files` that of SKILL.md. */
  url: string;
  digest?: string;
  /** Paths of the files, for `files`. */
  files?: string[];
  /** The entry as sent. */
  raw: Record<string, unknown>;
}

export interface SiteIndex {
  version: "0.2.0" | "0.1.0" | "unknown";
  skills: IndexSkill[];
  /** For the person: what was not taken, and why. */
  warnings: string[];
}

const MAX_SKILLS = 10_000;

/** @param url of the index, after redirects: what relative URLs are resolved against (RFC 3986 section 5) */
export function readIndex(json: unknown, url: string): SiteIndex {
  const warnings: string[] = [];
  const schema = isRecord(json) ? json.$schema : undefined;
  const list = isRecord(json) ? json.skills : undefined;
  if (schema !== undefined && schema !== SCHEMA) {
    warnings.push(`The index has the unknown $schema ${show(schema)}; it was not processed.`);
    return { version: "unknown", skills: [], warnings };
  }
  const version = schema === SCHEMA ? "0.2.0" : "0.1.0";
  if (!Array.isArray(list)) {
    warnings.push("The index has no array skills.");
    return { version, skills: [], warnings };
  }
  if (list.length > MAX_SKILLS)
    warnings.push(`The index has ${list.length} entries; the first ${MAX_SKILLS} were taken.`);
  const skills: IndexSkill[] = [];
  for (const [position, raw] of list.slice(0, MAX_SKILLS).entries()) {
    const skill = version === "0.2.0" ? entry(raw, position, url) : earlierEntry(raw, position, url);
    if (typeof skill === "string") warnings.push(`Entry ${position + 1} was left out: ${skill}.`);
    else skills.push(skill);
  }
  return { version, skills, warnings };
}

function entry(raw: unknown, position: number, base: string): IndexSkill | string {
  if (!isRecord(raw) || typeof raw.name !== "string" || raw.name === "") return "it has no name";
  const { name, type, digest } = raw;
  if (type !== "skill-md" && type !== "archive") return `${show(name)} has the unknown type ${show(type)}`;
  const url = resolve(raw.url, base);
  if (url === undefined) return `${show(name)} has no url that resolves`;
  return {
    position,
    name,
    description: typeof raw.description === "string" ? raw.description : "",
    type,
    url,
    ...(typeof digest === "string" ? { digest } : {}),
    raw,
  };
}

/** A path as 0.1.0 allows it: relative, no `..`, printable ASCII without `\ ? # [ ] ;`. */
function isPlainPath(path: unknown): path is string {
  return (
    typeof path === "string" &&
    /^[^/](?:[\x20-\x7e])*$/.test(path) &&
    !/[\\?#[\];]/.test(path) &&
    !path.split("/").includes("..")
  );
}

/** 0.1.0: the folder has the skill's name and lies beside the index. */
function earlierEntry(raw: unknown, position: number, base: string): IndexSkill | string {
  if (!isRecord(raw) || typeof raw.name !== "string" || raw.name === "") return "it has no name";
  const { name, files } = raw;
  const paths = Array.isArray(files) ? files.filter(isPlainPath) : [];
  const folder = encodeURIComponent(name);
  const url = resolve(`${folder}/SKILL.md`, base);
  if (url === undefined || /^\.{1,2}$/.test(name)) return `${show(name)} is no name of a folder`;
  return {
    position,
    name,
    description: typeof raw.description === "string" ? raw.description : "",
    type: "files",
    url,
    files: [...new Set(["SKILL.md", ...paths])],
    raw,
  };
}

/** The URI of a skill's SKILL.md: the folder that a client makes of an artifact carries the entry's name. */
export function skillUri({ name, url }: IndexSkill): string {
  const path = url.split(/[?#]/, 1)[0]!.replace(/\/SKILL\.md$/, "");
  const above = path.slice(0, path.lastIndexOf("/"));
  return new URL(`${encodeSegment(name)}/SKILL.md`, `${above}/`).href;
}

/** The URL of one file of a 0.1.0 skill. */
export function fileUrl(skill: IndexSkill, path: string): string {
  return new URL(path.split("/").map(encodeURIComponent).join("/"), skill.url).href;
}

function resolve(url: unknown, base: string): string | undefined {
  if (typeof url !== "string" || url === "") return undefined;
  try {
    const resolved = new URL(url, base);
    return /^https?:$/.test(resolved.protocol) ? resolved.href : undefined;
  } catch {
    return undefined;
  }
}
