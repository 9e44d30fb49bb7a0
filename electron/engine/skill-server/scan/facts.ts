import { createHash } from "node:crypto";
import { lstat } from "node:fs/promises";
import { readHead, type SkillHead } from "./frontmatter";
import { FileGone, readFound } from "./read-file";
import { type Stamp, sameStamp, stampOf } from "./walk";

/**
 * What is known about file contents, computed once per version of a file: digests when a page that shows them is
 * asked for, frontmatter when a folder is scanned. A file is read again only when size, mtime or inode changed.
 */
export class FileFacts {
  readonly #digests = new Map<string, { stamp: Stamp; digest: string }>();
  readonly #heads = new Map<string, { stamp: Stamp; head: SkillHead }>();
  readonly #onLost: (disk: string, reason: string) => void;
  /** Files hashed so far; tests and the log read it. */
  hashed = 0;

  /** @param onLost told of a file that was found and can no longer be read */
  constructor(onLost: (disk: string, reason: string) => void) {
    this.#onLost = onLost;
  }

  /**
   * Digest and size of the file as it is now.
   * @returns undefined when the file is gone
   */
  async digest(disk: string): Promise<{ digest: string; size: number } | undefined> {
    const stats = await lstat(disk, { bigint: true }).catch(() => undefined);
    if (!stats?.isFile()) return undefined;
    const known = this.#digests.get(disk);
    if (known && sameStamp(known.stamp, stampOf(stats)))
      return { digest: known.digest, size: known.stamp.size };
    try {
      const { bytes, stamp } = await readFound(disk);
      const digest = sha256(bytes);
      this.hashed += 1;
      this.#digests.set(disk, { stamp, digest });
      return { digest, size: stamp.size };
    } catch (error) {
      if (!(error instanceof FileGone)) throw error;
      this.#onLost(disk, `cannot be read any more: ${error.message}`);
      return undefined;
    }
  }

  /**
   * The frontmatter of a SKILL.md.
   * @param seen the file's stamp where it was just taken; else it is taken now
   */
  async head(disk: string, seen?: Stamp): Promise<SkillHead> {
    const known = this.#heads.get(disk);
    if (known) {
      const stamp = seen ?? (await currentStamp(disk));
      if (stamp && sameStamp(known.stamp, stamp)) return known.head;
    }
    try {
      const { bytes, stamp } = await readFound(disk);
      const head = readHead(bytes);
      this.#heads.set(disk, { stamp, head });
      return head;
    } catch (error) {
      if (error instanceof FileGone) return { reason: `SKILL.md cannot be read: ${error.message}` };
      throw error;
    }
  }

  /** Forgets files that are no longer served. */
  keepOnly(disks: ReadonlySet<string>): void {
    for (const disk of this.#digests.keys()) if (!disks.has(disk)) this.#digests.delete(disk);
    for (const disk of this.#heads.keys()) if (!disks.has(disk)) this.#heads.delete(disk);
  }
}

async function currentStamp(disk: string): Promise<Stamp | undefined> {
  const stats = await lstat(disk, { bigint: true }).catch(() => undefined);
  return stats?.isFile() ? stampOf(stats) : undefined;
}

/** @returns `sha256:` and 64 lowercase hex digits (spec: Integrity and Verification). */
export function sha256(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}
