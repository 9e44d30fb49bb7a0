import type { TemplateValue } from "../../shared/uri/expand";
import type { ParsedTemplate, TemplateVariable } from "../../shared/uri/rfc6570";

/** What one field of the form holds. */
export type FieldValue =
  /** `empty`: an empty text counts as the value "", not as left out. */
  | { kind: "text"; text: string; empty: boolean }
  | { kind: "list"; items: string[] }
  | { kind: "map"; entries: [key: string, value: string][] };

export type FieldValues = Readonly<Record<string, FieldValue>>;

export const NO_TEXT: FieldValue = { kind: "text", text: "", empty: false };

/** The value a field gives to its variable; undefined leaves the variable out (RFC 6570 section 3.2.1). */
export function fieldValue(field: FieldValue | undefined): TemplateValue {
  if (!field) return undefined;
  switch (field.kind) {
    case "text":
      return field.text !== "" || field.empty ? field.text : undefined;
    case "list": {
      const items = field.items.filter((item) => item !== "");
      return items.length > 0 ? items : undefined;
    }
    case "map": {
      const entries = field.entries.filter(([key]) => key !== "");
      return entries.length > 0 ? Object.fromEntries(entries) : undefined;
    }
  }
}

/** All values by variable name; a name like `__proto__` is only a name. */
export function valuesOf(fields: FieldValues): Record<string, TemplateValue> {
  const values: Record<string, TemplateValue> = Object.create(null);
  for (const [name, field] of Object.entries(fields)) values[name] = fieldValue(field);
  return values;
}

/** Every place at which a variable stands: a name can occur more than once, with other modifiers. */
export function occurrences(
  template: ParsedTemplate,
  name: string,
): { variable: TemplateVariable; operator: string }[] {
  return template.parts.flatMap((part) =>
    part.kind === "literal"
      ? []
      : part.variables
          .filter((variable) => variable.name === name)
          .map((variable) => ({ variable, operator: part.operator })),
  );
}

/** What the form starts with: a list where the template spreads one, a text everywhere else. */
export function initialField(template: ParsedTemplate, name: string): FieldValue {
  const spread = occurrences(template, name).some(({ variable }) => variable.explode);
  return spread ? { kind: "list", items: [""] } : NO_TEXT;
}

/** The same content in another shape, as far as it fits. */
export function converted(field: FieldValue, kind: FieldValue["kind"]): FieldValue {
  if (field.kind === kind) return field;
  const texts =
    field.kind === "text"
      ? [field.text]
      : field.kind === "list"
        ? field.items
        : field.entries.map(([, value]) => value);
  if (kind === "text") return { kind, text: texts[0] ?? "", empty: false };
  if (kind === "list") return { kind, items: texts.length > 0 ? texts : [""] };
  return { kind, entries: texts.length > 0 ? texts.map((text) => ["", text]) : [["", ""]] };
}

/**
 * What a completion of one variable is told of the others: the texts of the variables before it in the template
 * (MCP completion, `context.arguments`). Later ones would narrow what can still be chosen; empty ones say nothing.
 */
export function contextFor(
  template: ParsedTemplate,
  name: string,
  fields: FieldValues,
): Record<string, string> {
  const context: Record<string, string> = {};
  for (const earlier of template.variables) {
    if (earlier === name) break;
    const value = fieldValue(fields[earlier]);
    if (typeof value === "string" && value !== "") context[earlier] = value;
  }
  return context;
}
