import type { Position } from "./types";

/**
 * The lines of one text: turns offsets into lines and columns. LF, CRLF and a lone CR each end a line, as in YAML
 * and CommonMark. Built once a text, lookups by binary search.
 */
export class LineIndex {
  private starts: number[] | undefined;

  constructor(private readonly text: string) {}

  /** The place of a 0-based UTF-16 offset; offsets past the end give the end. */
  at(offset: number): Position {
    const starts = this.lineStarts();
    const at = Math.max(0, Math.min(offset, this.text.length));
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - starts[low]! + 1, offset: at };
  }

  /** The offset of a 1-based line and column; a line past the end gives the end of the text. */
  offset(line: number, column: number): number {
    const start = this.lineStarts()[line - 1];
    return start === undefined ? this.text.length : Math.min(start + column - 1, this.text.length);
  }

  private lineStarts(): number[] {
    if (this.starts) return this.starts;
    const starts = [0];
    const breaks = /\r\n|\n|\r/g;
    while (breaks.exec(this.text)) starts.push(breaks.lastIndex);
    this.starts = starts;
    return starts;
  }
}
