import { constants } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import type { Stamp } from "./walk";
import { stampOf } from "./walk";

/** A file that is gone, was replaced by something else, or grew out of bounds since it was found. */
export class FileGone extends Error {}

/** No single file of a skill may be larger than a whole skill. */
export const MAX_FILE = 16 * 1024 * 1024;

/**
 * Reads a file that a scan found, and only that: after opening, the path must still lead, without any link, to the
 * very file that is open. So a folder swapped for a link while a read is running gives nothing away.
 * @param disk absolute path with links resolved
 * @throws FileGone
 */
export async function readFound(disk: string): Promise<{ bytes: Buffer; stamp: Stamp }> {
  // O_NONBLOCK: opening a pipe that took the file's place must not wait for a writer.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(disk, flags).catch((error: Error) => {
    throw new FileGone(error.message);
  });
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) throw new FileGone(`${disk} is not a file any more`);
    if (stats.size > MAX_FILE) throw new FileGone(`${disk} has grown beyond ${MAX_FILE} bytes`);
    const bytes = await handle.readFile();
    const here = await lstat(disk, { bigint: true }).catch(() => undefined);
    const real = await realpath(disk).catch(() => undefined);
    if (real !== disk || here?.ino !== stats.ino || here.dev !== stats.dev) {
      throw new FileGone(`${disk} was replaced while it was read`);
    }
    return { bytes, stamp: { ...stampOf(stats), size: bytes.length } };
  } finally {
    await handle.close();
  }
}
