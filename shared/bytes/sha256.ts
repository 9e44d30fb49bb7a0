/** SHA-256 over bytes (FIPS 180-4), for places that have neither Node nor a browser's asynchronous digest. */

const PRIMES: number[] = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime !== 0)) PRIMES.push(n);
/** The first 32 bits of the fractional part. */
const fraction = (value: number) => Math.floor((value - Math.floor(value)) * 2 ** 32) >>> 0;
const K = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by));

/** @returns `sha256:` plus 64 lower-case hex digits */
export function sha256(bytes: Uint8Array): string {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const hash = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) block(view, at, words, hash);
  return `sha256:${[...hash].map((word) => word.toString(16).padStart(8, "0")).join("")}`;
}

function block(view: DataView, at: number, w: Uint32Array, hash: Uint32Array): void {
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [a, b] = [w[i - 15]!, w[i - 2]!];
    const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    w[i] = w[i - 16]! + s0 + w[i - 7]! + s1;
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) hash[i] = hash[i]! + value;
}
