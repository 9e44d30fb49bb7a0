import { createHash } from "node:crypto";
import type { Connection } from "../connections/connection";
import { isRefusal } from "../connections/http-problems";
import { type Liveness, listen, livenessOf, offersSubscriptions } from "../connections/listen";
import { walkPages } from "../discovery/walk";

/** How often a server that tells of no changes is asked, in milliseconds. */
const POLL_MS = 60_000;
/** Resources that are followed at once, the last opened ones. */
const FOLLOWED = 8;
/** How often a stream of changes that broke off is opened anew; after that the server is polled. */
const STREAMS = 5;

export interface LivenessSettings {
  pollMs?: number;
  /** The first pause before a stream that broke off is opened anew; each further one is twice as long. */
  retryMs?: number;
  /** Told in words how the stream of changes fares once it has broken off; each time in the place of the last. */
  onBroken?: (words: string) => void;
}

/** Follows the changes of one connected server until it is stopped, or until the server refuses to be asked. */
export class LivenessWatch {
  private readonly abort = new AbortController();
  private readonly pollMs: number;
  private readonly retryMs: number;
  private readonly onBroken: (words: string) => void;
  private timer: NodeJS.Timeout | undefined;
  private last: string | undefined;
  private followed: string[] = [];
  private stream: AbortController | undefined;
  private how: Liveness;

  /** @param onChange called when a poll saw another list; notifications are the connection's own business */
  constructor(
    private readonly connection: Connection,
    private readonly onChange: () => void,
    { pollMs = POLL_MS, retryMs = 1_000, onBroken = () => {} }: LivenessSettings = {},
  ) {
    this.onBroken = onBroken;
    this.pollMs = pollMs;
    this.retryMs = retryMs;
    this.how = livenessOf(connection);
    if (this.how === "listen") void this.listenOn();
    else this.schedule();
  }

  /** How changes become known by now; a server that promises a stream and gives none is polled in the end. */
  get kind(): Liveness {
    return this.how === "notifications" && !this.connection.pushes ? "poll" : this.how;
  }

  /** Whether it still polls, or listens. */
  get running(): boolean {
    return !this.abort.signal.aborted;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.abort.abort();
    this.stream?.abort();
  }

  /** Asks the server, where it offers that, to tell when this resource changes. The first of many is let go. */
  follow(uri: string): void {
    if (!this.running || this.followed.includes(uri) || !offersSubscriptions(this.connection)) return;
    this.followed.push(uri);
    const gone = this.followed.length > FOLLOWED ? this.followed.shift() : undefined;
    if (this.connection.era === "legacy") {
      this.subscription("resources/subscribe", uri);
      if (gone !== undefined) this.subscription("resources/unsubscribe", gone);
    } else if (this.how === "listen") this.stream?.abort();
  }

  private subscription(method: string, uri: string): void {
    void this.connection.request(method, { uri }, { purpose: "listen", signal: this.abort.signal });
  }

  /** Keeps a stream of changes open, anew for each change of what is followed, and polls where there is none. */
  private async listenOn(): Promise<void> {
    for (let broken = 0; broken < STREAMS && this.running; ) {
      this.stream = new AbortController();
      const asked = this.stream.signal;
      const { outcome, httpStatus } = await listen(this.connection, this.followed, asked);
      if (asked.aborted) continue;
      if (isRefusal(httpStatus)) return this.stop();
      if (outcome.kind === "error" || this.connection.closed) break;
      broken++;
      if (broken === STREAMS)
        this.onBroken(
          `The server's stream of changes ended ${STREAMS} times and is not opened again; ${this.polling}`,
        );
      else
        this.onBroken(
          `The server's stream of changes ended ${broken === 1 ? "once" : `${broken} times`}; it is opened again up to ${STREAMS - 1} times.`,
        );
      await this.pause(this.retryMs * 2 ** (broken - 1));
    }
    if (!this.running) return;
    this.how = "poll";
    this.schedule();
  }

  private get polling(): string {
    return `its lists are asked for every ${this.pollMs / 1_000} seconds instead.`;
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.timer = setTimeout(resolve, ms);
      this.abort.signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  private schedule(): void {
    this.timer = setTimeout(() => void this.poll(), this.pollMs);
    this.timer.unref();
  }

  /**
   * Lists quietly and compares; a list that cannot be had says nothing. One that is refused is not asked for again:
   * only its user can change that.
   */
  private async poll(): Promise<void> {
    const { connection } = this;
    if (this.kind !== "poll") return this.schedule();
    if (this.how === "notifications")
      this.onBroken(`The server keeps no stream of changes open; ${this.polling}`);
    const method = connection.skillsDeclared ? "skills/list" : "resources/list";
    const key = connection.skillsDeclared ? "skills" : "resources";
    const hash = createHash("sha256");
    const onPage = (items: unknown[]) => void hash.update(JSON.stringify(items));
    const { signal } = this.abort;
    const walk = await walkPages(connection, { method, key, purpose: "poll", signal, onPage });
    if (isRefusal(walk.failed?.httpStatus)) this.stop();
    if (!this.running) return;
    if (walk.end.kind === "complete") {
      const now = hash.digest("hex");
      if (this.last !== undefined && this.last !== now) this.onChange();
      this.last = now;
    }
    this.schedule();
  }
}
