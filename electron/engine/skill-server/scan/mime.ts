import { isUtf8 } from "node:buffer";
import { extname } from "node:path";
import { lookup } from "mime-types";

/** Where the registry has no type, or one that misleads for a skill's files (`.ts` is a video there). */
const OWN: Record<string, string> = {
  ".ts": "text/x-typescript",
  ".tsx": "text/x-typescript",
  ".jsx": "text/javascript",
  ".py": "text/x-python",
  ".rb": "text/x-ruby",
  ".go": "text/x-go",
  ".rs": "text/x-rust",
  ".sh": "text/x-shellscript",
  ".bash": "text/x-shellscript",
  ".ps1": "text/x-powershell",
  ".sql": "application/sql",
  ".toml": "application/toml",
  ".jsonl": "application/x-ndjson",
  ".env": "text/plain",
};

const PLAIN_NAMES = /^(LICEN[CS]E|NOTICE|README|CHANGELOG|AUTHORS|Makefile|Dockerfile|Procfile)$/i;

/** @returns the media type a file name tells, undefined where it tells none. */
export function mimeOfName(name: string): string | undefined {
  const own = OWN[extname(name).toLowerCase()];
  if (own) return own;
  if (PLAIN_NAMES.test(name)) return "text/plain";
  return lookup(name) || undefined;
}

/** True for types whose bytes are never text, even should they happen to be valid UTF-8. */
export function isBinaryType(mime: string): boolean {
  if (mime === "image/svg+xml") return false;
  if (/^(image|audio|video|font)\//.test(mime)) return true;
  return /^application\/(octet-stream|pdf|zip|gzip|x-tar|x-7z-compressed|vnd\.rar|wasm|x-sqlite3)$/.test(
    mime,
  );
}

/** How bytes are served: as text only when that loses nothing. */
export function asText(bytes: Buffer, mime: string | undefined): string | undefined {
  if (mime !== undefined && isBinaryType(mime)) return undefined;
  if (!isUtf8(bytes) || bytes.includes(0)) return undefined;
  // Unlike TextDecoder, this keeps a leading byte order mark, as byte-exact service needs.
  return bytes.toString("utf8");
}
