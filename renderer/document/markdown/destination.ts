import type { ManifestFile, SkillSummary } from "../../../shared/model/skill";
import { linkRoot } from "../../../shared/skill-file/resolve-link";
import { decodeSegment, relativePath } from "../../../shared/uri/skill-uri";
import type { Target } from "../../state/target";

/** What is known around a document when one of its links is followed. */
export interface LinkContext {
  serverId: string;
  /** The document's own URI. */
  uri: string;
  /** The skill it was opened under. */
  skillUri?: string;
  /** That skill's manifest, where it has one with files. */
  files?: readonly ManifestFile[];
  /** A skill of the same server by its SKILL.md URI. */
  skill(uri: string): SkillSummary | undefined;
}

export interface Destination {
  target: Target;
  /** `missing`: inside the skill, and its manifest does not list it. */
  state: "listed" | "missing" | "unknown";
  /** Inside of the skill that the document belongs to. */
  inside: boolean;
  /** The URI to read, in the manifest's own spelling where it lists it. */
  uri: string;
}

/** Where a resolved URI leads on the same server: a skill, a file of this or another skill, a folder, a resource. */
export function destinationOf(uri: string, context: LinkContext): Destination {
  const { serverId, skillUri, files } = context;
  const bare = uri.endsWith("/") ? uri.slice(0, -1) : uri;
  const asSkill = context.skill(uri)
    ? uri
    : context.skill(`${bare}/SKILL.md`)
      ? `${bare}/SKILL.md`
      : undefined;
  if (asSkill !== undefined && asSkill !== context.uri)
    return {
      target: { kind: "skill", serverId, uri: asSkill },
      state: "listed",
      inside: isBelow(asSkill, skillUri),
      uri: asSkill,
    };
  if (isBelow(uri, skillUri)) return insideOf(uri, bare, skillUri!, context.files, serverId);
  const owner = ownerOf(uri, context);
  if (owner === undefined && /\/SKILL\.md$/.test(uri))
    return { target: { kind: "skill", serverId, uri }, state: "unknown", inside: false, uri };
  const target: Target = owner
    ? { kind: "file", serverId, uri, skillUri: owner }
    : { kind: "resource", serverId, uri };
  return { target, state: files && owner ? "listed" : "unknown", inside: false, uri };
}

function insideOf(
  uri: string,
  bare: string,
  skillUri: string,
  files: readonly ManifestFile[] | undefined,
  serverId: string,
): Destination {
  const path = relativePath(linkRoot(skillUri), uri);
  const listed =
    files?.find((file) => file.uri === uri) ??
    files?.find((file) => sameFile(file.uri, uri) || (file.path !== undefined && file.path === path));
  if (uri === skillUri || listed?.uri === skillUri)
    return {
      target: { kind: "skill", serverId, uri: skillUri },
      state: "listed",
      inside: true,
      uri: skillUri,
    };
  const directory = files?.some((file) => file.uri.startsWith(`${bare}/`));
  if (!listed && directory)
    return {
      target: { kind: "skill", serverId, uri: skillUri, tab: "files", file: `${bare}/` },
      state: "listed",
      inside: true,
      uri: bare,
    };
  const spelled = listed?.uri ?? uri;
  return {
    target: { kind: "file", serverId, uri: spelled, skillUri },
    state: listed ? "listed" : files ? "missing" : "unknown",
    inside: true,
    uri: spelled,
  };
}

/** The closest listed skill around a URI, found by walking up its path. */
function ownerOf(uri: string, context: LinkContext): string | undefined {
  for (let at = uri.lastIndexOf("/"); at > 0 && uri[at - 1] !== "/"; at = uri.lastIndexOf("/", at - 1)) {
    const candidate = `${uri.slice(0, at)}/SKILL.md`;
    if (context.skill(candidate)) return candidate;
  }
  return undefined;
}

function isBelow(uri: string, skillUri: string | undefined): boolean {
  return skillUri !== undefined && uri.startsWith(`${linkRoot(skillUri)}/`);
}

/** Markdown percent-encodes spaces and non-ASCII letters; a manifest may hold them bare, or encode more. */
function sameFile(listed: string, uri: string): boolean {
  const a = listed.split("/");
  const b = uri.split("/");
  return (
    a.length === b.length &&
    a.every((segment, at) => (decodeSegment(segment) ?? segment) === (decodeSegment(b[at]!) ?? b[at]))
  );
}
