import { DEFAULT_LIMITS, megabytes } from "../../../shared/model/limits";

/**
 * Splits a byte stream into lines without copying what was already buffered: chunks of an unfinished line are kept
 * in a list and joined once. A line over `limit` bytes is reported once, cut, and skipped up to its end.
 */
export class LineReader {
  private parts: Buffer[] = [];
  private length = 0;
  private skipping = false;

  constructor(
    private readonly onLine: (line: string) => void,
    private readonly onTooLong: (start: string, bytes: number) => void,
    private readonly limit = megabytes(DEFAULT_LIMITS.messageMb),
  ) {}

  /** Takes the next bytes; calls back for each line they complete. */
  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      this.take(chunk.subarray(from, at));
      this.finish();
      from = at + 1;
    }
    if (from < chunk.length) this.take(chunk.subarray(from));
  }

  /** The stream ended: an unfinished line counts as one. */
  end(): void {
    if (this.length > 0) this.finish();
  }

  private take(part: Buffer): void {
    if (this.skipping) {
      this.length += part.length;
      return;
    }
    this.parts.push(part);
    this.length += part.length;
    if (this.length > this.limit) {
      const start = Buffer.concat(this.parts.slice(0, 1)).subarray(0, 2_000).toString("utf8");
      this.parts = [];
      this.skipping = true;
      this.onTooLong(start, this.length);
    }
  }

  private finish(): void {
    const { parts, skipping } = this;
    this.parts = [];
    this.length = 0;
    this.skipping = false;
    if (skipping) return;
    const line = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    const end = line.length > 0 && line[line.length - 1] === 13 ? line.length - 1 : line.length;
    this.onLine(line.toString("utf8", 0, end));
  }
}
