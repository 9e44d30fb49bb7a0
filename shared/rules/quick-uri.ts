import { dotSegments, normalise } from "../uri/rfc3986";

/** Shortcuts for URIs by the ten thousand: nearly all are plain, and parsing them would change nothing. */

/** What normalisation (RFC 3986 section 6.2.2) could change: an escape, a dot segment, upper case in scheme or host. */
const FOLDABLE = /%|\/\.|^[^:/]*[A-Z]|:\/\/[^/]*[A-Z]/;
const DOTTED = /(?:^|\/)(?:\.|%2e)/i;

/** The normal form of a URI, as `normalise` gives it. */
export function normalForm(uri: string): string {
  return FOLDABLE.test(uri) ? normalise(uri) : uri;
}

/** True when the path has a `.` or `..` segment, raw or with `%2e`, as `hasDotSegments` has it. */
export function hasDots(uri: string): boolean {
  return DOTTED.test(uri) && dotSegments(uri).length > 0;
}
