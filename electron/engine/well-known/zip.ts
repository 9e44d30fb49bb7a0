import { ArchiveError, type Member } from "./member";

/** A reader of zip by its central directory: stored and deflated files, neither encrypted nor split nor Zip64. */

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;
const MAX_COMMENT = 0xffff;

/**
 * @param inflate unpacks raw deflate data to at most so many bytes
 * @throws ArchiveError when the bytes are no zip of this kind
 */
export function* readZip(
  bytes: Buffer,
  inflate: (packed: Buffer, limit: number) => Promise<Uint8Array>,
): Generator<Member> {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count === 0xffff || at === 0xffffffff)
    throw new ArchiveError("it is a Zip64 archive, which is not read here");
  for (let n = 0; n < count; n++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL)
      throw new ArchiveError("its directory is damaged");
    const flags = bytes.readUInt16LE(at + 8);
    const method = bytes.readUInt16LE(at + 10);
    const packedSize = bytes.readUInt32LE(at + 20);
    const size = bytes.readUInt32LE(at + 24);
    const nameLength = bytes.readUInt16LE(at + 28);
    const mode = bytes.readUInt32LE(at + 38) >>> 16;
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    // The upper half of the attributes is the Unix mode where a Unix system wrote the archive.
    const isLink = (mode & 0o170000) === 0o120000;
    const packed = packedBytes(bytes, local, packedSize);
    if (isLink) {
      if (method !== 0) throw new ArchiveError("it has a link whose target is compressed");
      yield {
        name,
        kind: "link",
        size: 0,
        link: packed.toString("utf8", 0, 4096),
        bytes: async () => packed,
      };
      continue;
    }
    yield {
      name,
      kind: name.endsWith("/") ? "directory" : "file",
      size,
      bytes: async (limit) => {
        if (flags & 1) throw new ArchiveError(`${name} is encrypted`);
        if (method !== 0 && method !== 8) throw new ArchiveError(`${name} is packed by method ${method}`);
        // What the directory states is not believed: unpacking stops at one byte more.
        const content = method === 0 ? packed : await inflate(packed, Math.min(limit, size));
        if (content.length !== size) throw new ArchiveError(`${name} has another size than stated`);
        return content;
      },
    };
  }
}

function packedBytes(bytes: Buffer, local: number, size: number): Buffer {
  if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== LOCAL)
    throw new ArchiveError("a file of it is damaged");
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  if (start + size > bytes.length) throw new ArchiveError("it ends in the middle of a file");
  return bytes.subarray(start, start + size);
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_SIZE - MAX_COMMENT);
  for (let at = bytes.length - END_SIZE; at >= first; at--) if (bytes.readUInt32LE(at) === END) return at;
  throw new ArchiveError("it is no zip archive, or is damaged");
}
