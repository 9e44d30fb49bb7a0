/** Leading bytes and the media type they tell; longer and more exact signatures first. */
const SIGNATURES: [offset: number, bytes: string, type: string][] = [
  [0, "\x89PNG\r\n\x1a\n", "image/png"],
  [0, "\xff\xd8\xff", "image/jpeg"],
  [0, "GIF87a", "image/gif"],
  [0, "GIF89a", "image/gif"],
  [8, "WEBP", "image/webp"],
  [8, "WAVE", "audio/wav"],
  [4, "ftypavif", "image/avif"],
  [4, "ftyp", "video/mp4"],
  [0, "II*\0", "image/tiff"],
  [0, "MM\0*", "image/tiff"],
  [0, "\0\0\x01\0", "image/vnd.microsoft.icon"],
  [0, "%PDF-", "application/pdf"],
  [0, "PK\x03\x04", "application/zip"],
  [0, "PK\x05\x06", "application/zip"],
  [0, "\x1f\x8b", "application/gzip"],
  [0, "BZh", "application/x-bzip2"],
  [0, "\xfd7zXZ\0", "application/x-xz"],
  [0, "7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"],
  [0, "Rar!\x1a\x07", "application/vnd.rar"],
  [257, "ustar", "application/x-tar"],
  [0, "\0asm", "application/wasm"],
  [0, "\x7fELF", "application/x-elf"],
  [0, "\xcf\xfa\xed\xfe", "application/x-mach-binary"],
  [0, "\xca\xfe\xba\xbe", "application/x-mach-binary"],
  [0, "SQLite format 3\0", "application/vnd.sqlite3"],
  [0, "wOFF", "font/woff"],
  [0, "wOF2", "font/woff2"],
  [0, "OTTO", "font/otf"],
  [0, "\0\x01\0\0\0", "font/ttf"],
  [0, "OggS", "application/ogg"],
  [0, "fLaC", "audio/flac"],
  [0, "ID3", "audio/mpeg"],
];

/** Signatures that are ordinary letters too: they count only in bytes that are no text. */
const BINARY_ONLY: [string, string][] = [
  ["MZ", "application/vnd.microsoft.portable-executable"],
  ["BM", "image/bmp"],
];

/**
 * Guesses a media type from the leading bytes.
 * @param utf8 whether the bytes are valid UTF-8
 * @returns undefined where the bytes tell nothing, as for most text
 */
export function sniffMediaType(bytes: Uint8Array, utf8: boolean): string | undefined {
  for (const [offset, signature, type] of SIGNATURES) if (startsWith(bytes, offset, signature)) return type;
  if (!utf8) return BINARY_ONLY.find(([signature]) => startsWith(bytes, 0, signature))?.[1];
  return bytes.includes(0x3c) ? sniffMarkup(bytes) : undefined;
}

function sniffMarkup(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 512)).replace(/^\xef\xbb\xbf/, "");
  if (/^\s*<(?:!doctype html|html)[\s>]/i.test(head)) return "text/html";
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(head)) {
    return "image/svg+xml";
  }
  return /^\s*<\?xml\s/.test(head) ? "application/xml" : undefined;
}

function startsWith(bytes: Uint8Array, offset: number, signature: string): boolean {
  if (bytes.length < offset + signature.length) return false;
  for (let i = 0; i < signature.length; i++) {
    if (bytes[offset + i] !== signature.charCodeAt(i)) return false;
  }
  return true;
}
