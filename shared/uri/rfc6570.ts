import { readExpression } from "./expression";
import { literalFaults } from "./template-literal";

/** RFC 6570: parsing and diagnosis. Expansion is in `expand.ts`. */

/** The operators of section 2.2 that have a meaning; "" for simple expansion. */
export type Operator = "" | "+" | "#" | "." | "/" | ";" | "?" | "&";

export interface TemplateVariable {
  /** As written: percent-encodings belong to the name and are not decoded (section 2.3). */
  name: string;
  /** `*`: lists and maps are spread (section 2.4.2). */
  explode: boolean;
  /** `:n`: only the first n characters of a string (section 2.4.1). */
  prefix?: number;
  start: number;
  end: number;
}

export interface TemplateLiteral {
  kind: "literal";
  text: string;
  start: number;
  end: number;
}

export interface TemplateExpression {
  kind: "expression";
  /** With its braces, as written. */
  text: string;
  operator: Operator;
  /** Those that could be read; all of them when `valid`. */
  variables: TemplateVariable[];
  /** False when a fault lies inside: such an expression is never expanded. */
  valid: boolean;
  start: number;
  end: number;
}

export type TemplatePart = TemplateLiteral | TemplateExpression;

export type TemplateFaultCode =
  | "stray-close"
  | "unclosed"
  | "empty-expression"
  | "operator-reserved"
  | "operator-unknown"
  | "empty-variable"
  | "variable-name"
  | "space-in-list"
  | "prefix"
  | "prefix-explode"
  | "literal-character"
  | "literal-percent"
  /** Only of an expansion: a value does not fit its variable (section 2.4.1). */
  | "prefix-of-composite";

/** Something against the grammar. `at` and `length` are UTF-16 code units, `at` from 0; messages count from 1. */
export interface TemplateFault {
  at: number;
  length: number;
  code: TemplateFaultCode;
  /** What is wrong and where. */
  message: string;
  /** What to write in the place of the faulty text, where that is clear. */
  replacement?: string;
}

export interface ParsedTemplate {
  /** True when the text is a template by RFC 6570: no faults. */
  ok: boolean;
  text: string;
  /** Every character of the text belongs to exactly one part. */
  parts: TemplatePart[];
  /** Names in order of first appearance, each once: a name has one value (section 2.3). */
  variables: string[];
  /** Section 1.2: 1 simple, 2 with `+` and `#`, 3 with the other operators or several variables, 4 with modifiers. */
  level: 1 | 2 | 3 | 4;
  /** In the order of their position. */
  faults: TemplateFault[];
}

/**
 * Splits a text into literals and expressions and reports everything against RFC 6570 with its position.
 * @param text any string. @returns parts and faults; never throws.
 */
export function parseTemplate(text: string): ParsedTemplate {
  const parts: TemplatePart[] = [];
  const faults: TemplateFault[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === "{") {
      const expression = readExpression(text, at, faults);
      parts.push(expression);
      at = expression.end;
    } else {
      const open = text.indexOf("{", at);
      const end = open === -1 ? text.length : open;
      faults.push(...literalFaults(text.slice(at, end), at));
      parts.push({ kind: "literal", text: text.slice(at, end), start: at, end });
      at = end;
    }
  }
  const expressions = parts.filter((part) => part.kind === "expression");
  return {
    ok: faults.length === 0,
    text,
    parts,
    variables: [...new Set(expressions.flatMap((part) => part.variables.map((variable) => variable.name)))],
    level: Math.max(1, ...expressions.map(levelOf)) as ParsedTemplate["level"],
    faults: faults.sort((a, b) => a.at - b.at),
  };
}

/** Puts the parts together again: the text that was parsed. */
export function printTemplate(template: Pick<ParsedTemplate, "parts">): string {
  return template.parts.map((part) => part.text).join("");
}

/** True when a text is to be read as a template rather than a URI: it has a brace. */
export function looksLikeTemplate(text: string): boolean {
  return /[{}]/.test(text);
}

/** The level of one expression (section 1.2). */
export function levelOf(expression: TemplateExpression): 1 | 2 | 3 | 4 {
  const { operator, variables } = expression;
  if (variables.some((variable) => variable.explode || variable.prefix !== undefined)) return 4;
  if (variables.length > 1 || !["", "+", "#"].includes(operator)) return 3;
  return operator === "" ? 1 : 2;
}
