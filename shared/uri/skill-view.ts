import { place } from "./characters";
import { dotSegments, type ParsedUri, parseUri } from "./rfc3986";

/** A URI as skill conventions read it: the authority is the first segment of a path. */
export interface SkillView {
  text: string;
  parsed: ParsedUri;
  /** In lower case; "" when there is none. */
  scheme: string;
  /** Authority and path segments, raw; a final empty segment is left out and told by `slash`. */
  segments: string[];
  /** The path ends in "/". */
  slash: boolean;
  /** Begins with `scheme://`. */
  hasAuthority: boolean;
  query: string | undefined;
  fragment: string | undefined;
}

/** Reads any text; never throws. */
export function skillView(text: string): SkillView {
  const parsed = parseUri(text);
  const { scheme = "", authority, path, query, fragment } = parsed.parts;
  const rest = path.startsWith("/") ? path.slice(1) : path;
  const inPath = path === "" ? [] : rest.split("/");
  const slash = path.endsWith("/");
  if (slash) inPath.pop();
  return {
    text,
    parsed,
    scheme: scheme.toLowerCase(),
    segments: authority === undefined ? inPath : [authority, ...inPath],
    slash,
    hasAuthority: authority !== undefined,
    query,
    fragment,
  };
}

/** What is wrong with a skill URI whatever the convention: grammar, authority, dot and empty segments. */
export function commonFaults(view: SkillView): string[] {
  const { parsed, text, segments, hasAuthority } = view;
  const { userinfo, port, authority } = parsed.parts;
  const faults = parsed.faults.slice(0, 3).map((fault) => fault.message);
  if (!hasAuthority && view.scheme !== "") faults.push(`"//" is missing after "${parsed.parts.scheme}:".`);
  if (authority === "") faults.push("The first segment, between the second slash and the third, is empty.");
  if (userinfo !== undefined || (port !== undefined && parsed.ok)) {
    faults.push('"@" and ":" in the first segment split off userinfo and port.');
  }
  const dots = dotSegments(text);
  const [first] = dots;
  if (first) {
    faults.push(
      `"${first.segment}" at ${place(first.at)} is removed by every parser: another resource is addressed.`,
    );
  }
  if (/^(?:\.|%2e){1,2}$/i.test(segments[0] ?? "") && hasAuthority) {
    faults.push(`"${segments[0]}" is no name for the first segment.`);
  }
  if (segments.slice(1).includes("")) faults.push('There is an empty segment ("//") in the path.');
  return faults;
}
