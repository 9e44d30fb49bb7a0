/** Decompression of DEFLATE (RFC 1951) and gzip (RFC 1952), bounded: an archive is untrusted. */

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
];
const DISTANCE_EXTRA = DISTANCE_BASE.map((_, code) => Math.max(0, (code >> 1) - 1));
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const MAX_BITS = 15;

/** A Huffman code as counts by length and symbols in order. */
interface Code {
  counts: Uint16Array;
  symbols: Uint16Array;
}

function codeOf(lengths: readonly number[]): Code {
  const counts = new Uint16Array(MAX_BITS + 1);
  for (const length of lengths) counts[length] = counts[length]! + 1;
  counts[0] = 0;
  const starts = new Uint16Array(MAX_BITS + 2);
  for (let bits = 1; bits <= MAX_BITS; bits++) starts[bits + 1] = starts[bits]! + counts[bits]!;
  const symbols = new Uint16Array(lengths.length);
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    symbols[starts[length]!] = symbol;
    starts[length] = starts[length]! + 1;
  }
  return { counts, symbols };
}

const FIXED = codeOf(Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)));
const FIXED_DISTANCES = codeOf(Array.from({ length: 30 }, () => 5));

class Inflater {
  private at = 0;
  private hold = 0;
  private held = 0;
  private out = new Uint8Array(4096);
  private size = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly limit: number,
  ) {}

  run(): Uint8Array {
    for (let last = 0; last === 0; ) {
      last = this.bits(1);
      const kind = this.bits(2);
      if (kind === 0) this.stored();
      else if (kind === 1) this.compressed(FIXED, FIXED_DISTANCES);
      else if (kind === 2) this.dynamic();
      else throw new Error("a block of an unknown kind");
    }
    return this.out.slice(0, this.size);
  }

  private bits(count: number): number {
    while (this.held < count) {
      if (this.at >= this.bytes.length) throw new Error("the data ends early");
      this.hold |= this.bytes[this.at++]! << this.held;
      this.held += 8;
    }
    const value = this.hold & ((1 << count) - 1);
    this.hold >>>= count;
    this.held -= count;
    return value;
  }

  private symbol({ counts, symbols }: Code): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let bits = 1; bits <= MAX_BITS; bits++) {
      code |= this.bits(1);
      const count = counts[bits]!;
      if (code - count < first) return symbols[index + code - first]!;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Error("a code that is not in its table");
  }

  private push(byte: number): void {
    if (this.size >= this.limit) throw new Error(`more than ${this.limit} bytes unpacked`);
    if (this.size === this.out.length) {
      const larger = new Uint8Array(this.out.length * 2);
      larger.set(this.out);
      this.out = larger;
    }
    this.out[this.size++] = byte;
  }

  private stored(): void {
    this.hold = 0;
    this.held = 0;
    const length = this.bits(16);
    if ((this.bits(16) ^ 0xffff) !== length) throw new Error("a stored block of a wrong length");
    if (this.at + length > this.bytes.length) throw new Error("the data ends early");
    for (let i = 0; i < length; i++) this.push(this.bytes[this.at++]!);
  }

  private dynamic(): void {
    const literals = this.bits(5) + 257;
    const distances = this.bits(5) + 1;
    const codes = this.bits(4) + 4;
    const lengths = new Array<number>(19).fill(0);
    for (let i = 0; i < codes; i++) lengths[CODE_ORDER[i]!] = this.bits(3);
    const code = codeOf(lengths);
    const all: number[] = [];
    while (all.length < literals + distances) {
      const symbol = this.symbol(code);
      if (symbol < 16) all.push(symbol);
      else if (symbol === 16 && all.length === 0) throw new Error("a repeat of nothing");
      else {
        const [value, times] =
          symbol === 16
            ? [all.at(-1)!, 3 + this.bits(2)]
            : [0, symbol === 17 ? 3 + this.bits(3) : 11 + this.bits(7)];
        for (let i = 0; i < times; i++) all.push(value);
      }
    }
    this.compressed(codeOf(all.slice(0, literals)), codeOf(all.slice(literals, literals + distances)));
  }

  private compressed(literals: Code, distances: Code): void {
    for (let symbol = this.symbol(literals); symbol !== 256; symbol = this.symbol(literals)) {
      if (symbol < 256) {
        this.push(symbol);
        continue;
      }
      const kind = symbol - 257;
      if (kind >= LENGTH_BASE.length) throw new Error("a length that does not exist");
      const length = LENGTH_BASE[kind]! + this.bits(LENGTH_EXTRA[kind]!);
      const far = this.symbol(distances);
      if (far >= DISTANCE_BASE.length) throw new Error("a distance that does not exist");
      const distance = DISTANCE_BASE[far]! + this.bits(DISTANCE_EXTRA[far]!);
      if (distance > this.size) throw new Error("a distance before the beginning");
      for (let i = 0; i < length; i++) this.push(this.out[this.size - distance]!);
    }
  }
}

/**
 * Unpacks raw DEFLATE data.
 * @param limit bytes at most
 * @throws Error that says what is wrong with the data
 */
export function inflate(bytes: Uint8Array, limit: number): Uint8Array {
  return new Inflater(bytes, limit).run();
}

/**
 * Unpacks the first member of a gzip file; its checksum is not looked at.
 * @throws Error that says what is wrong with the data
 */
export function gunzip(bytes: Uint8Array, limit: number): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8) throw new Error("no gzip data");
  const flags = bytes[3]!;
  let at = 10;
  if (flags & 4) at += 2 + (bytes[at]! | (bytes[at + 1]! << 8));
  const toZero = () => {
    while (at < bytes.length && bytes[at] !== 0) at++;
    at++;
  };
  if (flags & 8) toZero();
  if (flags & 16) toZero();
  if (flags & 2) at += 2;
  return inflate(bytes.subarray(at), limit);
}
