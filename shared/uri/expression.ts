import { describeCharacter, place } from "./characters";
import type {
  Operator,
  TemplateExpression,
  TemplateFault,
  TemplateFaultCode,
  TemplateVariable,
} from "./rfc6570";

/** Reading one `{...}` (RFC 6570 sections 2.2 to 2.4). */

const RESERVED_OPERATORS = "=,!@|";
const VARCHAR = "(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})";
/** A whole varname, and the longest beginning of a text that could be one. */
const VARNAME = new RegExp(`^${VARCHAR}+(?:\\.${VARCHAR}+)*$`);
const VARNAME_START = new RegExp(`^(?:${VARCHAR}+(?:\\.${VARCHAR}+)*)?`);

/** Adds a fault; kept as a type so that the readers below stay pure in everything else. */
type Report = (
  code: TemplateFaultCode,
  at: number,
  length: number,
  message: string,
  replacement?: string,
) => void;

/**
 * Reads the expression that begins at `start`. One that is not closed ends before the next "{", or at the end.
 * @param faults what is found is added here.
 */
export function readExpression(text: string, start: number, faults: TemplateFault[]): TemplateExpression {
  const before = faults.length;
  const report: Report = (code, at, length, message, replacement) => {
    faults.push({ at, length, code, message, ...(replacement === undefined ? {} : { replacement }) });
  };
  const close = text.indexOf("}", start);
  const open = text.indexOf("{", start + 1);
  const closed = close !== -1 && (open === -1 || close < open);
  const end = closed ? close + 1 : open === -1 ? text.length : open;
  if (!closed) {
    report(
      "unclosed",
      start,
      1,
      open !== -1 && open < close
        ? `The "{" at ${place(start)} is not closed before the next "{" at ${place(open)}; expressions do not nest.`
        : `The "{" at ${place(start)} is not closed. Add "}".`,
    );
  }
  const body = text.slice(start + 1, closed ? close : end);
  const { operator, variables } = readBody(body, start, closed, report);
  return {
    kind: "expression",
    text: text.slice(start, end),
    operator,
    variables,
    valid: faults.length === before,
    start,
    end,
  };
}

function readBody(
  body: string,
  start: number,
  closed: boolean,
  report: Report,
): { operator: Operator; variables: TemplateVariable[] } {
  const none = { operator: "" as const, variables: [] };
  if (body.trim() === "") {
    if (closed) {
      report(
        "empty-expression",
        start,
        body.length + 2,
        `The expression at ${place(start)} is empty. Name a variable, as in {name}, or remove the braces.`,
      );
    }
    return none;
  }
  const operator = readOperator(body, start + 1, report);
  if (operator === undefined) return none;
  const list = body.slice(operator.length);
  if (list === "") {
    if (closed) {
      report(
        "empty-expression",
        start,
        body.length + 2,
        `The expression at ${place(start)} has an operator and no variable, as in {${operator}name}.`,
      );
    }
    return { operator, variables: [] };
  }
  const variables: TemplateVariable[] = [];
  let at = start + 1 + operator.length;
  for (const [i, spec] of list.split(",").entries()) {
    const variable = readVariable(spec, at, i > 0, report);
    if (variable) variables.push(variable);
    at += spec.length + 1;
  }
  return { operator, variables };
}

/** @returns undefined, with a fault, when the first character is neither an operator nor part of a name. */
function readOperator(body: string, at: number, report: Report): Operator | undefined {
  const character = String.fromCodePoint(body.codePointAt(0)!);
  if ("+#./;?&".includes(character)) return character as Operator;
  if (RESERVED_OPERATORS.includes(character)) {
    report(
      "operator-reserved",
      at,
      1,
      `"${character}" at ${place(at)} is reserved for later versions of RFC 6570 and is an error now. ` +
        "The operators are + # . / ; ? &.",
    );
    return undefined;
  }
  if (/[A-Za-z0-9_%\s]/.test(character)) return "";
  report(
    "operator-unknown",
    at,
    character.length,
    `${capital(describeCharacter(character))} at ${place(at)} is no operator. The operators are + # . / ; ? &; ` +
      "a variable name begins with a letter, a digit or _.",
  );
  return undefined;
}

