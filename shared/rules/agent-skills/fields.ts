import type { SkillEvidence } from "../../model/evidence";
import type { FrontmatterField } from "../../skill-file/types";
import { notApplicable, untestable, type Verdict } from "../define-rule";
import { show } from "../values";
import { type SkillMd, withSkillMd } from "./skill-md";

/** What the frontmatter says of one key. */
export type FieldState =
  | { kind: "field"; field: FrontmatterField }
  | { kind: "absent" }
  /** The file has no frontmatter at all. */
  | { kind: "none" }
  /** Given, but not readable without guessing. */
  | { kind: "unreadable"; reason: string };

/** Looks a top-level key up. A key given twice has no value: none is chosen. */
export function lookUp({ frontmatter }: SkillMd, key: string): FieldState {
  const { fields, present, problems, data } = frontmatter;
  const encoding = problems.find((problem) => problem.code === "encoding");
  if (encoding) return { kind: "unreadable", reason: "SKILL.md is not UTF-8; as-frontmatter says so" };
  if (!present) return { kind: "none" };
  const same = fields.filter((field) => field.key === key);
  if (same.length > 1) return { kind: "unreadable", reason: `${key} is given twice; as-frontmatter says so` };
  const [field] = same;
  if (field) {
    return field.value === undefined
      ? { kind: "unreadable", reason: `the value of ${key} cannot be read; as-frontmatter says why` }
      : { kind: "field", field };
  }
  return data
    ? { kind: "absent" }
    : { kind: "unreadable", reason: "the frontmatter cannot be read; as-frontmatter says why" };
}

/** Runs a check on one field that is there; without it the rule is not applicable. */
export function onField(
  skill: SkillEvidence,
  key: string,
  check: (field: FrontmatterField, md: SkillMd) => Verdict,
): Verdict {
  return withSkillMd(skill, (md) => {
    const state = lookUp(md, key);
    switch (state.kind) {
      case "field":
        return check(state.field, md);
      case "absent":
        return notApplicable(`there is no ${key}`);
      case "none":
        return notApplicable("SKILL.md has no frontmatter; as-frontmatter says so");
      case "unreadable":
        return untestable(state.reason);
    }
  });
}

/** As `onField`, for rules that only say something of text; other types are another rule's finding. */
export function onText(
  skill: SkillEvidence,
  key: string,
  check: (text: string, field: FrontmatterField, md: SkillMd) => Verdict,
): Verdict {
  return onField(skill, key, (field, md) =>
    typeof field.value === "string"
      ? check(field.value, field, md)
      : notApplicable(`${key} is ${typePhrase(field)}, not text`),
  );
}

/** The type of a field for a sentence, with the author's spelling: `the number 1.10`, `null (nothing after the colon)`. */
export function typePhrase(field: FrontmatterField): string {
  switch (field.type) {
    case "null":
      return field.source === "" ? "null (nothing stands after the colon)" : `null (${field.source})`;
    case "number":
    case "boolean":
      return `the ${field.type} ${field.source}`;
    case "string":
      return `the text ${show(field.value, 80)}`;
    case "list":
      return "a list";
    case "mapping":
      return "a mapping";
    default:
      return "a value that cannot be read";
  }
}

/** A value quoted for YAML, so that it is text whatever it holds. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** A line as it should stand in the file, with plain text unquoted where YAML reads it as text. */
export function yamlLine(key: string, text: string): string {
  const plain =
    /^[A-Za-z][A-Za-z0-9 _.,()/+-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return `${key}: ${plain ? text : quoted(text)}`;
}
