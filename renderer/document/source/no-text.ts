/** Why bytes cannot be shown as text: the first place at which they are none. */
export interface NoText {
  /** 0-based. */
  offset: number;
  reason: string;
}

/**
 * Looks for what makes bytes no text: a NUL, or a sequence that is not UTF-8.
 * @returns nothing for bytes that are text
 */
export function whyNoText(bytes: Uint8Array): NoText | undefined {
  const nul = bytes.indexOf(0);
  const wrong = firstInvalid(bytes, nul < 0 ? bytes.length : nul);
  if (wrong !== undefined)
    return { offset: wrong, reason: `the byte ${hex(bytes[wrong]!)} is not valid UTF-8 there` };
  return nul < 0 ? undefined : { offset: nul, reason: "it holds a NUL byte (00), which no text file has" };
}

const hex = (byte: number) => byte.toString(16).padStart(2, "0").toUpperCase();

/** The offset of the first byte below `end` that begins no whole UTF-8 sequence. */
function firstInvalid(bytes: Uint8Array, end: number): number | undefined {
  for (let at = 0; at < end; ) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return undefined;
}

/** Lowest and highest second byte per first byte (RFC 3629), where they are not 80 to BF. */
const SECOND = new Map<number, [number, number]>([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);

function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i];
    const [low, high] = (i === 1 && SECOND.get(first)) || [0x80, 0xbf];
    if (byte === undefined || byte < low || byte > high) return 0;
  }
  return length;
}
