/** Base64 as RFC 4648 section 4 has it. */

/** The bytes of a base64 text; undefined when it is none. Line breaks are no part of it. */
export function base64Bytes(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let at = 0;
  for (let i = 0; i < text.length; i += 4) {
    const word = [0, 1, 2, 3].reduce((sum, k) => (sum << 6) | sextet(text.charCodeAt(i + k)), 0);
    for (const shift of [16, 8, 0]) if (at < bytes.length) bytes[at++] = (word >> shift) & 0xff;
  }
  return bytes;
}

function sextet(code: number): number {
  if (code >= 97) return code - 71;
  if (code >= 65) return code - 65;
  if (code >= 48 && code <= 57) return code + 4;
  return code === 43 ? 62 : code === 47 ? 63 : 0;
}
