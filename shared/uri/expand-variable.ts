import { encodeExcept, GEN_DELIMS, SUB_DELIMS, UNRESERVED } from "./characters";
import type { Operator, TemplateVariable } from "./rfc6570";

/** Expansion of one variable (RFC 6570 sections 3.2.1 to 3.2.9, appendix A). */

/** A value: a string, a list, or a map. `undefined`, an empty list and an empty map are left out (section 3.2.1). */
export type TemplateValue = string | readonly string[] | Readonly<Record<string, string>> | undefined;

/** Values by variable name, as written in the template. */
export type TemplateValues = Readonly<Record<string, TemplateValue>>;

/** Own properties only: a variable named `constructor` has no value unless it was given one. */
export function givenValue(values: TemplateValues, name: string): TemplateValue {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

interface OperatorRow {
  /** Before the first defined variable. */
  first: string;
  /** Between defined variables, and between the members of an exploded value. */
  separator: string;
  /** Variables come as `name=value`. */
  named: boolean;
  /** What follows the name of an empty value. */
  ifEmpty: string;
  /** Reserved characters and percent-encodings stay. */
  reserved: boolean;
}

/** The table of appendix A. */
export const operatorTable: Record<Operator, OperatorRow> = {
  "": { first: "", separator: ",", named: false, ifEmpty: "", reserved: false },
  "+": { first: "", separator: ",", named: false, ifEmpty: "", reserved: true },
  "#": { first: "#", separator: ",", named: false, ifEmpty: "", reserved: true },
  ".": { first: ".", separator: ".", named: false, ifEmpty: "", reserved: false },
  "/": { first: "/", separator: "/", named: false, ifEmpty: "", reserved: false },
  ";": { first: ";", separator: ";", named: true, ifEmpty: "", reserved: false },
  "?": { first: "?", separator: "&", named: true, ifEmpty: "=", reserved: false },
  "&": { first: "&", separator: "&", named: true, ifEmpty: "=", reserved: false },
};

/** False for `undefined`, an empty list and an empty map: such variables are left out (sections 2.3 and 3.2.1). */
export function isDefined(value: TemplateValue): value is Exclude<TemplateValue, undefined> {
  if (value === undefined || value === null) return false;
  if (typeof value === "string") return true;
  return (Array.isArray(value) ? value : Object.keys(value)).length > 0;
}

/**
 * What one defined variable contributes, without the operator's first character and without separators to others.
 * @param value a string for variables with a prefix.
 */
export function expandVariable(
  operator: Operator,
  variable: TemplateVariable,
  value: Exclude<TemplateValue, undefined>,
): string {
  const row = operatorTable[operator];
  const { name, explode, prefix } = variable;
  const encode = (text: string) =>
    row.reserved
      ? encodeExcept(text, `${UNRESERVED}${SUB_DELIMS}${GEN_DELIMS}`, true)
      : encodeExcept(text, UNRESERVED, false);
  const named = (key: string, encoded: string) => key + (encoded === "" ? row.ifEmpty : `=${encoded}`);

  if (typeof value === "string") {
    const encoded = encode(prefix === undefined ? value : cut(value, prefix, row.reserved));
    return row.named ? named(name, encoded) : encoded;
  }
  if (isList(value)) {
    if (!explode) return withName(value.map(encode).join(","));
    return value
      .map((member) => (row.named ? named(name, encode(member)) : encode(member)))
      .join(row.separator);
  }
  const pairs = Object.entries(value).map(([key, member]) => [encode(key), encode(member)] as const);
  if (!explode) return withName(pairs.flat().join(","));
  return pairs
    .map(([key, member]) => (row.named ? named(key, member) : `${key}=${member}`))
    .join(row.separator);

  function withName(joined: string): string {
    return row.named ? named(name, joined) : joined;
  }
}

function isList(value: Exclude<TemplateValue, undefined>): value is readonly string[] {
  return Array.isArray(value);
}

/** A percent-encoded UTF-8 sequence of one character, or a character. */
const CHARACTER_OR_TRIPLETS =
  /%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}|%[0-9a-f]{2}|[\s\S]/giu;

/**
 * The first `length` characters of a value (section 2.4.1): Unicode characters, neither octets nor UTF-16 units.
 * Where percent-encodings stay, those of one character count as one and are not split.
 */
function cut(value: string, length: number, keepTriplets: boolean): string {
  const characters = keepTriplets ? (value.match(CHARACTER_OR_TRIPLETS) ?? []) : Array.from(value);
  return characters.slice(0, length).join("");
}
