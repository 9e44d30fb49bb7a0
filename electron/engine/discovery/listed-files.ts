import type { ListedResource, Manifest, ManifestFile } from "../../../shared/model/skill";
import { skillRoot } from "../../../shared/uri/skill-uri";

/**
 * Listed resources by the skills whose directory holds them, an enclosing skill's among them.
 * @param skills SKILL.md URIs. Linear in the number of resources times their depth.
 */
export function filesByRoot(
  skills: readonly string[],
  resources: readonly ListedResource[],
): ReadonlyMap<string, ListedResource[]> {
  const roots = new Map<string, ListedResource[]>();
  for (const skill of skills) {
    const root = skillRoot(skill);
    if (root !== undefined) roots.set(root, []);
  }
  for (const resource of resources) {
    const { uri } = resource;
    for (let at = uri.lastIndexOf("/"); at > 0; at = uri.lastIndexOf("/", at - 1)) {
      if (at < uri.length - 1) roots.get(uri.slice(0, at))?.push(resource);
    }
  }
  return roots;
}

/** The files of a skill that `resources/list` shows: more may exist, since no list has to be complete. */
export function listedFiles(
  skill: ListedResource,
  below: ReadonlyMap<string, readonly ListedResource[]>,
): Manifest {
  const files = below.get(skillRoot(skill.uri) ?? "") ?? [];
  if (files.length < 2) return { kind: "unknown" };
  return { kind: "files", files: files.map(asFile), partial: true };
}

/** A listed resource as a file: without its size, which lists are often wrong about and nothing is verified by. */
export function asFile({ uri, mimeType }: ListedResource): ManifestFile {
  return { uri, ...(mimeType === undefined ? {} : { mimeType }) };
}
