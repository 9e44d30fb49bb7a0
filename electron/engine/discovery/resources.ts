import type { ListedResource, ListedTemplate, SkillDetail } from "../../../shared/model/skill";
import { splitSkillUri } from "../../../shared/uri/skill-uri";
import { objectOf } from "./entry";

/** A `resources/list` element with the fields of the right type; undefined when it has no uri. */
export function listedResource(raw: unknown): ListedResource | undefined {
  const item = objectOf(raw);
  if (typeof item?.uri !== "string") return undefined;
  return {
    uri: item.uri,
    name: typeof item.name === "string" ? item.name : item.uri,
    ...text(item, "title"),
    ...text(item, "description"),
    ...text(item, "mimeType"),
    ...(typeof item.size === "number" ? { size: item.size } : {}),
  };
}

/** A `resources/templates/list` element; undefined when it has no uriTemplate. */
export function listedTemplate(raw: unknown): ListedTemplate | undefined {
  const item = objectOf(raw);
  if (typeof item?.uriTemplate !== "string") return undefined;
  return {
    uriTemplate: item.uriTemplate,
    name: typeof item.name === "string" ? item.name : item.uriTemplate,
    ...text(item, "title"),
    ...text(item, "description"),
    ...text(item, "mimeType"),
  };
}

/**
 * A skill-like resource of a server that does not declare the released extension: a listed `<scheme>://…/SKILL.md`.
 * It is shown as found in `resources/list`, with no manifest to verify against.
 */
export function skillFromResource(resource: ListedResource): SkillDetail | undefined {
  const parts = splitSkillUri(resource.uri);
  if (!parts) return undefined;
  return {
    uri: resource.uri,
    name: parts.name,
    description: resource.description ?? "",
    convention: "resources",
    provenance: "resources/list",
    frontmatter: {},
    manifest: { kind: "unknown" },
    rawEntry: resource,
  };
}

function text<K extends string>(item: Record<string, unknown>, key: K): { [P in K]?: string } {
  const value = item[key];
  return (typeof value === "string" ? { [key]: value } : {}) as { [P in K]?: string };
}
