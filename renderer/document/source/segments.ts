import type { Token } from "../markdown/colour";
import { codeOf } from "../markdown/hidden-text";

/** A piece of a row that is drawn in one way. */
export interface Segment {
  text: string;
  className?: string;
  /** `hidden`: a character that would not be seen, named; `space`, `tab`, `trailing`: shown on demand. */
  kind?: "hidden" | "space" | "tab" | "trailing";
  mark?: "hit" | "current";
}

export interface Mark {
  /** Offsets in the row. */
  start: number;
  end: number;
  current: boolean;
}

/** Characters that are always named in source, since they cannot be seen; the BOM among them. */
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/;
const SPECIAL = new RegExp(`${HIDDEN.source}| +|\\t+`, "g");

/**
 * Cuts a row into segments.
 * @param row the row's text. @param tokens colours of exactly this text, or undefined.
 * @param marks hits of a search, in order. @param whitespace shows spaces and tabs.
 */
export function segmentsOf(
  row: string,
  tokens: readonly Token[] | undefined,
  marks: readonly Mark[],
  whitespace: boolean,
): Segment[] {
  const trailing = row.length - row.trimEnd().length;
  const trailingFrom = row.length - trailing;
  const segments: Segment[] = [];
  let at = 0;
  for (const [text, className] of tokens ?? [[row] as Token]) {
    for (const piece of cutAtMarks(text, at, marks)) {
      for (const special of cutAtSpecials(piece.text, piece.at, trailingFrom, whitespace)) {
        segments.push({
          ...special,
          ...(className ? { className } : {}),
          ...(piece.mark ? { mark: piece.mark } : {}),
        });
      }
    }
    at += text.length;
  }
  return segments;
}

/** The tokens of `[start, end)` of a line. */
export function sliceTokens(tokens: readonly Token[], start: number, end: number): Token[] {
  const slice: Token[] = [];
  let at = 0;
  for (const [text, className] of tokens) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, text.length);
    if (from < to) slice.push(className ? [text.slice(from, to), className] : [text.slice(from, to)]);
    at += text.length;
    if (at >= end) break;
  }
  return slice;
}

function* cutAtMarks(text: string, offset: number, marks: readonly Mark[]) {
  let at = offset;
  const end = offset + text.length;
  for (const mark of marks) {
    if (mark.end <= at || mark.start >= end) continue;
    const from = Math.max(mark.start, at);
    const to = Math.min(mark.end, end);
    if (from > at) yield { text: text.slice(at - offset, from - offset), at };
    yield {
      text: text.slice(from - offset, to - offset),
      at: from,
      mark: mark.current ? "current" : "hit",
    } as const;
    at = to;
  }
  if (at < end) yield { text: text.slice(at - offset), at };
}

function* cutAtSpecials(
  text: string,
  offset: number,
  trailingFrom: number,
  whitespace: boolean,
): Generator<Segment> {
  let at = 0;
  for (const hit of text.matchAll(SPECIAL)) {
    const [found] = hit;
    const isSpace = found[0] === " " || found[0] === "\t";
    if (isSpace && !whitespace) continue;
    if (hit.index > at) yield { text: text.slice(at, hit.index) };
    if (!isSpace) yield { text: found === "\ufeff" ? "BOM" : codeOf(found), kind: "hidden" };
    else if (offset + hit.index >= trailingFrom) yield { text: found, kind: "trailing" };
    else yield { text: found, kind: found[0] === "\t" ? "tab" : "space" };
    at = hit.index + found.length;
  }
  if (at < text.length) yield { text: text.slice(at) };
}
