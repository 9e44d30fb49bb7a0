import { ArchiveError, type Member } from "./member";

/** A reader of tar (POSIX ustar with pax headers, and GNU long names), for archives that were unzipped already. */

const BLOCK = 512;
/** Long names and pax headers are read whole; more than this is no name. */
const MAX_HEADER = 64 * 1024;

const KINDS: Record<string, Member["kind"]> = {
  "\0": "file",
  "0": "file",
  "7": "file",
  "1": "link",
  "2": "link",
  "5": "directory",
};

/** @throws ArchiveError when the bytes are no tar or end early */
export function* readTar(bytes: Buffer): Generator<Member> {
  let next: { path?: string; link?: string; size?: number } = {};
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return;
    if (!checksumFits(header)) throw new ArchiveError("it is no tar archive, or is damaged");
    const type = String.fromCharCode(header[156]!);
    const isMeta = "xgLK".includes(type);
    const size = (isMeta ? undefined : next.size) ?? octal(header, 124, 12);
    const body = bytes.subarray(at + BLOCK, at + BLOCK + size);
    if (body.length < size) throw new ArchiveError("it ends in the middle of a file");
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    if (isMeta) {
      if (size > MAX_HEADER) throw new ArchiveError("it has a header that is too large");
      if (type === "L") next.path = cString(body);
      if (type === "K") next.link = cString(body);
      if (type === "x") next = { ...next, ...paxOf(body) };
      continue;
    }
    const prefix = header.toString("latin1", 257, 262) === "ustar" ? cString(header.subarray(345, 500)) : "";
    const short = cString(header.subarray(0, 100));
    const name = next.path ?? (prefix ? `${prefix}/${short}` : short);
    const kind = KINDS[type] ?? "other";
    const link = kind === "link" ? (next.link ?? cString(header.subarray(157, 257))) : undefined;
    next = {};
    yield {
      name,
      kind: kind === "file" && name.endsWith("/") ? "directory" : kind,
      size: kind === "file" ? size : 0,
      ...(link === undefined ? {} : { link }),
      bytes: async () => body,
    };
  }
}

/** The sum over the header, its own field counted as spaces; some old writers sum signed bytes. */
function checksumFits(header: Buffer): boolean {
  let unsigned = 0;
  let signed = 0;
  for (const [at, byte] of header.entries()) {
    const value = at >= 148 && at < 156 ? 32 : byte;
    unsigned += value;
    signed += value > 127 ? value - 256 : value;
  }
  const stated = octal(header, 148, 8);
  return stated === unsigned || stated === signed;
}

/** A number in octal digits, or in GNU's binary form for large files. */
function octal(header: Buffer, at: number, length: number): number {
  const field = header.subarray(at, at + length);
  if (field[0]! & 0x80) {
    const value = field.readUIntBE(length - 6, 6);
    if (field.subarray(1, length - 6).some((byte) => byte !== 0))
      throw new ArchiveError("it states an absurd size");
    return value;
  }
  const text = field.toString("latin1").replace(/\0.*$/s, "").trim();
  if (!/^[0-7]*$/.test(text)) throw new ArchiveError("it is no tar archive, or is damaged");
  return text === "" ? 0 : Number.parseInt(text, 8);
}

function cString(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString("utf8", 0, end === -1 ? bytes.length : end);
}

/** The records of a pax header: `<length> key=value\n`. */
function paxOf(body: Buffer): { path?: string; link?: string; size?: number } {
  const found: { path?: string; link?: string; size?: number } = {};
  for (let at = 0; at < body.length; ) {
    const space = body.indexOf(32, at);
    const length = Number(body.toString("latin1", at, space));
    if (space === -1 || !Number.isInteger(length) || length < 5 || at + length > body.length)
      throw new ArchiveError("it has a damaged pax header");
    const record = body.toString("utf8", space + 1, at + length - 1);
    const value = record.slice(record.indexOf("=") + 1);
    if (record.startsWith("path=")) found.path = value;
    if (record.startsWith("linkpath=")) found.link = value;
    if (record.startsWith("size=") && /^\d{1,15}$/.test(value)) found.size = Number(value);
    at += length;
  }
  return found;
}
