import { promisify } from "node:util";
import { gunzip, inflateRaw } from "node:zlib";
import { bareMediaType } from "../../../shared/rules/media-types";
import type { ArchiveEntry, ArchiveFacts } from "../../../shared/rules/well-known-agent-skills-0.2.0/facts";
import { ArchiveError, type Member } from "./member";
import { readTar } from "./tar";
import { readZip } from "./zip";

/** Unpacks an archive in memory, never onto disk; sizes and numbers are bounded before anything is unpacked. */

export type ArchiveFormat = "tar.gz" | "zip";
/** A regular file of an archive whose path is safe, with `./` stripped. */
export interface UnpackedFile {
  path: string;
  bytes: Uint8Array;
}
export interface Unpacked extends ArchiveFacts {
  files: UnpackedFile[];
}

export const MAX_UNPACKED = 64 * 1024 * 1024;
const MAX_ENTRIES = 5_000;

const unzip = promisify(gunzip);
const inflate = promisify(inflateRaw);

/**
 * The format: by Content-Type, by the ending of the URL where that is absent or says nothing
 * (Agent Skills Discovery 0.2.0, URL Resolution).
 */
export function archiveFormat(contentType: string | undefined, url: string): ArchiveFormat | undefined {
  const type = contentType === undefined ? undefined : bareMediaType(contentType);
  if (type === "application/gzip" || type === "application/x-gzip") return "tar.gz";
  if (type === "application/zip") return "zip";
  if (type !== undefined && type !== "" && type !== "application/octet-stream") return undefined;
  const { pathname } = new URL(url);
  if (/\.(?:tar\.gz|tgz)$/i.test(pathname)) return "tar.gz";
  return /\.zip$/i.test(pathname) ? "zip" : undefined;
}

/**
 * Reads an archive: what is in it, and the bytes of its regular files.
 * Members that are links or whose path leaves the folder are listed and give no file.
 */
export async function unpack(
  bytes: Uint8Array,
  format: ArchiveFormat,
  limit: number = MAX_UNPACKED,
): Promise<Unpacked> {
  const entries: ArchiveEntry[] = [];
  const files: UnpackedFile[] = [];
  try {
    let left = limit;
    for (const member of await members(bytes, format, limit)) {
      if (entries.length === MAX_ENTRIES) throw new ArchiveError(`more than ${MAX_ENTRIES} entries`);
      const { name, kind, size, link } = member;
      entries.push({ name, kind, size, ...(link === undefined ? {} : { link }) });
      if (kind !== "file" || unsafePath(name)) continue;
      if (size > left) throw new ArchiveError(`more than ${limit} bytes unpacked`);
      const content = await member.bytes(left);
      left -= content.length;
      files.push({ path: name.replace(/^(?:\.\/)+/, ""), bytes: content });
    }
    return { format, entries, files };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    const tooLarge = /maxOutputLength|larger than|out of memory/i.test(problem);
    return { format, entries, files: [], problem: tooLarge ? `more than ${limit} bytes unpacked` : problem };
  }
}

/** True for a path that would not stay in the folder it is unpacked to. */
export function unsafePath(name: string): boolean {
  return /^\/|\\|^[A-Za-z]:|\0/.test(name) || name.split("/").includes("..");
}

async function members(bytes: Uint8Array, format: ArchiveFormat, limit: number): Promise<Iterable<Member>> {
  if (format === "zip")
    return readZip(Buffer.from(bytes), (packed, most) =>
      inflate(packed, { maxOutputLength: Math.max(most, 1) }),
    );
  // Headers and padding come on top of the files.
  return readTar(await unzip(bytes, { maxOutputLength: limit + MAX_ENTRIES * 1024 }));
}
