import { GEN_DELIMS, SUB_DELIMS, UNRESERVED } from "./characters";
import { expand, type TemplateValue } from "./expand";
import { operatorTable } from "./expand-variable";
import {
  type ParsedTemplate,
  parseTemplate,
  type TemplateExpression,
  type TemplatePart,
  type TemplateVariable,
} from "./rfc6570";

/**
 * From a URI back to the values of a template. RFC 6570 section 1.4 leaves this open, and it is ambiguous: what is
 * found here is one answer among possibly several, and always one whose expansion is exactly the URI.
 */

/** Longer texts are not tried, and a search that takes more steps is given up: a hostile template must not hang us. */
const LIMIT = 2_000;
const MAX_STEPS = 100_000;

type Values = Record<string, TemplateValue>;

/** One variable of one expression, or a literal, in the order in which they consume the URI. */
type Step = { kind: "literal"; text: string } | VariableStep;
interface VariableStep {
  kind: "variable";
  expression: TemplateExpression;
  variable: TemplateVariable;
  /** The first of its expression. */
  first: boolean;
}

/**
 * Finds values that would give this URI.
 * @returns values by name, without the variables that are left out; undefined where the URI does not match, where a
 * template is faulty or where only a harder search would tell (maps, prefixes, texts over 2,000 characters).
 */
export function matchTemplate(template: string | ParsedTemplate, uri: string): Values | undefined {
  const parsed = typeof template === "string" ? parseTemplate(template) : template;
  if (!parsed.ok || uri.length > LIMIT || parsed.text.length > LIMIT) return undefined;
  const empty = expand(parsed, {});
  if (empty.ok && empty.uri === uri) return {};
  const found = new Search(parsed.parts.flatMap(stepsOf), uri).run(0, 0, false);
  if (!found) return undefined;
  const values: Values = Object.fromEntries(found);
  const again = expand(parsed, values);
  return again.ok && again.uri === uri ? values : undefined;
}

function stepsOf(part: TemplatePart): Step[] {
  if (part.kind === "literal") {
    const printed = expand(part.text, {});
    return [{ kind: "literal", text: printed.ok ? printed.uri : part.text }];
  }
  return part.variables.map((variable, i) => ({
    kind: "variable",
    expression: part,
    variable,
    first: i === 0,
  }));
}

/** Backtracking over the steps; states known to lead nowhere are not entered again. */
class Search {
  private readonly dead = new Set<string>();
  private taken = 0;

  constructor(
    private readonly steps: Step[],
    private readonly uri: string,
  ) {}

  /**
   * @param at the next step. @param position how much of the URI is consumed.
   * @param begun a variable of the present expression has a value already.
   * @returns names with values from here on, or undefined.
   */
  run(at: number, position: number, begun: boolean): [string, TemplateValue][] | undefined {
    const step = this.steps[at];
    if (!step) return position === this.uri.length ? [] : undefined;
    const key = `${at} ${position} ${begun}`;
    if (this.dead.has(key) || ++this.taken > MAX_STEPS) return undefined;
    const result =
      step.kind === "variable"
        ? this.variable(step, at, position, begun && !step.first)
        : this.uri.startsWith(step.text, position)
          ? this.run(at + 1, position + step.text.length, false)
          : undefined;
    if (!result) this.dead.add(key);
    return result;
  }

  private variable(
    step: VariableStep,
    at: number,
    position: number,
    begun: boolean,
  ): [string, TemplateValue][] | undefined {
    const row = operatorTable[step.expression.operator];
    const sign = begun ? row.separator : row.first;
    if (this.uri.startsWith(sign, position)) {
      for (const { end, value } of candidates(step, this.uri, position + sign.length)) {
        if (++this.taken > MAX_STEPS) return undefined;
        const rest = this.run(at + 1, end, true);
        if (rest) return [[step.variable.name, value], ...rest];
      }
    }
    return this.run(at + 1, position, begun);
  }
}

/** Stretches of the URI from `start` that this variable could have made, longest first. */
function* candidates(
  { expression, variable }: VariableStep,
  uri: string,
  start: number,
): Generator<{ end: number; value: TemplateValue }> {
  const { operator } = expression;
  const { reserved, named, separator } = operatorTable[operator];
  const { name, explode, prefix } = variable;
  if (prefix !== undefined) return;
  const member = `(?:[${UNRESERVED}${reserved ? `${SUB_DELIMS}${GEN_DELIMS}` : ""}]|%[0-9A-Fa-f]{2})*`;
  const one = named ? `${name.replace(/[.]/g, "\\.")}(?:=${member})?` : member;
  // A list only where its members stand apart by something a member itself cannot hold.
  const isList = explode && (named || operator === "/");
  const longest = new RegExp(isList ? `${one}(?:[${separator}]${one})*` : one, "y");
  longest.lastIndex = start;
  const text = longest.exec(uri)?.[0];
  if (text === undefined) return;
  const read = (stretch: string) => readValue(named ? stretch.slice(name.length + 1) : stretch, reserved);
  if (named || isList) {
    yield { end: start + text.length, value: isList ? text.split(separator).map(read) : read(text) };
    return;
  }
  for (let length = text.length; length >= 0; length--) {
    const stretch = text.slice(0, length);
    if (!/%.?$/.test(stretch)) yield { end: start + length, value: read(stretch) };
  }
}

function readValue(raw: string, reserved: boolean): string {
  if (reserved) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}
