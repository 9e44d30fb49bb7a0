import { UNRESERVED } from "./characters";
import { parseUri, printUri, type UriParts } from "./parse-uri";

/** Normal form (RFC 3986 section 6.2.2), dot segments (5.2.4) and resolution (5.2), on the raw string. */

const ONLY_UNRESERVED = new RegExp(`^[${UNRESERVED}]$`);

/** Percent-encodings in upper case, those of unreserved characters decoded (sections 6.2.2.1 and 6.2.2.2). */
function normalisePercent(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}/g, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return ONLY_UNRESERVED.test(character) ? character : triplet.toUpperCase();
  });
}

/**
 * The normal form by syntax (section 6.2.2): scheme and host in lower case, percent-encodings in upper case,
 * unreserved characters decoded, dot segments removed. Nothing that depends on the scheme.
 * @returns the normal form, itself in normal form; a text that is no valid URI is returned as it is.
 */
export function normalise(uri: string): string {
  const { ok, parts } = parseUri(uri);
  if (!ok) return uri;
  const userinfo = parts.userinfo === undefined ? "" : `${normalisePercent(parts.userinfo)}@`;
  const host = normalisePercent(parts.host ?? "").replace(/%[0-9A-F]{2}|[A-Z]+/g, (match) =>
    match.startsWith("%") ? match : match.toLowerCase(),
  );
  const port = parts.port === undefined ? "" : `:${parts.port}`;
  return compose({
    scheme: parts.scheme!.toLowerCase(),
    authority: parts.authority === undefined ? undefined : userinfo + host + port,
    path: removeDotSegments(normalisePercent(parts.path)),
    query: parts.query === undefined ? undefined : normalisePercent(parts.query),
    fragment: parts.fragment === undefined ? undefined : normalisePercent(parts.fragment),
  });
}

/** True when two URIs are the same after normalisation (section 6.2.2). Invalid ones only when equal as strings. */
export function equivalent(a: string, b: string): boolean {
  return a === b || normalise(a) === normalise(b);
}

/**
 * Removes `.` and `..` segments from a path (section 5.2.4); never climbs above its start. Encoded dots (`%2e`)
 * are not dot segments here; `normalise` decodes them first.
 */
export function removeDotSegments(path: string): string {
  const rooted = path.startsWith("/");
  const out: string[] = [];
  const segments = path.split("/");
  if (rooted) segments.shift();
  // A rootless path drops its leading dot segments with their slashes (steps A and D of the algorithm).
  let climbedToRoot = false;
  for (const [i, segment] of segments.entries()) {
    const last = i === segments.length - 1;
    if (segment !== "." && segment !== "..") {
      out.push(segment);
      continue;
    }
    if (segment === ".." && out.length > 0) {
      out.pop();
      if (out.length === 0 && !rooted) climbedToRoot = true;
    }
    if (last && (rooted || climbedToRoot || out.length > 0)) out.push("");
  }
  return (rooted || climbedToRoot ? "/" : "") + out.join("/");
}

/** Where a `.` or `..` segment stands in the path of a URI or reference, raw or with `%2e`. */
export interface DotSegment {
  at: number;
  length: number;
  segment: string;
  /** `..` as against `.`. */
  up: boolean;
  /** Written with `%2e`: RFC 3986 removes it after decoding, WHATWG URL at once. */
  encoded: boolean;
}

/** Every dot segment in the path, `%2e` forms included, in order. Takes any text; never throws. */
export function dotSegments(uri: string): DotSegment[] {
  const { parts, spans } = parseUri(uri, { reference: true });
  const found: DotSegment[] = [];
  let at = spans.path![0];
  for (const segment of parts.path.split("/")) {
    const plain = segment.replace(/%2e/gi, ".");
    if (plain === "." || plain === "..") {
      found.push({
        at,
        length: segment.length,
        segment,
        up: plain === "..",
        encoded: plain !== segment,
      });
    }
    at += segment.length + 1;
  }
  return found;
}

/** True when the path has a `.` or `..` segment, raw or with `%2e`. */
export function hasDotSegments(uri: string): boolean {
  return dotSegments(uri).length > 0;
}

/**
 * Resolves a reference against a base (section 5.2.2, strict): skill:// and http:// alike, dot segments never
 * climbing above the authority.
 * @param base a URI; its fragment plays no part.
 * @param reference a URI or relative reference, raw; what is against the grammar is carried over unchanged.
 * @returns the target URI. With a base that has no scheme the result has none either. Never throws.
 */
export function resolveReference(base: string, reference: string): string {
  const from = parseUri(base, { reference: true }).parts;
  const to = parseUri(reference, { reference: true }).parts;
  const { fragment } = to;
  if (to.scheme !== undefined) return compose({ ...to, path: removeDotSegments(to.path) });
  const { scheme } = from;
  if (to.authority !== undefined) return compose({ ...to, scheme, path: removeDotSegments(to.path) });
  const { authority } = from;
  if (to.path === "") {
    return compose({ scheme, authority, path: from.path, query: to.query ?? from.query, fragment });
  }
  const path = removeDotSegments(to.path.startsWith("/") ? to.path : merge(from, to.path));
  return compose({ scheme, authority, path, query: to.query, fragment });
}

/** Section 5.2.3. */
function merge(base: UriParts, path: string): string {
  if (base.authority !== undefined && base.path === "") return `/${path}`;
  return base.path.slice(0, base.path.lastIndexOf("/") + 1) + path;
}

/**
 * Prints parts so that they read back as themselves: a path that begins with "//" would become an authority, so
 * without one it gets "/." in front, which resolution removes again (as the WHATWG URL standard does).
 */
function compose(parts: Omit<UriParts, "userinfo" | "host" | "port">): string {
  const path = parts.authority === undefined && parts.path.startsWith("//") ? `/.${parts.path}` : parts.path;
  return printUri({ ...parts, path });
}
