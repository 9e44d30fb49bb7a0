import type { ArchiveEntry } from "../../../shared/rules/well-known-agent-skills-0.2.0/facts";

/** An archive that cannot be taken as it is, in words for a person. */
export class ArchiveError extends Error {}

/** One member of an archive as a reader found it. */
export interface Member extends ArchiveEntry {
  /** Gives the bytes of a regular file, at most so many. */
  bytes(limit: number): Promise<Uint8Array>;
}
