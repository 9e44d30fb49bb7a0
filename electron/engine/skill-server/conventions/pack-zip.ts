import { deflateRawSync } from "node:zlib";
import type { ArchiveFile } from "./pack";

const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
/** 1 January 1980, the first day that the format knows. */
const NO_DATE = 0x0021;
/** Made on Unix, so that the mode below is read. */
const MADE_BY = (3 << 8) | 20;
const MODE = (0o100644 << 16) >>> 0;

/**
 * Packs files as .zip, the same bytes for the same files: sorted, no times, no owners, so that a digest stays valid
 * between two reads.
 */
export function packZip(files: readonly ArchiveFile[]): Buffer {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { path, bytes } of sorted) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(bytes, { level: 9 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(UTF8_NAMES, 2);
    common.writeUInt16LE(DEFLATED, 4);
    common.writeUInt16LE(NO_DATE, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(6);
    entry.write("PK\x01\x02", "latin1");
    entry.writeUInt16LE(MADE_BY, 4);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(MODE, 6);
    place.writeUInt32LE(at, 10);
    directory.push(entry, common, place, name);
    const local = [Buffer.from("PK\x03\x04", "latin1"), common, name, packed];
    for (const part of local) at += part.length;
    parts.push(...local);
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(sorted.length, 8);
  end.writeUInt16LE(sorted.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, entries, end]);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The checksum of zip (CRC-32 of ISO-HDLC). */
function crc32(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ TABLE[(value ^ byte) & 0xff]!;
  return (value ^ 0xffffffff) >>> 0;
}
