import { compiled, describeCharacter, isUriCharacter, PCHAR, percentEncode, place } from "./characters";
import { type HostKind, hostKind, isIpv6 } from "./host";

/**
 * The RFC 3986 parser, on the raw string. `new URL()` folds dot segments, drops characters and changes case before
 * anyone can look; nothing here does. Splitting follows appendix B and never fails; each part is then held to its
 * grammar.
 */

export type UriPart = "scheme" | "authority" | "userinfo" | "host" | "port" | "path" | "query" | "fragment";

/** The parts of a URI, raw and without their delimiters. A part that is absent differs from one that is empty. */
export interface UriParts {
  scheme?: string;
  authority?: string;
  userinfo?: string;
  /** With its brackets, when it is an IP literal. */
  host?: string;
  hostKind?: HostKind;
  /** May be empty: `http://host:/` has a port of no digits. */
  port?: string;
  path: string;
  query?: string;
  fragment?: string;
}

export type UriFaultCode =
  | "no-scheme"
  | "bad-scheme"
  | "bad-percent"
  | "bad-character"
  | "bracket"
  | "second-at"
  | "bad-host"
  | "bad-port"
  | "second-hash";

/** Something against the grammar. `at` and `length` are UTF-16 code units, `at` from 0; messages count from 1. */
export interface UriFault {
  at: number;
  length: number;
  part: UriPart;
  code: UriFaultCode;
  /** What is wrong and where. */
  message: string;
  /** What to write in the place of the faulty characters, where that is clear. */
  replacement?: string;
}

export interface ParsedUri {
  /** True when the text is a URI by RFC 3986: no faults. */
  ok: boolean;
  parts: UriParts;
  /** Start and end of each part that is present, `[start, end)` in UTF-16 code units. */
  spans: Partial<Record<UriPart, [start: number, end: number]>>;
  /** In the order of their position. */
  faults: UriFault[];
}

