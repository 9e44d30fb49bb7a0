import { place } from "./characters";
import { givenValue, type TemplateValue, type TemplateValues } from "./expand-variable";
import { type Operator, type ParsedTemplate, parseTemplate, type TemplateVariable } from "./rfc6570";

/** What a person filling a template needs to be told: the operators in words, and the trap of "/" in a value. */

export interface OperatorWords {
  /** One or two words, for a chip. */
  word: string;
  /** One sentence. */
  explanation: string;
  /** What `{<operator>path}` gives for the value `a/b c`. */
  example: string;
}

/** Every operator of RFC 6570 in words (sections 3.2.2 to 3.2.9). */
export const operatorWords: Record<Operator, OperatorWords> = {
  "": {
    word: "one segment",
    explanation: 'Everything but letters, digits and - . _ ~ is percent-encoded, "/" included.',
    example: "a%2Fb%20c",
  },
  "+": {
    word: "path",
    explanation: 'Reserved characters such as "/" stay as they are, so a value can span several segments.',
    example: "a/b%20c",
  },
  "#": {
    word: "fragment",
    explanation: 'Adds "#" and the value; reserved characters stay as they are.',
    example: "#a/b%20c",
  },
  ".": {
    word: "suffix",
    explanation: 'Puts "." before each value, as in a file ending.',
    example: ".a%2Fb%20c",
  },
  "/": {
    word: "segments",
    explanation: 'Puts "/" before each value; with "*" a list becomes one segment for each member.',
    example: "/a%2Fb%20c",
  },
  ";": {
    word: "parameters",
    explanation: "Adds ;name=value for each variable; an empty value is the name alone.",
    example: ";path=a%2Fb%20c",
  },
  "?": {
    word: "query",
    explanation: "Adds ?name=value for the variables that have a value, and nothing when none has.",
    example: "?path=a%2Fb%20c",
  },
  "&": {
    word: "more query",
    explanation: 'Adds &name=value, to go on with a query that the template has begun with "?".',
    example: "&path=a%2Fb%20c",
  },
};

/** A variable whose value probably spans several segments, in an expression that encodes "/" as %2F. */
export interface SegmentHint {
  variable: string;
  /** Span of the variable in the template. */
  at: number;
  length: number;
  /**
   * `wildcard`: `{path*}`, which some frameworks read as "several segments" and RFC 6570 does not.
   * `value`: the value given has a "/". `name`: only the name says that it is a path.
   */
  kind: "wildcard" | "value" | "name";
  message: string;
  /** The expression to write instead, e.g. `{+path}`. */
  suggestion: string;
}

/** Names that usually hold several segments: `path`, `file`, `documentPath`, `skill_path`, `skillFilePath`. */
const PATH_NAME = /^(?:path|file|filename|filepath)$|(?:_|\b)(?:path|file)$|[a-z0-9](?:Path|File)$/;

/**
 * Warns of variables that would turn "/" into %2F: `{path*}` with a string, a value with "/", or a name that says path.
 * @param values what the form holds so far; a variable with a list or map value gets no hint.
 */
export function multiSegmentHint(
  template: string | ParsedTemplate,
  values: TemplateValues = {},
): SegmentHint[] {
  const parsed = typeof template === "string" ? parseTemplate(template) : template;
  return parsed.parts.flatMap((part) => {
    if (part.kind === "literal" || part.operator !== "" || !part.valid) return [];
    return part.variables.flatMap((variable) => hintFor(variable, givenValue(values, variable.name)) ?? []);
  });
}

function hintFor(variable: TemplateVariable, value: TemplateValue): SegmentHint | undefined {
  const { name, explode, start, end } = variable;
  if (value !== undefined && typeof value !== "string") return undefined;
  const kind = explode
    ? "wildcard"
    : value?.includes("/")
      ? "value"
      : value === undefined && PATH_NAME.test(name)
        ? "name"
        : undefined;
  if (!kind) return undefined;
  const expression = `{${name}${explode ? "*" : ""}}`;
  const suggestion = `{+${name}}`;
  const messages = {
    wildcard:
      `${expression} at ${place(start)} is a wildcard over several segments in some frameworks (FastMCP), not in RFC 6570: ` +
      `"*" does nothing to a string, and "/" becomes %2F. Write ${suggestion}, or {/${name}*} for a list of segments.`,
    value: `The value of ${name} has a "/", which ${expression} turns into %2F. For several segments the template needs ${suggestion}.`,
    name: `${expression} at ${place(start)} turns a "/" in its value into %2F. If ${name} can span several segments, write ${suggestion}.`,
  };
  return { variable: name, at: start, length: end - start, kind, message: messages[kind], suggestion };
}
