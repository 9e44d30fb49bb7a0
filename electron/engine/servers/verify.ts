import type { FileVerdict, SkillDetail } from "../../../shared/model/skill";
import { skillRoot } from "../../../shared/uri/skill-uri";

/**
 * Compares a file as fetched with its entry (spec: Verification on Read). Agreement says that the bytes are those
 * of the entry, never that they can be trusted.
 */
export function verify(
  skill: SkillDetail | undefined,
  uri: string,
  size: number,
  digest: string,
): FileVerdict {
  const actual = { size, digest };
  if (!skill)
    return {
      state: "unverifiable",
      reason: "It belongs to no listed skill, so there is nothing to compare with.",
      actual,
    };
  if (skill.manifest.kind === "dynamic") {
    return {
      state: "unverifiable",
      reason: "The skill is dynamic: its files have no fixed digests.",
      actual,
    };
  }
  if (skill.manifest.kind === "unknown") {
    return { state: "unverifiable", reason: "The server gives no manifest for this skill.", actual };
  }
  const entry = skill.manifest.files.find((file) => file.uri === uri);
  if (!entry && skill.manifest.partial) {
    return { state: "unverifiable", reason: "The server states nothing about this file.", actual };
  }
  if (!entry) {
    const root = skillRoot(skill.uri);
    const below = root !== undefined && uri.startsWith(`${root}/`);
    return below
      ? { state: "unlisted", reason: "The skill's entry does not list this file.", actual }
      : {
          state: "unverifiable",
          reason: "It lies outside the skill, so its entry says nothing of it.",
          actual,
        };
  }
  const expected = {
    ...(entry.size !== undefined ? { size: entry.size } : {}),
    ...(entry.digest !== undefined ? { digest: entry.digest } : {}),
  };
  if (entry.size !== undefined && entry.size !== size) {
    return {
      state: "mismatch",
      reason: `The entry says ${entry.size} bytes, the file has ${size}.`,
      expected,
      actual,
    };
  }
  if (entry.digest === undefined) {
    return { state: "unverifiable", reason: "The entry gives no digest for this file.", expected, actual };
  }
  if (!/^sha256:[0-9a-f]{64}$/.test(entry.digest)) {
    return {
      state: "unverifiable",
      reason: `The entry's digest is no "sha256:" with 64 lower-case hex digits, so it cannot be compared.`,
      expected,
      actual,
    };
  }
  if (entry.digest !== digest) {
    return {
      state: "mismatch",
      reason: "The bytes have another SHA-256 than the entry says.",
      expected,
      actual,
    };
  }
  return { state: "match", reason: "Size and digest match its entry.", expected, actual };
}
