import type { TemplateFaultCode } from "../../uri/rfc6570";
import type { TemplateRow } from "./template-rule";

/** The rows that the parser judges: each fails on faults of certain kinds. */

/** Messages of more faults than this are counted instead of printed. */
const SHOWN = 5;

function faultRow(codes: TemplateFaultCode[], row: Omit<TemplateRow, "judge">): TemplateRow {
  return {
    ...row,
    judge({ parsed }) {
      const messages = parsed.faults
        .filter((fault) => codes.includes(fault.code))
        .map((fault) => fault.message);
      if (messages.length === 0) return undefined;
      const rest = messages.length - SHOWN;
      return { message: messages.slice(0, SHOWN).join(" ") + (rest > 0 ? ` And ${rest} more.` : "") };
    },
  };
}

export const grammarRows: TemplateRow[] = [
  faultRow(["unclosed", "stray-close"], {
    id: "t-braces",
    level: "MUST",
    section: "2",
    title: "Braces balance and do not nest",
    why: "Clients cut the template at different places, or send braces to the server.",
    fix: "Close each { with one }, and write %7B and %7D for braces that are text.",
  }),
  faultRow(["empty-expression"], {
    id: "t-empty",
    level: "MUST NOT",
    section: "2.2",
    title: "An expression is not empty",
    why: "It names no variable, so a form has no field for it and the URI is one the server never offered.",
    fix: "Name a variable, as in {name}, or remove the braces.",
  }),
  faultRow(["literal-character", "literal-percent"], {
    id: "t-literals",
    level: "MUST",
    section: "2.1",
    title: "Literals hold no space, control, quote, bracket of < > or broken percent-encoding",
    why: "Processing stops at such a character, and what follows stays unexpanded.",
    fix: "Percent-encode the character.",
  }),
  faultRow(["operator-unknown", "operator-reserved"], {
    id: "t-operator",
    level: "MUST",
    section: "2.2",
    title: "The operator is one of + # . / ; ? & or absent",
    why: "No processor knows what to do with another one.",
    fix: "Use one of + # . / ; ? &, or none.",
  }),
  faultRow(["operator-reserved"], {
    id: "t-operator-reserved",
    level: "MUST NOT",
    section: "2.2",
    title: "The operators = , ! @ | are reserved and errors now",
    why: "They may get a meaning later; today every processor stops at them.",
    fix: "Use one of + # . / ; ? &, or none.",
  }),
  faultRow(["variable-name", "empty-variable"], {
    id: "t-varname",
    level: "MUST",
    section: "2.3",
    title: "A variable name has letters, digits, _ and percent-encodings, with single dots between",
    why: "Processors refuse other names, a hyphen among them, or take half of one.",
    fix: "Rename the variable, e.g. skill_name instead of skill-name.",
  }),
  faultRow(["space-in-list"], {
    id: "t-varlist",
    level: "MUST",
    section: "2.3",
    title: "Variables are separated by commas without spaces",
    why: "The space becomes part of the name, which then has no value.",
    fix: "Remove the space after the comma.",
  }),
  faultRow(["prefix"], {
    id: "t-prefix",
    level: "MUST",
    section: "2.4.1",
    title: "A prefix is :1 to :9999 without leading zero",
    why: "Processors refuse other prefixes.",
    fix: "Write the number of characters, e.g. {name:3}.",
  }),
  faultRow(["prefix-explode"], {
    id: "t-prefix-explode",
    level: "MUST NOT",
    section: "2.4",
    title: "Prefix and explode are not combined",
    why: "One is for strings, the other for lists and maps.",
    fix: "Keep one of the two.",
  }),
];
