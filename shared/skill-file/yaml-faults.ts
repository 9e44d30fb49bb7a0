import { parseDocument, type YAMLError } from "yaml";
import type { FrontmatterProblem } from "./types";

/** What a YAML error means to an author, with a remedy; offset is that of the YAML text. */
export interface SyntaxFault {
  code: FrontmatterProblem["code"];
  message: string;
  fix: string;
  offset: number;
}

/** The longest corrected line that a remedy shows. */
const MAX_SHOWN = 300;

/**
 * Explains the first error the YAML parser gave.
 * @param yaml the text with LF line breaks
 */
export function explain(error: YAMLError, yaml: string): SyntaxFault {
  const offset = error.pos[0];
  const reason = firstLine(error.message);
  switch (error.code) {
    case "RESOURCE_EXHAUSTION":
      return {
        code: "too-deep",
        offset,
        message: "Lists or mappings nest too deeply.",
        fix: "Flatten the value; frontmatter is read by every client at start.",
      };
    case "TAB_AS_INDENT":
      return {
        code: "tab-indent",
        offset,
        message: "A line is indented with a tab; YAML allows only spaces.",
        fix: "Replace the tab by two spaces.",
      };
    case "MULTIPLE_DOCS":
      return {
        code: "yaml-syntax",
        offset,
        message: "The frontmatter ends early: it holds a second YAML document.",
        fix: "Remove the line `...` or `---` inside the frontmatter.",
      };
    case "BAD_INDENT":
      return {
        code: "yaml-syntax",
        offset,
        message: `The indentation is not consistent: ${reason}.`,
        fix: "Start all keys of one mapping in the same column.",
      };
    default:
      return quotable(offset, reason, error, yaml);
  }
}

/** Most mistakes are text that wants quotes: the remedy is then the corrected line, tried before it is offered. */
function quotable(offset: number, reason: string, error: YAMLError, yaml: string): SyntaxFault {
  const line = fieldAround(yaml, offset);
  if (error.code === "MISSING_CHAR") return missingCharacter(offset, reason, yaml);
  if (line?.swallowed) {
    return {
      code: "yaml-syntax",
      offset,
      message: `The line ${line.swallowed}: is indented, so YAML reads it as part of the value of ${line.key}.`,
      fix: `Start ${line.swallowed}: in the same column as ${line.key}:`,
    };
  }
  const corrected = line && quotedLine(line);
  if (!corrected) {
    return {
      code: "yaml-syntax",
      offset,
      message: `This is no valid YAML: ${reason}.`,
      fix: "Put text with special characters in quotation marks.",
    };
  }
  const colon = error.code === "BLOCK_AS_IMPLICIT_KEY" || error.code === "MULTILINE_IMPLICIT_KEY";
  const message = colon
    ? `The value of ${line.key} has a colon followed by a space, which YAML reads as another key.`
    : `The value of ${line.key} is no valid YAML: ${reason}.`;
  const colonAt = colon ? yaml.slice(offset).search(/:(?=[ \t\n]|$)/) : 0;
  const shown = corrected.length > MAX_SHOWN ? `${corrected.slice(0, MAX_SHOWN)}…` : corrected;
  return {
    code: "yaml-syntax",
    offset: offset + Math.max(0, colonAt),
    message,
    fix: `Quote the value: ${shown}`,
  };
}

function missingCharacter(offset: number, reason: string, yaml: string): SyntaxFault {
  if (/quote/.test(reason)) {
    const opening = [...yaml.slice(0, offset).matchAll(/^ *(?:- )?([\w.-]+):[ \t]+(?=["'])/gm)].at(-1);
    const key = opening?.[1];
    return {
      code: "yaml-syntax",
      offset: opening ? opening.index + opening[0].length : offset,
      message: `The quotation mark that opens the value${key ? ` of ${key}` : ""} is never closed.`,
      fix: "Add the closing quotation mark at the end of the value.",
    };
  }
  if (/map values/.test(reason)) {
    return {
      code: "yaml-syntax",
      offset,
      message: "The line has no colon after a key.",
      fix: "Write it as key: value, or indent it if it continues the value above.",
    };
  }
  return { code: "yaml-syntax", offset, message: `${reason}.`, fix: "Add the missing character." };
}

const KNOWN_FIELD = /^ +(name|description|license|compatibility|metadata|allowed-tools):(?= |\t|$)/;

interface FieldLine {
  key: string;
  value: string;
  /** A field of the specification found among the continuation lines: it was indented by mistake. */
  swallowed?: string;
}

/** The `key: value` around an offset, with its continuation lines joined. */
function fieldAround(yaml: string, offset: number): FieldLine | undefined {
  const lines = yaml.split("\n");
  let at = yaml.slice(0, offset).split("\n").length - 1;
  const indentOf = (text: string) => /^ */.exec(text)![0].length;
  const isField = (text: string) => /^ *[\w.-]+:[ \t]+\S/.test(text);
  const inner = lines[at] ?? "";
  if (!isField(inner) || indentOf(inner) > 0) {
    // A colon in the continuation of a plain value is met one or more lines below its key.
    let up = at;
    while (up > 0 && (indentOf(lines[up]!) > 0 || !isField(lines[up]!))) up--;
    if (isField(lines[up]!) && !/^ *[\w.-]+:[ \t]+[>|]/.test(lines[up]!)) at = up;
  }
  const field = /^( *)([\w.-]+):[ \t]+(\S.*)$/.exec(lines[at] ?? "");
  if (!field) return undefined;
  const indent = field[1]!.length;
  const rest: string[] = [];
  let swallowed: string | undefined;
  for (const next of lines.slice(at + 1)) {
    if (next.trim() === "" || indentOf(next) <= indent) break;
    swallowed ??= KNOWN_FIELD.exec(next)?.[1];
    rest.push(next.trim());
  }
  const value = [field[3]!.trimEnd(), ...rest].join(" ");
  return { key: field[2]!, value, ...(swallowed && field[2] !== "metadata" ? { swallowed } : {}) };
}

function quotedLine({ key, value }: FieldLine): string | undefined {
  const quoted =
    !value.includes('"') && !value.includes("\\")
      ? `"${value}"`
      : !value.includes("'")
        ? `'${value}'`
        : JSON.stringify(value);
  const corrected = `${key}: ${quoted}`;
  return parseDocument(corrected, { prettyErrors: false, logLevel: "silent" }).errors.length === 0
    ? corrected
    : undefined;
}

function firstLine(message: string): string {
  return message.split("\n", 1)[0]!.replace(/[.:\s]+$/, "");
}
