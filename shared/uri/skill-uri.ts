import { encodeExcept, PCHAR, SUB_DELIMS, UNRESERVED } from "./characters";

/**
 * Helpers for skill URIs as the released extension defines them (spec: Resource Mapping). All work on the raw
 * string: `new URL()` folds dot segments and must not see a URI before it was judged.
 */

const SKILL_MD = "/SKILL.md";

/** The root directory URI of a SKILL.md URI: the same without `/SKILL.md`; undefined when it does not end so. */
export function skillRoot(uri: string): string | undefined {
  return uri.endsWith(SKILL_MD) ? uri.slice(0, -SKILL_MD.length) : undefined;
}

/** Percent-decodes one segment; undefined when an escape is broken or the bytes are no UTF-8. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/**
 * Percent-encodes one file or directory name as a path segment (RFC 3986 pchar; sub-delims stay readable). Half a
 * surrogate pair becomes the encoding of U+FFFD. Never throws.
 */
export function encodeSegment(name: string): string {
  return encodeExcept(name, PCHAR, false);
}

/** As `encodeSegment` for the first segment, which stands in the place of a host: no ":" and no "@" (reg-name). */
export function encodeFirstSegment(name: string): string {
  return encodeExcept(name, `${UNRESERVED}${SUB_DELIMS}`, false);
}

/** The parts of a skill URI for display: scheme, prefix segments, name (last directory) and file. */
export interface SkillUriParts {
  scheme: string;
  /** Segments of `<skill-path>` before the last, raw. */
  prefix: string[];
  /** Last segment of `<skill-path>`, percent-decoded where it can be. */
  name: string;
  /** The file below the root, raw. */
  file: string;
}

/**
 * Splits a URI that names a SKILL.md.
 * @returns undefined when it is not `<scheme>://<segments>/SKILL.md` with at least one non-empty segment.
 */
export function splitSkillUri(uri: string): SkillUriParts | undefined {
  const root = skillRoot(uri);
  const match = root === undefined ? null : /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(.+)$/s.exec(root);
  if (!match) return undefined;
  const segments = match[2]!.split("/");
  const last = segments.at(-1)!;
  if (last === "") return undefined;
  return {
    scheme: match[1]!,
    prefix: segments.slice(0, -1),
    name: decodeSegment(last) ?? last,
    file: "SKILL.md",
  };
}

/** The path of a file relative to a skill root, percent-decoded for display; undefined when it is not below it. */
export function relativePath(root: string, uri: string): string | undefined {
  if (!uri.startsWith(`${root}/`)) return undefined;
  const raw = uri.slice(root.length + 1);
  return raw
    .split("/")
    .map((segment) => decodeSegment(segment) ?? segment)
    .join("/");
}
