/** How a line ends; "" for the last one without a line break. */
export type LineEnd = "\n" | "\r\n" | "\r" | "";

/** Where the lines of a text begin and end. Index 0 is line 1. */
export interface Lines {
  text: string;
  count: number;
  starts: number[];
  /** End of each line's content, before its line break. */
  ends: number[];
  endings: { lf: number; crlf: number; cr: number };
}

/** Finds the lines of a text; a line break at the very end does not start another line. */
export function splitLines(text: string): Lines {
  const starts: number[] = [0];
  const ends: number[] = [];
  const endings = { lf: 0, crlf: 0, cr: 0 };
  const breaks = /\r\n|\n|\r/g;
  for (let hit = breaks.exec(text); hit; hit = breaks.exec(text)) {
    ends.push(hit.index);
    starts.push(breaks.lastIndex);
    endings[hit[0] === "\n" ? "lf" : hit[0] === "\r\n" ? "crlf" : "cr"]++;
  }
  if (starts.length > 1 && starts.at(-1) === text.length) starts.pop();
  else ends.push(text.length);
  return { text, count: starts.length, starts, ends, endings };
}

/** The line break after a line (0-based index). */
export function endOf(lines: Lines, index: number): LineEnd {
  const end = lines.ends[index]!;
  const next = lines.starts[index + 1] ?? lines.text.length;
  return lines.text.slice(end, next) as LineEnd;
}

/** In a word how lines end: `LF`, `CRLF`, `LF and CRLF`. */
export function describeEndings({ lf, crlf, cr }: Lines["endings"]): string {
  const names = [lf && "LF", crlf && "CRLF", cr && "CR"].filter(Boolean);
  return names.length === 0 ? "one line" : names.join(" and ");
}

/** Longest piece of a line that is drawn as one row, in UTF-16 code units. */
export const ROW_LENGTH = 2_000;
/** Most rows that are drawn: an element has a largest height. */
export const MAX_ROWS = 1_000_000;

/** Rows on the screen: one a line, several for a very long line. */
export interface Rows {
  count: number;
  /** 0-based line of each row. */
  line: number[];
  /** Offset in the text where each row begins. */
  start: number[];
  /** 0-based index of a line's first row. */
  rowOf(line: number): number;
  /** True when rows past `MAX_ROWS` were left out. */
  cut: boolean;
}

/** Cuts lines into rows. */
export function rowsOf(lines: Lines): Rows {
  const line: number[] = [];
  const start: number[] = [];
  const first: number[] = [];
  for (let at = 0; at < lines.count && line.length < MAX_ROWS; at++) {
    first.push(line.length);
    const end = lines.ends[at]!;
    let from = lines.starts[at]!;
    do {
      line.push(at);
      start.push(from);
      from = cutPoint(lines.text, from + ROW_LENGTH);
    } while (from < end && line.length < MAX_ROWS);
  }
  return {
    count: line.length,
    line,
    start,
    rowOf: (index) => first[Math.min(Math.max(index, 0), first.length - 1)] ?? 0,
    cut: line.length >= MAX_ROWS,
  };
}

/** A row never ends between the two halves of a character. */
function cutPoint(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
