import type {
  Convention,
  Manifest,
  ManifestFile,
  Provenance,
  SkillDetail,
} from "../../../shared/model/skill";
import { releasedUri } from "../../../shared/uri/released-uri";

interface Given {
  uri: string;
  name: string;
  description?: string;
  provenance: Provenance;
  /** The name from the frontmatter, where the listing gives it: the released URI then ends in it. */
  frontmatterName?: string;
  frontmatter?: Record<string, unknown>;
  manifest?: Manifest;
  rawEntry?: unknown;
  exchangeId?: string;
}

/** A skill that an earlier convention shows, with the URI that the released extension would give it. */
export function earlierSkill(convention: Convention, given: Given): SkillDetail {
  const { uri, name, provenance, manifest = { kind: "unknown" } } = given;
  const released = releasedUri(uri, convention, given.frontmatterName);
  return {
    uri,
    name,
    description: given.description ?? "",
    convention,
    provenance,
    ...(released === undefined ? {} : { releasedUri: released }),
    ...fileCount(manifest),
    frontmatter: given.frontmatter ?? {},
    manifest,
    ...(given.rawEntry === undefined ? {} : { rawEntry: given.rawEntry }),
    ...(given.exchangeId === undefined ? {} : { exchangeId: given.exchangeId }),
  };
}

/** The same skill with the files that its manifest names; a file named twice counts once. */
export function withFiles(skill: SkillDetail, files: readonly ManifestFile[], partial?: true): SkillDetail {
  const once = [...new Map(files.map((file) => [file.uri, file])).values()];
  const manifest: Manifest = { kind: "files", files: once, ...(partial ? { partial } : {}) };
  const { files: _files, bytes: _bytes, ...rest } = skill;
  return { ...rest, manifest, ...fileCount(manifest) };
}

/** Counts for the row of a skill; a partial manifest counts nothing, since more files may exist. */
function fileCount(manifest: Manifest): { files?: number; bytes?: number } {
  if (manifest.kind !== "files" || manifest.partial) return {};
  const sizes = manifest.files.map(({ size }) => size).filter((size) => size !== undefined);
  return {
    files: manifest.files.length,
    ...(sizes.length === manifest.files.length ? { bytes: sizes.reduce((sum, size) => sum + size, 0) } : {}),
  };
}
