/**
 * Character classes of RFC 3986 section 2 and appendix A, and how a character is named to a person.
 * Every `source` is the inside of a character class, for use in `new RegExp`.
 */

export const UNRESERVED = "A-Za-z0-9._~\\-";
export const SUB_DELIMS = "!$&'()*+,;=";
export const GEN_DELIMS = ":/?#\\[\\]@";
/** What a path segment holds besides percent-encodings (section 3.3). */
export const PCHAR = `${UNRESERVED}${SUB_DELIMS}:@`;

const ANY_URI_CHARACTER = new RegExp(`[${UNRESERVED}${SUB_DELIMS}${GEN_DELIMS}%]`);

/** True when the character may occur somewhere in a URI (appendix A), `%` included. */
export function isUriCharacter(character: string): boolean {
  return ANY_URI_CHARACTER.test(character);
}

const NAMES: Record<string, string> = {
  " ": "a space",
  "\t": "a tab",
  "\n": "a line feed",
  "\r": "a carriage return",
  '"': 'a double quote (")',
  "\\": "a backslash (\\)",
  "`": "a backtick (`)",
};

/** Names a character for a message: `a space`, `"é" (U+00E9)`, `the control character U+0007`. */
export function describeCharacter(character: string): string {
  const named = NAMES[character];
  if (named) return named;
  const code = character.codePointAt(0)!;
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return `the control character ${hex}`;
  if (isLoneSurrogate(character)) return `half of a surrogate pair (${hex})`;
  return code < 0x80 ? `"${character}"` : `"${character}" (${hex})`;
}

/** True for a UTF-16 surrogate that stands alone: no character, so it has no UTF-8 form. */
export function isLoneSurrogate(character: string): boolean {
  return character.length === 1 && character >= "\ud800" && character <= "\udfff";
}

/**
 * Percent-encodes one character as UTF-8 (section 2.5), whatever class it is of.
 * @returns undefined for a lone surrogate, which has no UTF-8 form.
 */
export function percentEncode(character: string): string | undefined {
  if (isLoneSurrogate(character)) return undefined;
  const encoded = encodeURIComponent(character);
  if (encoded !== character) return encoded;
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/**
 * Percent-encodes what may not stand in `text` as it is.
 * @param allowed inside of a character class: what stays; percent-encodings stay when `keepTriplets` is set.
 * @returns the encoded text; a lone surrogate becomes the encoding of U+FFFD, as in every UTF-8 encoder.
 */
export function encodeExcept(text: string, allowed: string, keepTriplets: boolean): string {
  return text.replace(
    compiled(keepTriplets ? `%(?![0-9A-Fa-f]{2})|[^%${allowed}]` : `[^${allowed}]`),
    (character) => percentEncode(character) ?? "%EF%BF%BD",
  );
}

const patterns = new Map<string, RegExp>();

/** Global, Unicode; there are about ten of them, used for every URI of a server. */
export function compiled(source: string): RegExp {
  const known = patterns.get(source);
  if (known) return known;
  const pattern = new RegExp(source, "gu");
  patterns.set(source, pattern);
  return pattern;
}

/** `column 5`: how messages give a position; columns count UTF-16 code units from 1, like an editor. */
export function place(at: number): string {
  return `column ${at + 1}`;
}
