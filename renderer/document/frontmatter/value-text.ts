import { visible } from "../../../shared/model/visible";

/** A frontmatter value for reading: text as it is, everything else as JSON. */
export function valueText(value: unknown): string {
  if (value === undefined) return "absent";
  if (typeof value === "string") return visible(value);
  return visible(JSON.stringify(value, null, 1)?.replace(/\n\s*/g, " ") ?? String(value));
}

/** How YAML read a value, in the words of the table. */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "object") return "mapping";
  return typeof value;
}
