import type { TrafficKind, TrafficMessage, TrafficRow } from "../../../shared/model/traffic";
import type { WireMessage } from "./wire";

const PREVIEW = 160;
/** A single message is kept up to this many characters; the rest is cut and said so. */
const TEXT_LIMIT = 2 * 1024 * 1024;

export interface TrafficLimits {
  /** Rows kept. */
  rows: number;
  /** Characters of raw text kept over all rows; the oldest texts go first. */
  characters: number;
}

/**
 * The record of all traffic of all servers, bounded in rows and in text. Rows leave in batches to the UI; the raw
 * text of one is asked for when it is looked at.
 */
export class Traffic {
  private rows: TrafficMessage[] = [];
  private first = 1;
  private next = 1;
  private characters = 0;
  /** Rows before this index have lost their text already. */
  private textFrom = 0;
  dropped = 0;
  onRow?: (row: TrafficRow) => void;

  constructor(public limits: TrafficLimits = { rows: 100_000, characters: 64 * 1024 * 1024 }) {}

  /** Adds one message. @returns its number. */
  add(message: Omit<TrafficMessage, "seq" | "bytes" | "preview">): number {
    const bytes = message.raw.length;
    const cut = bytes > TEXT_LIMIT;
    const raw = cut ? message.raw.slice(0, TEXT_LIMIT) : message.raw;
    const row: TrafficMessage = {
      ...message,
      seq: this.next++,
      bytes,
      preview: raw.slice(0, PREVIEW),
      raw,
      ...(cut ? { cut: true } : {}),
    };
    this.rows.push(row);
    this.characters += raw.length;
    this.shrink();
    this.onRow?.(withoutText(row));
    return row.seq;
  }

  /** The message with this number, or undefined when it was dropped. */
  get(seq: number): TrafficMessage | undefined {
    return this.rows[seq - this.first];
  }

  /** Notes that two rows are request and answer. */
  pair(request: number, response: number): void {
    const row = this.get(request);
    if (row) row.pair = response;
  }

  /** The last `limit` rows before number `before`, oldest first. */
  page(before: number | undefined, limit: number, serverId?: string): TrafficRow[] {
    const end =
      before === undefined ? this.rows.length : Math.max(0, Math.min(this.rows.length, before - this.first));
    const page: TrafficRow[] = [];
    for (let at = end - 1; at >= 0 && page.length < limit; at--) {
      const row = this.rows[at]!;
      if (serverId === undefined || row.serverId === serverId) page.push(withoutText(row));
    }
    return page.reverse();
  }

  clear(): void {
    this.first = this.next;
    this.rows = [];
    this.characters = 0;
    this.textFrom = 0;
    this.dropped = 0;
  }

  private shrink(): void {
    // Dropping a tenth at once keeps the cost of a message constant.
    if (this.rows.length > this.limits.rows) {
      const gone = this.rows.splice(0, Math.ceil(this.limits.rows / 10));
      for (const row of gone) this.characters -= row.raw.length;
      this.first += gone.length;
      this.dropped += gone.length;
      this.textFrom = Math.max(0, this.textFrom - gone.length);
    }
    while (this.characters > this.limits.characters && this.textFrom < this.rows.length - 1) {
      const row = this.rows[this.textFrom++]!;
      this.characters -= row.raw.length - Math.min(row.raw.length, PREVIEW);
      if (row.raw.length > PREVIEW) {
        row.raw = row.preview;
        row.cut = true;
      }
    }
  }
}

function withoutText({ raw: _raw, headers: _headers, ...row }: TrafficMessage): TrafficRow {
  return row;
}

/** What a JSON-RPC message is, for its row. */
export function kindOf(message: WireMessage): TrafficKind {
  if (message.method !== undefined) return message.id === undefined ? "notification" : "request";
  return message.error !== undefined ? "error" : "response";
}

/** Replaces each known secret in a text by `•••`, so that none reaches traffic, reports or the UI. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  let masked = text;
  for (const secret of secrets) if (secret.length >= 4) masked = masked.split(secret).join("•••");
  return masked;
}

/** Shorter secrets than this could be words of a text, and what a server serves must not be altered for them. */
const UNMISTAKABLE = 16;

/**
 * An answer without the secrets that the server sent back in it, before anything of it becomes evidence, a report or
 * an export. Only secrets too long to be there by chance count: the others are masked in the traffic alone.
 */
export function maskAnswer(text: string, secrets: readonly string[]): string {
  const long = secrets.filter((secret) => secret.length >= UNMISTAKABLE);
  return long.length === 0 ? text : maskSecrets(text, long);
}

/** Header values and body without secrets that the server sent back. */
export function maskInfo<T extends { headers?: Record<string, string>; body?: string }>(
  info: T | undefined,
  secrets: readonly string[],
): T | undefined {
  if (!info || secrets.length === 0) return info;
  const mask = (text: string) => maskAnswer(text, secrets);
  const headers = Object.entries(info.headers ?? {}).map(([name, value]) => [name, mask(value)]);
  return {
    ...info,
    ...(info.headers ? { headers: Object.fromEntries(headers) } : {}),
    ...(info.body === undefined ? {} : { body: mask(info.body) }),
  };
}
