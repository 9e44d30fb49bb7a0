import { gunzip, inflate } from "./inflate";

/** What skill archives hold: .tar.gz (POSIX ustar and pax, GNU long names) and .zip. Nothing is written anywhere. */

export interface ArchiveEntry {
  /** As in the archive, a leading `./` taken off. */
  path: string;
  kind: "file" | "directory" | "link" | "other";
  /** Of files. */
  bytes: Uint8Array;
}

/** Bytes an archive may unpack to, and entries it may have. */
export const MAX_UNPACKED = 16 * 1024 * 1024;
export const MAX_ENTRIES = 2048;

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const untilNul = (bytes: Uint8Array) => text(bytes).replace(/\0[\s\S]*$/, "");
const plainPath = (path: string) => path.replace(/^(?:\.\/)+/, "");

/**
 * The entries of a .tar.gz or .zip, told apart by their first bytes.
 * @throws Error that says why it cannot be read
 */
export function archiveEntries(bytes: Uint8Array): ArchiveEntry[] {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return tarEntries(gunzip(bytes, MAX_UNPACKED));
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return zipEntries(bytes);
  throw new Error("neither gzip nor zip data");
}

const KINDS: Record<string, ArchiveEntry["kind"]> = {
  "0": "file",
  "\0": "file",
  "5": "directory",
  "1": "link",
  "2": "link",
};

function tarEntries(tar: Uint8Array): ArchiveEntry[] {
  const entries: ArchiveEntry[] = [];
  let longName: string | undefined;
  for (let at = 0; at + 512 <= tar.length; ) {
    const header = tar.subarray(at, at + 512);
    if (header.every((byte) => byte === 0)) break;
    const size = Number.parseInt(untilNul(header.subarray(124, 136)).trim() || "0", 8);
    if (!(size >= 0) || at + 512 + size > tar.length) throw new Error("a tar header with a wrong size");
    const body = tar.subarray(at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
    const flag = String.fromCharCode(header[156]!);
    if (flag === "x") {
      longName = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(text(body))?.[1] ?? longName;
      continue;
    }
    if (flag === "L") {
      longName = untilNul(body);
      continue;
    }
    if (flag === "g") continue;
    const prefix = untilNul(header.subarray(345, 500));
    const name = untilNul(header.subarray(0, 100));
    const ustar = text(header.subarray(257, 262)) === "ustar";
    const path = longName ?? (ustar && prefix !== "" ? `${prefix}/${name}` : name);
    longName = undefined;
    if (entries.length >= MAX_ENTRIES) throw new Error(`more than ${MAX_ENTRIES} entries`);
    entries.push({ path: plainPath(path), kind: KINDS[flag] ?? "other", bytes: body });
  }
  return entries;
}

function zipEntries(zip: Uint8Array): ArchiveEntry[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let end = zip.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new Error("a zip without a central directory");
  const count = view.getUint16(end + 10, true);
  if (count > MAX_ENTRIES) throw new Error(`more than ${MAX_ENTRIES} entries`);
  const entries: ArchiveEntry[] = [];
  let room = MAX_UNPACKED;
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (at + 46 > zip.length || view.getUint32(at, true) !== 0x02014b50)
      throw new Error("a broken central directory");
    const packed = view.getUint32(at + 20, true);
    const nameLength = view.getUint16(at + 28, true);
    const mode = view.getUint32(at + 38, true) >>> 16;
    const path = plainPath(text(zip.subarray(at + 46, at + 46 + nameLength)));
    const local = view.getUint32(at + 42, true);
    if (local + 30 > zip.length) throw new Error("an entry outside the file");
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const data = zip.subarray(start, start + packed);
    const method = view.getUint16(at + 10, true);
    if (method !== 0 && method !== 8) throw new Error(`a compression of kind ${method}`);
    const bytes = method === 8 ? inflate(data, room) : data;
    room -= bytes.length;
    if (room < 0) throw new Error(`more than ${MAX_UNPACKED} bytes unpacked`);
    const kind = path.endsWith("/") ? "directory" : (mode & 0xf000) === 0xa000 ? "link" : "file";
    entries.push({ path, kind, bytes });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}
