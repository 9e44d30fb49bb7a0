/** Media types as far as rules need them. */

/** A media type without parameters, in lower case. */
export function bareMediaType(value: string): string {
  return value.split(";", 1)[0]!.trim().toLowerCase();
}

const BINARY_TYPE = /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:pdf|zip|gzip|wasm)$)/;

/** True for a media type of content that is never text. */
export function isBinaryType(mediaType: string): boolean {
  return BINARY_TYPE.test(mediaType);
}

/** File name extensions whose content is never text, with a type that fits. */
export const BINARY_EXTENSIONS: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  ico: "image/vnd.microsoft.icon",
  pdf: "application/pdf",
  zip: "application/zip",
  gz: "application/gzip",
  tgz: "application/gzip",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  wasm: "application/wasm",
  woff: "font/woff",
  woff2: "font/woff2",
  ttf: "font/ttf",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
};

/** Extensions whose content is always text. */
export const TEXT_EXTENSIONS: Readonly<Record<string, string>> = {
  md: "text/markdown",
  markdown: "text/markdown",
  txt: "text/plain",
  csv: "text/csv",
  html: "text/html",
  css: "text/css",
};

/** The extension of a URI's last segment, in lower case; empty when it has none. */
export function extensionOf(uri: string): string {
  return /\.([A-Za-z0-9]+)$/.exec(uri.split(/[?#]/, 1)[0]!)?.[1]?.toLowerCase() ?? "";
}
