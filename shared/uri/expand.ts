import { encodeExcept, GEN_DELIMS, SUB_DELIMS, UNRESERVED } from "./characters";
import {
  expandVariable,
  givenValue,
  isDefined,
  operatorTable,
  type TemplateValue,
  type TemplateValues,
} from "./expand-variable";
import { type ParsedTemplate, parseTemplate, type TemplateExpression, type TemplateFault } from "./rfc6570";

/**
 * Expansion of RFC 6570 templates (section 3). It is our own, held in the tests to the whole public test suite and
 * to `@std-uritemplate/std-uritemplate` wherever that library keeps the RFC. The library alone will not do: it
 * leaves `'()*` bare in `{var}`, leaves `"<>\^{|}` and controls bare in `{+var}`, encodes the triplets of `%C3%A9`
 * again there, drops text before a second `%`, and takes `{@v}` and `{v*x}` for variables.
 */

export { multiSegmentHint, operatorWords, type SegmentHint } from "./template-help";
export type { TemplateValue, TemplateValues };

/** A piece of an expansion. The texts of all pieces joined are the expansion. */
export interface ExpandedPart {
  kind: "literal" | "variable";
  /** What this piece contributes; "" for a variable without value. */
  text: string;
  /** The variable it comes from. Its text includes the operator's sign before it, such as "?" or "&". */
  variable?: string;
  /** The variable has no value: it is left out of the expansion. `placeholder` shows where it would be. */
  unfilled?: boolean;
  /** For an unfilled variable, e.g. `{skill}`, `{?limit}`, or `{&limit}` after a value of the same query. */
  placeholder?: string;
  /** Span in the template. */
  start: number;
  end: number;
}

export type Expansion =
  | { ok: true; uri: string }
  | {
      ok: false;
      faults: TemplateFault[];
      /** What section 3 asks of a processor that meets an error: for display only, never a URI to be read. */
      partial: string;
    };

const RESERVED_OR_UNRESERVED = `${UNRESERVED}${SUB_DELIMS}${GEN_DELIMS}`;

/**
 * Expands a template.
 * @param values by variable name as written in the template; names that are absent count as undefined.
 * @returns the URI, or the faults of the template and of values that do not fit. Never throws.
 */
export function expand(template: string | ParsedTemplate, values: TemplateValues): Expansion {
  const parsed = typeof template === "string" ? parseTemplate(template) : template;
  const faults = [...parsed.faults, ...valueFaults(parsed, values)].sort((a, b) => a.at - b.at);
  if (faults.length === 0) {
    return { ok: true, uri: joined(expandParts(parsed, values)) };
  }
  return { ok: false, faults, partial: partialExpansion(parsed, values) };
}

/**
 * The expansion in pieces, one for each literal and each variable, so that they can be coloured. Expressions with a
 * fault come unexpanded as literals.
 */
export function expandParts(template: string | ParsedTemplate, values: TemplateValues): ExpandedPart[] {
  const parsed = typeof template === "string" ? parseTemplate(template) : template;
  return parsed.parts.flatMap((part): ExpandedPart[] => {
    const { start, end } = part;
    if (part.kind === "literal") return [{ kind: "literal", text: encodeLiteral(part.text), start, end }];
    if (!isExpandable(part, values)) return [{ kind: "literal", text: part.text, start, end }];
    return expandExpression(part, values);
  });
}

function expandExpression(expression: TemplateExpression, values: TemplateValues): ExpandedPart[] {
  const { operator } = expression;
  const { first, separator } = operatorTable[operator];
  let begun = false;
  return expression.variables.map((variable): ExpandedPart => {
    const { name, start, end } = variable;
    const value = givenValue(values, name);
    if (!isDefined(value)) {
      // After the first value a query goes on with "&" (section 3.2.9), so that is what would stand here.
      const sign = begun && operator === "?" ? "&" : operator;
      const placeholder = `{${sign}${expression.text.slice(start - expression.start, end - expression.start)}}`;
      return { kind: "variable", text: "", variable: name, unfilled: true, placeholder, start, end };
    }
    const text = (begun ? separator : first) + expandVariable(operator, variable, value);
    begun = true;
    return { kind: "variable", text, variable: name, start, end };
  });
}

/** Section 3.1: what a URI may hold is copied, the rest becomes percent-encoded UTF-8. */
function encodeLiteral(text: string): string {
  return encodeExcept(text, RESERVED_OR_UNRESERVED, true);
}

function joined(pieces: ExpandedPart[]): string {
  return pieces.map((piece) => piece.text).join("");
}

function isExpandable(expression: TemplateExpression, values: TemplateValues): boolean {
  return (
    expression.valid &&
    expression.variables.every((v) => !hasWrongPrefix(v.prefix, givenValue(values, v.name)))
  );
}

function hasWrongPrefix(prefix: number | undefined, value: TemplateValue): boolean {
  return prefix !== undefined && isDefined(value) && typeof value !== "string";
}

/** Section 2.4.1: a prefix does not apply to lists and maps. */
function valueFaults(parsed: ParsedTemplate, values: TemplateValues): TemplateFault[] {
  const faults: TemplateFault[] = [];
  for (const part of parsed.parts) {
    if (part.kind === "literal") continue;
    for (const { name, prefix, start, end } of part.variables) {
      const value = givenValue(values, name);
      if (!hasWrongPrefix(prefix, value)) continue;
      const what = Array.isArray(value) ? "list" : "map";
      faults.push({
        at: start,
        length: end - start,
        code: "prefix-of-composite",
        message: `"${name}" is cut to ${prefix} characters (":${prefix}"), which only a string can be; its value is a ${what}.`,
      });
    }
  }
  return faults;
}

/**
 * Section 3: a faulty expression is copied as it is and the rest processed; at a character that is not allowed
 * outside expressions, processing stops and the remainder is copied.
 */
function partialExpansion(parsed: ParsedTemplate, values: TemplateValues): string {
  const stop = parsed.faults.find(
    (fault) => fault.code.startsWith("literal-") || fault.code === "stray-close",
  );
  const pieces = expandParts(parsed, values);
  if (!stop) return joined(pieces);
  const before = pieces.filter((piece) => piece.end <= stop.at);
  const broken = parsed.parts.find((part) => part.start <= stop.at && stop.at < part.end)!;
  return (
    joined(before) + encodeLiteral(parsed.text.slice(broken.start, stop.at)) + parsed.text.slice(stop.at)
  );
}
