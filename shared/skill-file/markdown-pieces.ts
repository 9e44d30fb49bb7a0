/**
 * Cuts a markdown body into pieces that can be parsed one by one without changing what any of them means, so that
 * only the few pieces that may hold a link are parsed at all. A markdown parser needs half a millisecond for the
 * smallest file; 20,000 files have to be read in seconds.
 */

/** A stretch of the text: offsets, end exclusive. */
export interface Piece {
  start: number;
  end: number;
}

/** Anything that could begin a link, image, definition, autolink or HTML element. */
const LINK_HINT = /\]\(|\]:|\]\[|:\/\/|www\.|<[A-Za-z!?/]|[\w.+-]@[\w-]/i;

/** A line that may open an HTML block, whose end only a parser can tell. */
const HTML_LINE = /(?:^|[\r\n]) {0,3}<[A-Za-z!?/]/;
const FENCE = /^( *)(`{3,}|~{3,})(.*)$/;

/**
 * The pieces of the text from `from` on that may hold links. A cut is made only where CommonMark surely starts a new
 * top-level block: at an unindented line after a blank one, at an unindented bullet, and around unindented fences,
 * whose content is left out. Bodies in which that cannot be told line by line come back as one piece.
 */
export function linkPieces(text: string, from: number): Piece[] {
  const body = from === 0 ? text : text.slice(from);
  if (!LINK_HINT.test(body)) return [];
  const whole = [{ start: from, end: text.length }];
  if (HTML_LINE.test(body)) return whole;
  const cuts = cutBlocks(text, from);
  if (!cuts) return whole;
  return cuts.filter(({ start, end }) => LINK_HINT.test(text.slice(start, end)));
}

interface OpenFence {
  mark: string;
  indent: number;
}

/** @returns undefined when an indented fence leaves open which block it belongs to. */
function cutBlocks(text: string, from: number): Piece[] | undefined {
  const pieces: Piece[] = [];
  let start = from;
  let fence: OpenFence | undefined;
  let afterBlank = true;
  const cut = (at: number) => {
    if (at > start) pieces.push({ start, end: at });
    start = at;
  };
  for (const { line, at, next } of linesOf(text, from)) {
    const indent = indentOf(line);
    const blank = indent === line.length;
    if (fence) {
      if (closes(line, fence)) {
        if (indent < fence.indent) return undefined;
        if (fence.indent === 0) start = next;
        fence = undefined;
      } else if (!blank && indent < fence.indent) return undefined;
      afterBlank = false;
      continue;
    }
    const opened = opens(line);
    if (opened && opened.indent === 0) cut(at);
    else if (indent === 0 && !blank && (afterBlank || /^[-*+] +[^\s*+-]/.test(line))) cut(at);
    if (opened && opened.indent < 4) fence = opened;
    afterBlank = blank;
  }
  if (fence && fence.indent > 0) return undefined;
  if (!fence) cut(text.length);
  return pieces;
}

function opens(line: string): OpenFence | undefined {
  const match = FENCE.exec(line);
  if (!match || (match[2]!.startsWith("`") && match[3]!.includes("`"))) return undefined;
  return { mark: match[2]!, indent: match[1]!.length };
}

function closes(line: string, fence: OpenFence): boolean {
  const match = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line);
  return match !== null && match[1]![0] === fence.mark[0] && match[1]!.length >= fence.mark.length;
}

/** Number of leading blanks; a tab counts as one character, which only ever makes a cut less likely. */
function indentOf(line: string): number {
  let at = 0;
  while (line[at] === " " || line[at] === "\t") at++;
  return at;
}

/** The lines of a text from an offset on, without their breaks. */
export function* linesOf(
  text: string,
  from: number,
  to = text.length,
): Generator<{ line: string; at: number; next: number }> {
  const breaks = /\r\n|\n|\r/g;
  let at = from;
  while (at < to) {
    breaks.lastIndex = at;
    const match = breaks.exec(text);
    const end = match && match.index < to ? match.index : to;
    const next = match && match.index < to ? Math.min(breaks.lastIndex, to) : to;
    yield { line: text.slice(at, end), at, next };
    at = next;
  }
}
