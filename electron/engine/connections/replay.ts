import type { Evidence, SavedExchange } from "../inspection/evidence-file";
import type { WireHandlers, WireKind, WireMessage, WireTransport } from "./wire";

/** Said of a request that the evidence does not hold; rules that need it are untestable. */
export const NOT_SAVED = "this request is not in the saved evidence";

/**
 * Saved evidence as a peer: a request is answered with what the server answered to the same request, the n-th with
 * the n-th. Shared by all connections of one run, as the probes used their own.
 */
export class Recording {
  private readonly answers = new Map<string, SavedExchange[]>();

  constructor(readonly evidence: Evidence) {
    for (const exchange of evidence.exchanges) {
      const key = keyOf(exchange.method, exchange.params, exchange.metaKeys);
      const list = this.answers.get(key);
      if (list) list.push(exchange);
      else this.answers.set(key, [exchange]);
    }
  }

  /** The next answer to a request; the last one stays, for a request that is sent more often than it was saved. */
  next(method: string, params: Record<string, unknown>, metaKeys?: string[]): SavedExchange | undefined {
    const list = this.answers.get(keyOf(method, params, metaKeys));
    return list && list.length > 1 ? list.shift() : list?.[0];
  }
}

/** Carries messages to and from a recording. */
export class ReplayTransport implements WireTransport {
  kind: WireKind = "memory";
  private recording!: Recording;
  handlers!: WireHandlers;
  private closed = false;
  private told = false;

  constructor(private readonly loading: Promise<Recording>) {}

  async start(): Promise<void> {
    this.recording = await this.loading;
    this.kind = this.recording.evidence.header.transport;
  }

  async send(_text: string, message: WireMessage): Promise<void> {
    if (message.id === undefined || message.method === undefined) return;
    const { _meta: meta, ...params } = message.params ?? {};
    const keys = typeof meta === "object" && meta !== null ? Object.keys(meta) : undefined;
    const saved = this.recording.next(message.method, params, keys);
    setImmediate(() => this.answer(message.id as number, saved));
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.handlers.onClose({ reason: "asked", message: "Closed." });
  }

  private answer(id: number, saved: SavedExchange | undefined): void {
    if (this.closed) return;
    if (!this.told) {
      this.told = true;
      for (const event of this.recording.evidence.header.wire) {
        if (event.kind === "noise") this.handlers.onNoise(event.text, event.text.length, false);
        else this.handlers.onText(event.text);
      }
    }
    if (saved?.answer === undefined) {
      this.handlers.onFailure(id, saved?.failure ?? NOT_SAVED);
      return;
    }
    const info =
      saved.httpStatus === undefined ? undefined : { httpStatus: saved.httpStatus, headers: saved.headers };
    this.handlers.onText(withId(saved.answer, id), info);
  }
}

/** The answer with the id of this request: ids are not the same in every run. What is no JSON stays as it was. */
function withId(raw: string, id: number): string {
  try {
    const message: unknown = JSON.parse(raw);
    return typeof message === "object" && message !== null ? JSON.stringify({ ...message, id }) : raw;
  } catch {
    return raw;
  }
}

/** A request is the same when method and params are, and the same `_meta` went with it: probes leave keys out. */
function keyOf(method: string, params: Record<string, unknown>, metaKeys: string[] = []): string {
  const { _meta: _, ...plain } = params;
  const sorted = Object.entries(plain).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${method} ${[...metaKeys].sort().join(",")} ${JSON.stringify(sorted)}`;
}