/** One varspec: a name, then `*` or `:n`. */
function readVariable(
  spec: string,
  at: number,
  afterComma: boolean,
  report: Report,
): TemplateVariable | undefined {
  const end = at + spec.length;
  if (spec === "") {
    report(
      "empty-variable",
      at,
      0,
      `A variable name is missing at ${place(at)}; commas stand between names only.`,
    );
    return undefined;
  }
  const spaces = /^\s+/.exec(spec)?.[0].length ?? 0;
  if (afterComma && spaces > 0 && spaces < spec.length) {
    report(
      "space-in-list",
      at,
      spaces,
      `Variables are separated by a comma alone; remove the space at ${place(at)}.`,
      "",
    );
    return readVariable(spec.slice(spaces), at + spaces, false, report);
  }
  const modifier = spec.search(/[:*]/);
  const name = modifier === -1 ? spec : spec.slice(0, modifier);
  if (!VARNAME.test(name)) reportName(name, at, report);
  const variable = { name, explode: false, start: at, end };
  if (modifier === -1) return variable;
  return readModifier(spec.slice(modifier), at + modifier, variable, report);
}

function readModifier(
  modifier: string,
  at: number,
  variable: TemplateVariable,
  report: Report,
): TemplateVariable {
  if (modifier === "*") return { ...variable, explode: true };
  if (/^:[1-9][0-9]{0,3}$/.test(modifier)) return { ...variable, prefix: Number(modifier.slice(1)) };
  if (/^(?::[0-9]+\*|\*:[0-9]*)$/.test(modifier)) {
    const { name } = variable;
    report(
      "prefix-explode",
      at,
      modifier.length,
      `"${modifier}" at ${place(at)}: a prefix and "*" are not combined. Write {${name}*} or {${name}:n}.`,
    );
  } else if (modifier.startsWith(":")) {
    report(
      "prefix",
      at,
      modifier.length,
      `"${modifier}" at ${place(at)} is no prefix: it is ":" and a number from 1 to 9999 without leading zero.`,
    );
  } else {
    report(
      "variable-name",
      at + 1,
      modifier.length - 1,
      `After "*" a "," or "}" must follow; ${place(at + 1)} has "${modifier.slice(1)}".`,
    );
  }
  return variable;
}

function reportName(name: string, at: number, report: Report): void {
  if (name === "") {
    report("empty-variable", at, 0, `A variable name is missing before the modifier at ${place(at)}.`);
    return;
  }
  const good = VARNAME_START.exec(name)![0].length;
  const bad = at + good;
  const character = String.fromCodePoint(name.codePointAt(good)!);
  const length = character.length;
  const suggestion = suggestName(name);
  const instead = suggestion === "" ? "" : ` Write ${suggestion}.`;
  if (character === "-") {
    report("variable-name", bad, 1, `A variable name has no hyphen (${place(bad)}).${instead}`, "_");
  } else if (character === ".") {
    report(
      "variable-name",
      bad,
      1,
      `A "." in a variable name stands between two characters, neither at its end nor doubled (${place(bad)}).${instead}`,
    );
  } else if (character === "%") {
    report(
      "variable-name",
      bad,
      1,
      `"%" in a variable name must be followed by two hexadecimal digits (${place(bad)}).`,
    );
  } else {
    report(
      "variable-name",
      bad,
      length,
      `${capital(describeCharacter(character))} at ${place(bad)} may not stand in a variable name: ` +
        `letters, digits, "_" and "." between them.${instead}`,
      /\s/.test(character) ? (name.trim().includes(character) ? "_" : "") : undefined,
    );
  }
}

/** A name near the given one that the grammar accepts; "" when nothing is left of it. */
function suggestName(name: string): string {
  return name
    .trim()
    .replace(/[^A-Za-z0-9_.]+/g, "_")
    .replace(/\.{2,}/g, ".")
    .replace(/^[._]+|[._]+$/g, "");
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}
