import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Exchange } from "../../../shared/model/evidence";
import type { ReportExchange } from "../../../shared/model/report";
import type { RpcExchange } from "../connections/rpc-exchange";
import type { SavedExchange } from "./evidence-file";

/** Characters of raw answers kept in memory; what comes after goes to a temporary file. */
const IN_MEMORY = 48 * 1024 * 1024;

interface Entry {
  exchange: Omit<Exchange, "outcome">;
  /** The raw answer, or where it lies in the spill file. */
  answer: string | { at: number; bytes: number } | undefined;
  failure?: string;
}

/** Every exchange of one run with its raw answer, so that a finding can show what proves it. */
export class ExchangeLog {
  private readonly entries = new Map<string, Entry>();
  private inMemory = 0;
  private spill: { folder: string; file: number; size: number } | undefined;
  private count = 0;

  /** The next id, unique over all connections of the run. */
  nextId = (): string => `x${++this.count}`;

  get size(): number {
    return this.entries.size;
  }

  add(exchange: RpcExchange): void {
    const { outcome, rawAnswer, answerSeq: _a, seq: _s, ...kept } = exchange;
    this.entries.set(exchange.id, {
      exchange: kept,
      answer: rawAnswer === undefined ? undefined : this.keep(rawAnswer),
      ...(outcome.kind === "none" ? { failure: outcome.reason } : {}),
    });
  }

  /** The exchanges with these ids as a report prints them, in the order sent. */
  report(ids: Iterable<string>): ReportExchange[] {
    const wanted = [...new Set(ids)].filter((id) => this.entries.has(id));
    wanted.sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
    return wanted.map((id) => this.print(this.entries.get(id)!));
  }

  /** All exchanges as evidence saves them, one at a time. */
  *saved(): Generator<SavedExchange> {
    for (const { exchange, answer, failure } of this.entries.values()) {
      const raw = typeof answer === "object" ? this.fetch(answer) : answer;
      yield {
        ...exchange,
        ...(raw === undefined ? {} : { answer: raw }),
        ...(failure === undefined ? {} : { failure }),
      };
    }
  }

  /** Removes the temporary file. */
  close(): void {
    if (!this.spill) return;
    closeSync(this.spill.file);
    rmSync(this.spill.folder, { recursive: true, force: true });
    this.spill = undefined;
  }

  private keep(raw: string): Entry["answer"] {
    if (this.inMemory + raw.length <= IN_MEMORY) {
      this.inMemory += raw.length;
      return raw;
    }
    if (!this.spill) {
      const folder = mkdtempSync(join(tmpdir(), "skill-inspector-"));
      this.spill = { folder, file: openSync(join(folder, "answers"), "w+", 0o600), size: 0 };
    }
    const bytes = Buffer.from(raw, "utf8");
    writeSync(this.spill.file, bytes, 0, bytes.length, this.spill.size);
    const place = { at: this.spill.size, bytes: bytes.length };
    this.spill.size += bytes.length;
    return place;
  }

  private print({ exchange, answer, failure }: Entry): ReportExchange {
    const raw = typeof answer === "object" ? this.fetch(answer) : answer;
    return {
      id: exchange.id,
      method: exchange.method,
      purpose: exchange.purpose,
      request: exchange.params,
      ...(raw === undefined ? {} : { response: responseOf(raw) }),
      ...(failure === undefined ? {} : { failure }),
      startedAt: new Date(exchange.startedAt).toISOString(),
      durationMs: Math.round(exchange.durationMs * 1000) / 1000,
      ...(exchange.httpStatus === undefined ? {} : { httpStatus: exchange.httpStatus }),
    };
  }

  private fetch(place: { at: number; bytes: number }): string {
    const buffer = Buffer.alloc(place.bytes);
    if (this.spill) readSync(this.spill.file, buffer, 0, place.bytes, place.at);
    return buffer.toString("utf8");
  }
}

function responseOf(raw: string): unknown {
  try {
    const message = JSON.parse(raw) as { result?: unknown; error?: unknown };
    if (message && typeof message === "object") {
      if ("error" in message) return { error: message.error };
      if ("result" in message) return { result: message.result };
    }
  } catch {
    // Not JSON: shown as it came.
  }
  return { raw: raw.slice(0, 20_000) };
}
