import { type ArchiveEntry, archiveEntries } from "../../bytes/archive";
import { base64Bytes } from "../../bytes/base64";
import { sha256 } from "../../bytes/sha256";
import type { Exchange } from "../../model/evidence";
import { errorOf } from "../answers";
import { about, contentsOf, gathered, textOf } from "../convention-rules";
import { notApplicable, type RawFinding } from "../define-rule";
import { bareMediaType } from "../media-types";
import { describe, show } from "../values";
import { type Artifact, artifactsOf, entriesOf, INDEX, readsOf, rule } from "./declare";

/** Rules on the bytes that the index promises: digests and archives. */

/** The bytes of the first content, as text or blob. */
function bytesOf(answer: Exchange | undefined): Uint8Array | undefined {
  const { text, blob } = contentsOf(answer)[0] ?? {};
  if (typeof blob === "string") return base64Bytes(blob);
  return typeof text === "string" ? new TextEncoder().encode(text) : undefined;
}

/** What an archive holds, or why it cannot be read. */
export function unpacked(answer: Exchange): { entries?: ArchiveEntry[]; skillMd?: string; problem?: string } {
  const { blob } = contentsOf(answer)[0] ?? {};
  const bytes = typeof blob === "string" ? base64Bytes(blob) : undefined;
  if (!bytes) return { problem: "it is not sent as a blob" };
  try {
    const entries = archiveEntries(bytes);
    const own = entries.find(({ path, kind }) => path === "SKILL.md" && kind === "file");
    return { entries, ...(own ? { skillMd: new TextDecoder().decode(own.bytes) } : {}) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

export const digest = rule(
  {
    id: "ix-digest",
    level: "MUST",
    section: "same",
    title: "digest is the SHA-256 of the bytes that are served",
    why: "Hosts refuse content that does not match its digest.",
    fix: "Give each artifact sha256: and the lower-case hex of the SHA-256 of its bytes, made anew when the file changes.",
  },
  (index) => {
    const reads = readsOf(index);
    const entries = entriesOf(reads);
    if (entries.length === 0) return notApplicable("the index has no entries");
    const artifacts = entries.flatMap(artifactsOf);
    const some = artifacts.some((artifact) => artifact.digest !== undefined);
    const findings = artifacts.flatMap((artifact) =>
      digestFaults(artifact, reads.read(artifact.uri), reads.read(INDEX), some),
    );
    for (const { raw, kind, at, shape, url } of entries) {
      const odd = raw.digest !== undefined && (kind === "template" || (shape === "B" && url === undefined));
      if (!odd) continue;
      findings.push({
        ...about(String(raw.url), [reads.read(INDEX)]),
        message: `Entry ${at} of the index has a digest of ${kind === "template" ? "a template" : "no file"}.`,
        expected: "no digest",
        actual: show(raw.digest),
        locus: `${at} digest`,
      });
    }
    return gathered(findings);
  },
);

function digestFaults(
  { uri, digest: stated, entry }: Artifact,
  answer: Exchange | undefined,
  page: Exchange | undefined,
  some: boolean,
): RawFinding[] {
  const fault = (message: string, expected: string, actual: string): RawFinding[] => [
    { ...about(uri, [page, answer]), message, expected, actual, locus: `${entry.at} ${uri}` },
  ];
  if (stated === undefined) {
    // The first form of shape A had no digests at all.
    if (entry.shape === "A" && !some) return [];
    return fault(`${uri} has no digest in the index.`, "sha256: and 64 hex digits", "nothing");
  }
  if (typeof stated !== "string" || !/^sha256:[0-9a-f]{64}$/.test(stated))
    return fault(`The digest of ${uri} is none.`, "sha256: and 64 lower-case hex digits", describe(stated));
  const bytes = bytesOf(answer);
  if (!bytes || sha256(bytes) === stated) return [];
  return fault(`${uri} does not match its digest.`, stated, `${sha256(bytes)} over ${bytes.length} bytes`);
}

const GZIP = ["application/gzip", "application/x-gzip"];

export const archive = rule(
  {
    id: "ix-archive",
    level: "MUST",
    section: "Archives",
    title: "An archive has SKILL.md at its root and nothing outside it",
    why: "Hosts unpack it into the skill's directory, and refuse paths that leave it.",
    fix: "Pack the files of the skill's directory, not the directory itself, as .tar.gz or .zip.",
  },
  (index) => {
    const reads = readsOf(index);
    const archives = entriesOf(reads)
      .flatMap(artifactsOf)
      .filter(({ kind }) => kind === "archive");
    if (archives.length === 0) return notApplicable("the index has no archive");
    return gathered(
      archives.flatMap((artifact): RawFinding[] => {
        const answer = reads.read(artifact.uri);
        if (!answer || answer.outcome.kind === "none" || errorOf(answer)) return [];
        const file = artifact.entry.kind === "skill-md" ? artifact.entry.url : undefined;
        const beside = file === undefined ? undefined : reads.read(file);
        return archiveFaults(artifact, answer, textOf(beside)).map(([message, expected, actual]) => ({
          ...about(artifact.uri, [answer, reads.read(INDEX)]),
          message: `The archive ${artifact.uri} ${message}.`,
          expected,
          actual,
          locus: `${artifact.uri} ${message}`,
        }));
      }),
    );
  },
);

function archiveFaults(
  { uri, mimeType }: Artifact,
  answer: Exchange,
  beside: string | undefined,
): [message: string, expected: string, actual: string][] {
  const faults: [string, string, string][] = [];
  const zip = uri.endsWith(".zip");
  const type = String(mimeType ?? contentsOf(answer)[0]?.mimeType ?? "");
  const fits = zip ? bareMediaType(type) === "application/zip" : GZIP.includes(bareMediaType(type));
  if (/\.(?:zip|tar\.gz)$/.test(uri) && !fits)
    faults.push(["has another type", zip ? "application/zip" : "application/gzip", show(type)]);
  const { entries, skillMd, problem } = unpacked(answer);
  if (!entries) return [...faults, ["cannot be unpacked", "a .tar.gz or .zip", problem ?? ""]];
  const paths = entries.map(({ path }) => path);
  const outside = paths.find(
    (path) => /^(?:[/\\]|[A-Za-z]:)/.test(path) || path.split(/[/\\]/).includes(".."),
  );
  if (outside !== undefined)
    faults.push(["has a path that leaves the skill", "relative paths without ..", show(outside)]);
  if (skillMd === undefined) {
    const wrapped = paths.find((path) => path.endsWith("/SKILL.md"));
    faults.push([
      wrapped ? "wraps the skill in a directory" : "has no SKILL.md",
      "SKILL.md at the root",
      show(wrapped ?? paths.slice(0, 10)),
    ]);
  } else if (beside !== undefined && beside !== skillMd) {
    faults.push(["holds another SKILL.md than is served beside it", show(beside), show(skillMd)]);
  }
  return faults;
}

export const archiveRules = [digest, archive];
