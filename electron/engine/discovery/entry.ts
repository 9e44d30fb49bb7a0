import type { Manifest, ManifestFile, Provenance, SkillDetail } from "../../../shared/model/skill";
import { splitSkillUri } from "../../../shared/uri/skill-uri";

/**
 * A skill entry (spec: Skill Entries) as the app holds it. Nothing is repaired: what has a wrong type is left out
 * of the fields and named in `invalid`, and the entry stays as it came in `rawEntry`.
 * @param position of the entry in its list, to name one that has no usable uri
 */
export function skillFromEntry(
  raw: unknown,
  provenance: Provenance,
  position: number,
  exchangeId?: string,
): SkillDetail {
  const entry = objectOf(raw) ?? {};
  const frontmatter = objectOf(entry.frontmatter) ?? {};
  const uri = typeof entry.uri === "string" && entry.uri !== "" ? entry.uri : `entry:${position}`;
  const parts = splitSkillUri(uri);
  const manifest = manifestOf(entry.resources);
  const name =
    typeof frontmatter.name === "string" && frontmatter.name !== "" ? frontmatter.name : (parts?.name ?? uri);
  const files = manifest.kind === "files" ? manifest.files : undefined;
  const invalid = whyInvalid(raw, entry, frontmatter);
  return {
    uri,
    name,
    description: typeof frontmatter.description === "string" ? frontmatter.description : "",
    convention: "sep-2640",
    provenance,
    ...(files ? { files: files.length, bytes: files.reduce((sum, file) => sum + (file.size ?? 0), 0) } : {}),
    ...(manifest.kind === "dynamic" ? { dynamic: true } : {}),
    ...(invalid ? { invalid } : {}),
    frontmatter,
    manifest,
    rawEntry: raw,
    ...(exchangeId ? { exchangeId } : {}),
  };
}

/** The manifest of an entry's `resources` (spec: Resources). */
export function manifestOf(resources: unknown): Manifest {
  if (resources === "dynamic") return { kind: "dynamic" };
  if (!Array.isArray(resources)) return { kind: "unknown" };
  const files: ManifestFile[] = [];
  for (const item of resources) {
    const record = objectOf(item);
    if (typeof record?.uri !== "string") continue;
    files.push({
      uri: record.uri,
      ...(typeof record.digest === "string" ? { digest: record.digest } : {}),
      ...(typeof record.size === "number" ? { size: record.size } : {}),
      ...(typeof record.mimeType === "string" ? { mimeType: record.mimeType } : {}),
    });
  }
  return { kind: "files", files };
}

/** Why an entry must not be loaded (ext-entry-invalid-not-loaded and the shape rows), or undefined. */
function whyInvalid(
  raw: unknown,
  entry: Record<string, unknown>,
  frontmatter: Record<string, unknown>,
): string | undefined {
  if (objectOf(raw) === undefined) return "The entry is no object.";
  if (typeof entry.uri !== "string" || entry.uri === "") return "The entry has no uri.";
  if (objectOf(entry.frontmatter) === undefined) return "The entry has no frontmatter object.";
  if (typeof frontmatter.name !== "string") return "The entry's frontmatter has no name.";
  if (entry.resources === undefined)
    return 'The entry has no resources: neither a list of files nor "dynamic".';
  if (entry.resources !== "dynamic" && !Array.isArray(entry.resources)) {
    return `The entry's resources is neither a list of files nor "dynamic".`;
  }
  return undefined;
}

export function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
