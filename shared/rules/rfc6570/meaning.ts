import { place } from "../../uri/characters";
import { expand, multiSegmentHint, operatorWords, type TemplateValues } from "../../uri/expand";
import { parseUri } from "../../uri/rfc3986";
import { levelOf, type ParsedTemplate, printTemplate, type TemplateExpression } from "../../uri/rfc6570";
import type { TemplateRow } from "./template-rule";

/** The rows about what a valid template means, and what it leaves open. */

const expressionsOf = ({ parts }: ParsedTemplate): TemplateExpression[] =>
  parts.filter((part) => part.kind === "expression");
const variablesOf = (parsed: ParsedTemplate) => expressionsOf(parsed).flatMap((part) => part.variables);
const unique = <T>(list: T[]) => [...new Set(list)];

export const meaningRows: TemplateRow[] = [
  {
    id: "t-prefix-list",
    level: "MUST NOT",
    section: "2.4.1",
    title: "A prefix is not applied to a list or a map",
    why: "Expansion fails, since only a string has characters to count.",
    fix: "Use the prefix on a variable that is a string everywhere in the template.",
    judge({ parsed }) {
      const variables = variablesOf(parsed);
      const both = variables.filter(
        ({ name, prefix }) =>
          prefix !== undefined && variables.some((other) => other.name === name && other.explode),
      );
      if (both.length === 0) return undefined;
      const names = unique(both.map(({ name }) => name)).join(", ");
      return {
        message: `${names} has a prefix at ${place(both[0]!.start)} and is a list or map ("*") elsewhere: no value fits both.`,
      };
    },
  },
  {
    id: "t-explode",
    level: "STATEMENT",
    section: "2.4.2",
    title: "* acts on lists and maps only; on a string it changes nothing",
    why: '{path*} with "a/b.md" gives a%2Fb.md: a client that keeps RFC 6570 asks for another resource than the server means.',
    fix: "Write {+path} for a path in one string, or {/path*} for a list of segments.",
    judge({ parsed }) {
      const hints = multiSegmentHint(parsed).filter((hint) => hint.kind === "wildcard");
      if (hints.length === 0) return undefined;
      return {
        severity: "warning",
        message: hints.map((hint) => hint.message).join(" "),
        expected: withPaths(parsed),
      };
    },
  },
  {
    id: "t-same-var",
    level: "STATEMENT",
    section: "2.3",
    title: "A variable used twice has one value",
    why: "A form shows one field for it, and both places get what is typed there.",
    fix: "Use two names where two values are meant.",
    judge({ parsed }) {
      const names = variablesOf(parsed).map(({ name }) => name);
      const twice = unique(names.filter((name, i) => names.indexOf(name) !== i));
      if (twice.length === 0) return undefined;
      return {
        outcome: "note",
        message: `Used more than once, with one value: ${twice.join(", ")}.`,
      };
    },
  },
  {
    id: "t-level",
    level: "STATEMENT",
    section: "1.2",
    title: "The level says what a processor must know",
    why: "MCP SDKs differ in what they support; their own expander fails on most of levels 3 and 4.",
    fix: "Nothing to change; a lower level is understood by more clients.",
    needsValid: true,
    judge({ parsed }) {
      if (expressionsOf(parsed).length === 0) return undefined;
      const reasons = unique(
        expressionsOf(parsed)
          .filter((expression) => levelOf(expression) === parsed.level)
          .map(reasonForLevel),
      );
      return { outcome: "note", message: `A template of level ${parsed.level}: ${reasons.join(", ")}.` };
    },
  },
  {
    id: "t-result-uri",
    level: "MUST",
    section: "3",
    title: "The expansion is a valid URI with the scheme of the template",
    why: "MCP reads resources by URI; an expansion that is none cannot be read.",
    fix: "Begin the template with a scheme, and leave no character in the literals that may not stand there.",
    needsValid: true,
    judge({ parsed }) {
      if (schemeOf(parsed) === "variable") return undefined;
      const problems = unique(samples(parsed).flatMap(({ uri }) => problemsOf(uri, parsed)));
      if (problems.length === 0) return undefined;
      return { message: `With sample values the expansion is no URI: ${problems.slice(0, 3).join(" ")}` };
    },
  },
  {
    id: "t-scheme-literal",
    level: "STATEMENT",
    section: "4",
    title: "The scheme is literal",
    why: "A client cannot tell which kind of resource it asks for; a variable in the authority is fine.",
    fix: "Write the scheme before the first expression.",
    judge({ parsed }) {
      if (schemeOf(parsed) !== "variable") return undefined;
      const first = expressionsOf(parsed)[0]!;
      return {
        severity: "warning",
        message: `The scheme depends on ${first.text} at ${place(first.start)}.`,
      };
    },
  },
  {
    id: "t-roundtrip",
    level: "STATEMENT",
    section: "1.4",
    title: "Matching a URI to a template is outside RFC 6570 and ambiguous",
    why: "Servers find their template by matching, each in its own way: a right expansion may not be found.",
    fix: "Test the expansion against the server, with and without the optional values.",
    needsValid: true,
    judge({ parsed }) {
      const doubts = unique(doubtsOf(parsed));
      if (doubts.length === 0) return undefined;
      return { outcome: "note", message: doubts.join(" ") };
    },
  },
  {
    id: "t-varname-pct",
    level: "STATEMENT",
    section: "2.3",
    title: "Percent-encodings in a variable name belong to the name",
    why: "{Some%20Thing} is not the variable Some Thing; forms and completion use the name as written.",
    fix: "Use a plain name, such as some_thing.",
    judge({ parsed }) {
      const names = unique(
        variablesOf(parsed)
          .map(({ name }) => name)
          .filter((name) => name.includes("%")),
      );
      if (names.length === 0) return undefined;
      return {
        outcome: "note",
        message: `Names with percent-encodings, which are not decoded: ${names.join(", ")}.`,
      };
    },
  },
];

