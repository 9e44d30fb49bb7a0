import type { Convention } from "../model/skill";
import { decodeSegment, encodeFirstSegment, encodeSegment } from "./skill-uri";
import { type SkillView, skillView } from "./skill-view";

/**
 * The URI that the released extension would give what an earlier convention names otherwise.
 * @param uri as the earlier convention writes it; file paths may be raw.
 * @param convention where it is known; else the shape decides, and a shape that may as well be a file of a released
 * skill stays as it is.
 * @param name the frontmatter name, where it is known: the last segment of the skill path is then made to equal it.
 * @returns undefined where there is no counterpart: indexes, manifests, prompts, other schemes.
 */
export function releasedUri(uri: string, convention?: Convention, name?: string): string | undefined {
  const view = skillView(uri);
  const path = pathOf(view, convention);
  if (!path || path.length < 2) return undefined;
  const file = path.at(-1)!;
  if (file.toLowerCase() === "skill.md") {
    path[path.length - 1] = "SKILL.md";
    if (name !== undefined) path[path.length - 2] = name;
  }
  return uriOf(path);
}

/** The released URI of a skill of which only the name is known, as in SEP-2076. */
export function releasedUriOf(name: string): string {
  return uriOf([name, "SKILL.md"]);
}

function uriOf([first = "", ...rest]: string[]): string {
  return `skill://${[encodeFirstSegment(first), ...rest.map(encodeSegment)].join("/")}`;
}

/** @returns decoded segments below skill://, the file last. */
function pathOf(view: SkillView, convention: Convention | undefined): string[] | undefined {
  const segments = view.segments.map((segment) => decodeSegment(segment) ?? segment);
  if (segments.length === 0 || segments.includes("") || segments.includes("..")) return undefined;
  switch (view.scheme) {
    case "skill":
      return skillPath(segments, view.slash, convention);
    case "resource":
      return catalogPath(segments);
    case "https":
    case "http":
      return wellKnownPath(segments);
    default:
      return convention === "sep-2640" || convention === "skill-uri-proposal" ? segments : undefined;
  }
}

const ARCHIVE = /\.(?:tar\.gz|zip)$/;

function skillPath(
  segments: string[],
  slash: boolean,
  convention: Convention | undefined,
): string[] | undefined {
  const [first = "", second = "", ...rest] = segments;
  if (segments.length === 1) {
    if (first === "index" || first === "prompt-xml" || first === "index.json") return undefined;
    return [first.replace(ARCHIVE, ""), "SKILL.md"];
  }
  const last = segments.at(-1)!;
  if (ARCHIVE.test(last) && (convention === undefined || convention === "sep-2640-index")) {
    return [...segments.slice(0, -1), last.replace(ARCHIVE, ""), "SKILL.md"];
  }
  if (segments.length === 2) {
    if (second === "usage" && (convention ?? "nimblebrain") === "nimblebrain") return [first, "SKILL.md"];
    if (second === "_manifest" && (convention ?? "fastmcp-3") === "fastmcp-3") return undefined;
    if (convention === "skills-over-mcp") {
      return first === "lookup" ? [second, "SKILL.md"] : undefined;
    }
  }
  if (convention === "skills-over-mcp") return second === "document" ? [first, ...rest] : undefined;
  return slash ? undefined : segments;
}

function catalogPath([area, kind = "", ...rest]: string[]): string[] | undefined {
  if (area === "catalog" && kind === "skills" && rest.length === 1) return [rest[0]!, "SKILL.md"];
  if (area === "skills" && rest.join("/") === "document") return [kind, "SKILL.md"];
  if (area === "docs" && kind === "skills" && rest.length > 1) return rest;
  return undefined;
}

function wellKnownPath([, folder, index, ...rest]: string[]): string[] | undefined {
  if (folder !== ".well-known" || (index !== "agent-skills" && index !== "skills")) return undefined;
  const [only = ""] = rest;
  if (rest.length > 1) return rest;
  return ARCHIVE.test(only) ? [only.replace(ARCHIVE, ""), "SKILL.md"] : undefined;
}
