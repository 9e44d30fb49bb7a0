import { encodeExcept, PCHAR, SUB_DELIMS, UNRESERVED } from "./characters";
import { isIpv6 } from "./host";
import { normalise } from "./normal-form";
import { parseUri, printUri, type UriParts } from "./parse-uri";

/**
 * The nearest URI in normal form: what may not stand where it stands is percent-encoded, then everything is
 * normalised (RFC 3986 sections 2.1 and 6.2.2). No guess about what was meant: a backslash becomes %5C, not "/".
 * @returns undefined when nothing is to be corrected, or when no encoding makes the text a URI (no or a bad scheme,
 * a port that is no number, a broken IP address).
 */
export function correctUri(text: string): string | undefined {
  const corrected = normalise(encodeFaults(text));
  return corrected !== text && parseUri(corrected).ok ? corrected : undefined;
}

/** Percent-encodes, in each part of a URI or reference, what its grammar does not allow there. */
export function encodeFaults(text: string): string {
  const { parts } = parseUri(text, { reference: true });
  const { scheme, path, query, fragment } = parts;
  return printUri({
    scheme,
    authority: encodeAuthority(parts),
    path: encodeExcept(path, `${PCHAR}/`, true),
    query: query === undefined ? undefined : encodeExcept(query, `${PCHAR}/?`, true),
    fragment: fragment === undefined ? undefined : encodeExcept(fragment, `${PCHAR}/?`, true),
  });
}

function encodeAuthority({ authority, userinfo, host = "", hostKind, port }: UriParts): string | undefined {
  if (authority === undefined) return undefined;
  const user =
    userinfo === undefined ? "" : `${encodeExcept(userinfo, `${UNRESERVED}${SUB_DELIMS}:`, true)}@`;
  const name =
    hostKind !== "invalid"
      ? host
      : isIpv6(host)
        ? `[${host}]`
        : encodeExcept(host, `${UNRESERVED}${SUB_DELIMS}`, true);
  return user + name + (port === undefined ? "" : `:${port}`);
}
