import { decodeSegment, encodeSegment } from "../../../../shared/uri/skill-uri";

/**
 * The mapping between a path below the served folder and its `skill://` URI (spec: Resource Mapping). A path is a
 * list of decoded segments; the first stands where a URI has its authority and must be a valid reg-name.
 */

const SCHEME = "skill://";

/** @returns the URI of a path of at least one segment; never with a trailing slash. */
export function uriOfPath(path: readonly string[]): string {
  const [first = "", ...rest] = path;
  // A reg-name, unlike a path segment, may hold neither ":" nor "@".
  const authority = encodeSegment(first).replace(/:/g, "%3A").replace(/@/g, "%40");
  return SCHEME + [authority, ...rest.map(encodeSegment)].join("/");
}

/**
 * Reads a URI back into a path, whatever equivalent spelling its percent-encoding has.
 * @returns undefined when no served path can be meant: another scheme, an empty or dot segment, an encoded slash,
 * backslash or NUL, a broken escape, a query or a fragment.
 */
export function pathOfUri(uri: string): string[] | undefined {
  if (!uri.startsWith(SCHEME)) return undefined;
  const rest = uri.slice(SCHEME.length);
  if (/[?#]/.test(rest)) return undefined;
  const path: string[] = [];
  for (const raw of rest.split("/")) {
    const segment = decodeSegment(raw);
    if (segment === undefined || segment === "" || segment === "." || segment === "..") return undefined;
    if (/[/\\\0]/.test(segment)) return undefined;
    path.push(segment);
  }
  return path;
}

/** The key under which a path is looked up; NUL cannot occur in a file name. */
export function pathKey(path: readonly string[]): string {
  return path.join("\0");
}