/** Appendix B: five components, for every string. */
const COMPONENTS = /^(?:([^:/?#]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

/**
 * Splits a text into the parts of a URI and reports everything against RFC 3986 with its position.
 * @param text any string; nothing is trimmed or repaired.
 * @param options `reference: true` accepts a relative reference (section 4.1): a missing scheme is then no fault.
 * @returns parts and faults; never throws.
 */
export function parseUri(text: string, options: { reference?: boolean } = {}): ParsedUri {
  const [, scheme, authority, path, query, fragment] = COMPONENTS.exec(text)!;
  const parts: UriParts = { path: path! };
  const spans: ParsedUri["spans"] = {};
  const faults: UriFault[] = [];
  let at = 0;
  const put = (part: UriPart, value: string | undefined, before: number, after: number) => {
    if (value === undefined) return;
    const start = at + before;
    if (part !== "path") (parts as unknown as Record<string, string>)[part] = value;
    spans[part] = [start, start + value.length];
    at = start + value.length + after;
  };
  put("scheme", scheme, 0, 1);
  put("authority", authority, 2, 0);
  put("path", path, 0, 0);
  put("query", query, 1, 0);
  put("fragment", fragment, 1, 0);

  checkScheme(scheme, path!, options.reference ?? false, faults);
  if (authority !== undefined) readAuthority(authority, parts, spans, faults);
  checkCharacters("path", path!, spans.path![0], `${PCHAR}/`, faults);
  if (query !== undefined) checkCharacters("query", query, spans.query![0], `${PCHAR}/?`, faults);
  if (fragment !== undefined) checkCharacters("fragment", fragment, spans.fragment![0], `${PCHAR}/?`, faults);
  faults.sort((a, b) => a.at - b.at);
  return { ok: faults.length === 0, parts, spans, faults };
}

/** Puts parts together again (section 5.3). `printUri(parseUri(text).parts)` is `text` for every string. */
export function printUri(
  parts: Pick<UriParts, "scheme" | "authority" | "path" | "query" | "fragment">,
): string {
  const { scheme, authority, path, query, fragment } = parts;
  return (
    (scheme === undefined ? "" : `${scheme}:`) +
    (authority === undefined ? "" : `//${authority}`) +
    path +
    (query === undefined ? "" : `?${query}`) +
    (fragment === undefined ? "" : `#${fragment}`)
  );
}

function checkScheme(scheme: string | undefined, path: string, reference: boolean, faults: UriFault[]): void {
  if (scheme === undefined) {
    if (reference) return;
    const name = path.split("/")[0]!.slice(0, 40);
    faults.push({
      at: 0,
      length: 0,
      part: "scheme",
      code: "no-scheme",
      message:
        "There is no scheme: this is a relative reference, not a URI. " +
        (name ? `Begin with a scheme, such as skill://${name}…` : "Begin with a scheme, such as skill://"),
    });
    return;
  }
  const bad = scheme === "" ? 0 : scheme.search(/^[^A-Za-z]|[^A-Za-z0-9+.-]/);
  if (bad === -1) return;
  const character = String.fromCodePoint(scheme.codePointAt(bad) ?? 0);
  faults.push({
    at: bad,
    length: scheme === "" ? 0 : character.length,
    part: "scheme",
    code: "bad-scheme",
    message:
      scheme === ""
        ? 'The scheme before ":" is empty; a URI begins with a letter.'
        : bad === 0
          ? `A scheme begins with a letter; ${place(0)} has ${describeCharacter(character)}.`
          : `A scheme holds letters, digits, "+", "-" and "." only; ${place(bad)} has ${describeCharacter(character)}.`,
  });
}

function readAuthority(
  authority: string,
  parts: UriParts,
  spans: ParsedUri["spans"],
  faults: UriFault[],
): void {
  const start = spans.authority![0];
  const lastAt = authority.lastIndexOf("@");
  const hostStart = lastAt + 1;
  if (lastAt !== -1) {
    parts.userinfo = authority.slice(0, lastAt);
    spans.userinfo = [start, start + lastAt];
    checkUserinfo(parts.userinfo, start, faults);
  }
  const rest = authority.slice(hostStart);
  const hostLength = endOfHost(rest);
  const host = rest.slice(0, hostLength);
  parts.host = host;
  parts.hostKind = hostKind(host);
  spans.host = [start + hostStart, start + hostStart + hostLength];
  if (parts.hostKind === "invalid") checkHost(host, spans.host[0], faults);
  if (hostLength === rest.length) return;
  const port = rest.slice(hostLength + 1);
  parts.port = port;
  spans.port = [spans.host[1] + 1, spans.host[1] + 1 + port.length];
  const bad = port.search(/[^0-9]/);
  if (bad === -1) return;
  const character = String.fromCodePoint(port.codePointAt(bad)!);
  faults.push({
    at: spans.port[0] + bad,
    length: character.length,
    part: "port",
    code: "bad-port",
    message:
      `":" in the authority begins a port, and a port is digits only; ` +
      `${place(spans.port[0] + bad)} has ${describeCharacter(character)}. Write %3A for a colon that is data.`,
  });
}

/** Where the host ends: at the bracket that closes it, else at the first colon, unless it is IPv6 without brackets. */
function endOfHost(rest: string): number {
  if (rest.startsWith("[")) {
    const close = rest.indexOf("]");
    return close !== -1 && (close + 1 === rest.length || rest[close + 1] === ":") ? close + 1 : rest.length;
  }
  const colon = rest.indexOf(":");
  return colon === -1 || isIpv6(rest) ? rest.length : colon;
}

function checkUserinfo(userinfo: string, start: number, faults: UriFault[]): void {
  for (let at = userinfo.indexOf("@"); at !== -1; at = userinfo.indexOf("@", at + 1)) {
    faults.push({
      at: start + at,
      length: 1,
      part: "userinfo",
      code: "second-at",
      message: `Only one "@" may stand in the authority; the one at ${place(start + at)} must be written %40.`,
      replacement: "%40",
    });
  }
  checkCharacters("userinfo", userinfo, start, `${PCHAR}`, faults);
}

function checkHost(host: string, start: number, faults: UriFault[]): void {
  const whole = (message: string, replacement?: string) =>
    faults.push({
      at: start,
      length: host.length,
      part: "host",
      code: "bad-host",
      message,
      ...(replacement === undefined ? {} : { replacement }),
    });
  if (host.startsWith("[")) {
    if (!host.includes("]")) whole(`The "[" at ${place(start)} opens an IP address that no "]" closes.`);
    else if (!host.endsWith("]"))
      whole(`After the "]" of an IP address only ":" and a port may follow (${place(start)}).`);
    else whole(`${host} at ${place(start)} is neither an IPv6 address nor an IPvFuture literal.`);
    return;
  }
  if (isIpv6(host)) {
    whole(`An IPv6 address stands in brackets: [${host}] (${place(start)}).`, `[${host}]`);
    return;
  }
  checkCharacters("host", host, start, PCHAR.replace(":@", ""), faults);
}

/** Reports each character of a part that its grammar does not allow, and each broken percent-encoding. */
function checkCharacters(
  part: UriPart,
  text: string,
  start: number,
  allowed: string,
  faults: UriFault[],
): void {
  const wrong = compiled(`%(?![0-9A-Fa-f]{2})|[^%${allowed}]`);
  for (const match of text.matchAll(wrong)) {
    const [character] = match;
    const at = start + match.index;
    const replacement = percentEncode(character);
    const { code, message } = wording(part, character, at, text.slice(match.index, match.index + 3));
    faults.push({
      at,
      length: character.length,
      part,
      code,
      message: replacement === undefined ? message : `${message} Write ${replacement}.`,
      ...(replacement === undefined ? {} : { replacement }),
    });
  }
}

function wording(
  part: UriPart,
  character: string,
  at: number,
  context: string,
): { code: UriFaultCode; message: string } {
  if (character === "%") {
    return {
      code: "bad-percent",
      message: `"%" at ${place(at)} must be followed by two hexadecimal digits, but "${context}" is not a percent-encoding.`,
    };
  }
  if (character === "[" || character === "]") {
    return {
      code: "bracket",
      message: `"${character}" at ${place(at)} may stand only around an IP address in the host, not in the ${part}.`,
    };
  }
  if (character === "#") {
    return { code: "second-hash", message: `A second "#" at ${place(at)}: a fragment holds none.` };
  }
  if (isUriCharacter(character)) {
    return { code: "bad-character", message: `"${character}" at ${place(at)} may not stand in the ${part}.` };
  }
  const hint = character === "\\" ? ' A path is separated by "/".' : "";
  const where = `${describeCharacter(character)} at ${place(at)}`;
  return {
    code: "bad-character",
    message: `${where[0]!.toUpperCase()}${where.slice(1)} may not stand in a URI.${hint}`,
  };
}
