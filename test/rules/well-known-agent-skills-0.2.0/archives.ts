import { deflateRawSync, gzipSync } from "node:zlib";

/** Archives as other tools make them, wrong ones too: packed by hand. */

export interface TarMember {
  name: string;
  body?: string;
  type?: string;
  link?: string;
}

/** A plain ustar archive, gzipped. */
export function tarGz(members: TarMember[]): Buffer {
  const blocks = members.flatMap(({ name, body = "", type = "0", link = "" }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write("0000644\0", 100);
    header.write(`${Buffer.byteLength(body).toString(8).padStart(11, "0")}\0`, 124);
    header.write("00000000000\0", 136);
    header.write("        ", 148);
    header.write(type, 156);
    header.write(link, 157, 100);
    header.write("ustar\0" + "00", 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    const content = Buffer.alloc(Math.ceil(Buffer.byteLength(body) / 512) * 512);
    content.write(body);
    return [header, content];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

export interface ZipMember {
  name: string;
  body?: string;
  stored?: boolean;
  /** Unix mode, e.g. that of a link. */
  mode?: number;
  /** Stated instead of the true size. */
  size?: number;
}

/** A zip with its central directory. */
export function zip(members: ZipMember[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, body = "", stored = false, mode = 0o100644, size } of members) {
    const packed = stored ? Buffer.from(body) : deflateRawSync(body);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(stored ? 0 : 8, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size ?? Buffer.byteLength(body), 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(at, 10);
    central.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 3]), common, tail, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}
