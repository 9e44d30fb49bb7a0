import { decodeSegment, encodeSegment, skillRoot } from "../uri/skill-uri";

/** What a link in a skill points at. `path` is relative to the skill root and percent-decoded, for display. */
export type ResolvedLink =
  | { kind: "inside"; uri: string; path: string; directory: boolean; fragment?: string }
  | { kind: "outside"; reason: string }
  | { kind: "absolute"; reason: string }
  | { kind: "skill-uri"; uri: string; fragment?: string }
  | { kind: "external"; url: string; scheme: string }
  | { kind: "anchor"; fragment: string }
  | { kind: "invalid"; reason: string };

/**
 * Says what a link target means, judging the string as written: `..` is counted, never folded away first.
 * @param skillUri URI of the SKILL.md; its directory is the skill root
 * @param target the target as the markdown gives it, percent-encoded or not
 * @param fromUri URI of the file that holds the link; relative targets start from its directory
 * Spec: https://agentskills.io/specification#file-references
 */
export function resolveLink(skillUri: string, target: string, fromUri = skillUri): ResolvedLink {
  const root = linkRoot(skillUri);
  if (target === "") return { kind: "invalid", reason: "The link has no target." };
  if (/[\u0000-\u001f\u007f]/.test(target)) {
    return { kind: "invalid", reason: "The target holds a control character." };
  }
  if (target.startsWith("#")) return { kind: "anchor", fragment: target.slice(1) };
  if (/^[A-Za-z]:(?:[\\/]|$)/.test(target)) return absolute("a Windows drive path");
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(target)?.[1]?.toLowerCase();
  if (scheme) return withScheme(root, target, scheme);
  if (target.startsWith("//")) return { kind: "external", url: target, scheme: "" };
  if (/^[/\\]/.test(target)) return absolute("an absolute path");
  if (/^~[/\\]/.test(target)) return absolute("a path in the home directory");
  const base = fromUri.startsWith(`${root}/`)
    ? fromUri
        .slice(root.length + 1)
        .split("/")
        .slice(0, -1)
    : [];
  return walk(root, base, target);
}

/** A URI with each path segment encoded in one agreed way, so that two spellings of one file compare equal. */
export function linkKey(uri: string): string {
  if (/^[\w\-.~!$&'()*+,;=:@/]*$/.test(uri)) return uri;
  const at = uri.indexOf("://");
  const start = at < 0 ? 0 : at + 3;
  return uri.slice(0, start) + uri.slice(start).split("/").map(oneSpelling).join("/");
}

/** The URI below which the files of a skill lie: the directory of a SKILL.md; a URI of one segment, as earlier conventions have, is itself the directory. */
export function linkRoot(skillUri: string): string {
  const root = skillRoot(skillUri);
  if (root !== undefined) return root;
  const slash = skillUri.lastIndexOf("/");
  return skillUri.slice(0, slash).endsWith(":/") ? skillUri : skillUri.slice(0, Math.max(0, slash));
}

function absolute(what: string): ResolvedLink {
  return { kind: "absolute", reason: `The target is ${what}; it exists on one machine only.` };
}

function withScheme(root: string, target: string, scheme: string): ResolvedLink {
  if (target.startsWith(`${root}/`)) return walk(root, [], target.slice(root.length + 1));
  if (scheme === "file") return absolute("a file: URI");
  const own = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(root)?.[1]?.toLowerCase();
  if (scheme === "skill" || (scheme === own && scheme !== "https" && scheme !== "http")) {
    const hash = target.indexOf("#");
    return hash < 0
      ? { kind: "skill-uri", uri: target }
      : { kind: "skill-uri", uri: target.slice(0, hash), fragment: target.slice(hash + 1) };
  }
  return { kind: "external", url: target, scheme };
}

/** Walks the segments of a relative target from a directory below the root, and stops where it climbs out. */
function walk(root: string, base: string[], target: string): ResolvedLink {
  const hash = target.indexOf("#");
  const fragment = hash < 0 ? undefined : target.slice(hash + 1);
  const path = (hash < 0 ? target : target.slice(0, hash)).split("?", 1)[0]!;
  if (path.includes("\\")) {
    return { kind: "invalid", reason: `The target has backslashes; write ${path.replaceAll("\\", "/")}.` };
  }
  const segments = base.map((segment) => decodeSegment(segment) ?? segment);
  let directory = false;
  for (const raw of path.split("/")) {
    const segment = decodeSegment(raw) ?? raw;
    directory = segment === "" || segment === "." || segment === "..";
    if (segment === "" || segment === ".") continue;
    if (/[/\\\0]/.test(segment)) {
      return { kind: "invalid", reason: `The segment ${raw} hides a slash behind an escape.` };
    }
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) {
      return { kind: "outside", reason: "The target climbs above the skill's directory." };
    }
  }
  return {
    kind: "inside",
    uri: [root, ...segments.map(encode)].join("/").replace(/^\//, root === "" ? "" : "/"),
    path: segments.join("/"),
    directory,
    ...(fragment === undefined ? {} : { fragment }),
  };
}

function oneSpelling(segment: string): string {
  const decoded = decodeSegment(segment);
  return encode(decoded === undefined || decoded.includes("/") ? segment : decoded);
}

/** As `encodeSegment`, which throws on half a surrogate pair. */
function encode(segment: string): string {
  return encodeSegment(segment.replace(/\p{Cs}/gu, "\ufffd"));
}