/** The template with {+name} for every {name*}. */
function withPaths(parsed: ParsedTemplate): string {
  const parts = parsed.parts.map((part) => {
    const isWildcard =
      part.kind === "expression" &&
      part.operator === "" &&
      part.variables.some((variable) => variable.explode);
    return isWildcard ? { ...part, text: part.text.replace("{", "{+").replaceAll("*", "") } : part;
  });
  return printTemplate({ parts });
}

function reasonForLevel(expression: TemplateExpression): string {
  const { operator, variables, text } = expression;
  const modified = variables.find((variable) => variable.explode || variable.prefix !== undefined);
  if (modified) return `${text} has ${modified.explode ? "the modifier *" : "a prefix"}`;
  if (variables.length > 1) return `${text} has several variables`;
  if (operator !== "") return `${text} has the operator ${operator} (${operatorWords[operator].word})`;
  return "plain variables only";
}

/** Whether the scheme is written out, depends on an expression, or is not there at all. */
function schemeOf(parsed: ParsedTemplate): "literal" | "variable" | "none" {
  const [first] = parsed.parts;
  const literal = first?.kind === "literal" ? first.text : "";
  if (/^[^:/?#]*:/.test(literal)) return "literal";
  const mayGoOn = parsed.parts.length > (first?.kind === "literal" ? 1 : 0);
  // An expression reached before any delimiter, whose operator does not begin with one, may bring the scheme.
  const next = parsed.parts[first?.kind === "literal" ? 1 : 0];
  const brings = next?.kind === "expression" && ["", "+", "."].includes(next.operator);
  return mayGoOn && brings && !/[/?#]/.test(literal) ? "variable" : "none";
}

/** Expansions with every variable given, and with none. "1" suits every part, a port included. */
function samples(parsed: ParsedTemplate): { uri: string }[] {
  const given = Object.fromEntries(
    variablesOf(parsed).map(({ name, explode }) => [name, explode ? ["1", "1"] : "1"]),
  );
  return [given, {} satisfies TemplateValues].flatMap((values) => {
    const expansion = expand(parsed, values);
    return expansion.ok ? [expansion] : [];
  });
}

function problemsOf(uri: string, parsed: ParsedTemplate): string[] {
  const { faults, parts } = parseUri(uri);
  // An IP literal that a variable completes is up to its value.
  const isOpen = parts.host?.startsWith("[") && /\/\/[^/?#]*\[[^\]]*\{/.test(parsed.text);
  return faults
    .filter((fault) => !(isOpen && fault.part === "host"))
    .map((fault) => `${uri}: ${fault.message}`);
}

function doubtsOf(parsed: ParsedTemplate): string[] {
  const doubts: string[] = [];
  for (const [i, part] of parsed.parts.entries()) {
    if (part.kind === "literal") continue;
    if ((part.operator === "?" || part.operator === "&") && part.variables.length > 0) {
      doubts.push(
        `${part.text}: a URI without some of these is right, but the official TypeScript SDKs match it only when all are there.`,
      );
    }
    if (part.operator === "" && part.variables.some((variable) => variable.explode)) {
      doubts.push(`${part.text}: the official TypeScript SDKs do not match it over several segments.`);
    }
    const next = parsed.parts[i + 1];
    const touches = next?.kind === "expression" && ["", "+"].includes(next.operator);
    if (touches && ["", "+"].includes(part.operator)) {
      doubts.push(`${part.text}${next.text}: nothing tells where the first value ends.`);
    }
  }
  return doubts;
}
