import type { FileFacts } from "../model/evidence";
import { parseFrontmatter } from "./frontmatter";
import { hiddenCharacters } from "./hidden";
import { findLinksSafe } from "./links";
import { sniffMediaType } from "./sniff";
import type { FrontmatterResult } from "./types";

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Everything that can be said of one file from its bytes, apart from the digest.
 * @param bytes the file as read; never changed, and a BOM counts
 * @param uri URI or path of the file: its last segment decides whether frontmatter (SKILL.md, in any case) and links
 * (markdown) are looked for
 * Never throws; the cost is linear, with bounds on the parsers.
 */
export function textFacts(bytes: Uint8Array, uri: string): Omit<FileFacts, "digest"> {
  const name = uri.split(/[?#]/, 1)[0]!.split("/").at(-1)!;
  const isSkillMd = name.toLowerCase() === "skill.md";
  const isMarkdown = /\.(?:md|markdown)$/i.test(name);
  const scan = scanBytes(bytes);
  const text = scan.ascii || scan.mayBeUtf8 ? decode(bytes) : undefined;
  const wide = text === undefined || scan.hasNul ? wideEncoding(bytes) : undefined;
  const shown = wide && isMarkdown ? (decodeWide(bytes, wide.label) ?? text) : text;
  const sniffed = sniffMediaType(bytes, text !== undefined);
  const facts: Omit<FileFacts, "digest"> = {
    size: bytes.length,
    utf8: text !== undefined,
    bom: bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf,
    lines: text === undefined ? 0 : scan.lines,
    characters: text === undefined ? 0 : scan.characters,
    hasNul: scan.hasNul,
    hasReplacement: !scan.ascii && text !== undefined && text.includes("\ufffd"),
    // UTF-8 cannot carry one; texts that came as JSON strings are judged by their collector.
    loneSurrogate: false,
    hidden: text === undefined || (scan.ascii && !scan.hasControl) ? [] : hiddenCharacters(text),
    ...(isMarkdown && shown !== undefined ? { text: shown } : {}),
    ...(sniffed ? { sniffed } : {}),
  };
  if (isSkillMd)
    facts.frontmatter = text === undefined || wide ? undecodable(wide?.name) : parseFrontmatter(text);
  if (isMarkdown && text !== undefined) {
    const { links, skipped } = findLinksSafe(text, facts.frontmatter?.bodyOffset ?? 0);
    if (skipped) facts.linksSkipped = skipped;
    else facts.links = links;
  }
  return facts;
}

interface ByteScan {
  ascii: boolean;
  /** False when a byte occurs that no UTF-8 has. */
  mayBeUtf8: boolean;
  hasNul: boolean;
  /** A control character other than tab and line breaks. */
  hasControl: boolean;
  lines: number;
  /** Code points, if this is UTF-8. */
  characters: number;
}

function scanBytes(bytes: Uint8Array): ByteScan {
  let breaks = 0;
  let high = 0;
  let continuation = 0;
  let impossible = false;
  let hasNul = false;
  let hasControl = false;
  const { length } = bytes;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]!;
    if (byte >= 0x20 && byte < 0x7f) continue;
    if (byte >= 0x80) {
      high++;
      if (byte < 0xc0) continuation++;
      else if (byte > 0xf4) impossible = true;
    } else if (byte === 10) breaks++;
    else if (byte === 13) {
      if (bytes[i + 1] !== 10) breaks++;
    } else if (byte !== 9) {
      hasControl = true;
      if (byte === 0) hasNul = true;
    }
  }
  const last = bytes[length - 1];
  return {
    ascii: high === 0,
    mayBeUtf8: !impossible,
    hasNul,
    hasControl,
    lines: breaks + (length > 0 && last !== 10 && last !== 13 ? 1 : 0),
    characters: length - continuation,
  };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

function decodeWide(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return undefined; // A JavaScript engine may be built without this encoding.
  }
}

/** The UTF-16 that some shells write, by its BOM or by the zero bytes of its first letters. */
function wideEncoding(bytes: Uint8Array): { name: string; label: string } | undefined {
  const little = { name: "UTF-16 (little endian)", label: "utf-16le" };
  const big = { name: "UTF-16 (big endian)", label: "utf-16be" };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return little;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return big;
  if (bytes[0] !== 0 && bytes[1] === 0 && bytes[2] !== 0 && bytes[3] === 0) return little;
  if (bytes[0] === 0 && bytes[1] !== 0 && bytes[2] === 0 && bytes[3] !== 0) return big;
  return undefined;
}

function undecodable(encoding: string | undefined): FrontmatterResult {
  return {
    present: false,
    fields: [],
    metadata: [],
    problems: [
      {
        code: "encoding",
        message: encoding
          ? `The file is ${encoding}, not UTF-8, so no client can read its frontmatter.`
          : "The file is not valid UTF-8, so no client can read its frontmatter.",
        at: { line: 1, column: 1, offset: 0 },
        fix: "Save the file as UTF-8.",
      },
    ],
    yaml: "",
    bodyLine: 1,
    bodyOffset: 0,
    bom: false,
  };
}
