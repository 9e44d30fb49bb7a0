import type { Manifest, ManifestFile, Provenance, SkillDetail } from "../../../shared/model/skill";
import { splitSkillUri } from "../../../shared/uri/skill-uri";

/**
 * A skill entry (spec: Skill Entries) as the app holds it. Nothing is repaired: what has a wrong type is left out
 * of the fields and named in `invalid`, and the entry stays as it came in `rawEntry`.
 * @param position of the entry in its list, to name one that has no usable uri
 * @param draft the server's entries are those of the draft of July 2026, where a dynamic skill leaves out `resources`
 */
export function skillFromEntry(
  raw: unknown,
  provenance: Provenance,
  position: number,
  exchangeId?: string,
  draft = false,
): SkillDetail {
  const entry = objectOf(raw) ?? {};
  const frontmatter = objectOf(entry.frontmatter) ?? {};
  const uri = typeof entry.uri === "string" && entry.uri !== "" ? entry.uri : `entry:${position}`;
  const parts = splitSkillUri(uri);
  const dynamic = draft && entry.resources === undefined;
  const manifest: Manifest = dynamic ? { kind: "dynamic" } : manifestOf(entry.resources);
  const name =
    typeof frontmatter.name === "string" && frontmatter.name !== "" ? frontmatter.name : (parts?.name ?? uri);
  const files = manifest.kind === "files" ? manifest.files : undefined;
  const invalid = whyInvalid(raw, dynamic ? { ...entry, resources: "dynamic" } : entry, frontmatter);
  return {
    uri,
    name,
    description: typeof frontmatter.description === "string" ? frontmatter.description : "",
    convention: draft ? "sep-2640-v1-draft" : "sep-2640",
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

/**
 * Whether entries are those of the draft of July 2026: files with digests, and none of them with a size, which the
 * release requires.
 */
export function draftEntries(entries: readonly unknown[]): boolean {
  const files = entries.flatMap((entry) => {
    const resources = objectOf(entry)?.resources;
    return Array.isArray(resources) ? resources.map(objectOf) : [];
  });
  return files.length > 0 && files.every((file) => typeof file?.digest === "string" && !("size" in file));
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
