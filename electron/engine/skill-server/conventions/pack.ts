import { gzipSync } from "node:zlib";

/** A file of an archive: its path with `/`, and its bytes. */
export interface ArchiveFile {
  path: string;
  bytes: Buffer;
}

const BLOCK = 512;

/**
 * Packs files as .tar.gz, the same bytes for the same files: sorted, no times, no owners, so that a digest stays
 * valid between two reads.
 */
export function packTarGz(files: readonly ArchiveFile[]): Buffer {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const blocks = sorted.flatMap(({ path, bytes }) => entry(path, bytes));
  const packed = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), { level: 9 });
  // The header names the system it was made on; 255 says "unknown".
  packed[9] = 255;
  return packed;
}

function entry(path: string, bytes: Buffer): Buffer[] {
  const plain = Buffer.byteLength(path) <= 100 && /^[\x20-\x7e]*$/.test(path);
  if (plain) return [header(path, bytes.length, "0"), padded(bytes)];
  // Longer names and others than ASCII go into an extended header (POSIX pax).
  const record = paxRecord("path", path);
  const stub = path.replace(/[^\x20-\x7e]/g, "_").slice(0, 90);
  return [
    header(`PaxHeaders/${stub.slice(0, 80)}`, record.length, "x"),
    padded(record),
    header(stub, bytes.length, "0"),
    padded(bytes),
  ];
}

/** A pax record begins with its own length, digits included. */
function paxRecord(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`;
  let length = Buffer.byteLength(rest) + 1;
  while (Buffer.byteLength(`${length}${rest}`) !== length) length += 1;
  return Buffer.from(`${length}${rest}`);
}

function header(name: string, size: number, type: string): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, "0")}\0`;
  block.write(name, 0, 100, "utf8");
  block.write(octal(0o644, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(0, 12), 136);
  block.write(" ".repeat(8), 148);
  block.write(type, 156);
  block.write("ustar\0" + "00", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

const padded = (bytes: Buffer) =>
  Buffer.concat([bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]);
