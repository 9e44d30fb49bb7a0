import { createHash } from "node:crypto";
import type { Connection } from "../connections/connection";
import { isRefusal } from "../connections/http-problems";
import { type Liveness, listen, livenessOf } from "../connections/listen";
import { walkPages } from "../discovery/walk";

/** How often a server that tells of no changes is asked, in milliseconds. */
const POLL_MS = 60_000;

/** Follows the changes of one connected server until it is stopped. */
export class LivenessWatch {
  readonly kind: Liveness;
  private readonly abort = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private last: string | undefined;

  /** @param onChange called when a poll saw another list; notifications are the connection's own business */
  constructor(
    private readonly connection: Connection,
    private readonly onChange: () => void,
    private readonly pollMs = POLL_MS,
  ) {
    this.kind = livenessOf(connection);
    if (this.kind === "listen") void listen(connection, this.abort.signal);
    if (this.kind === "poll") this.schedule();
  }

  /** Whether it still polls, or listens. */
  get running(): boolean {
    return !this.abort.signal.aborted;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.abort.abort();
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
    const method = connection.skillsDeclared ? "skills/list" : "resources/list";
    const key = connection.skillsDeclared ? "skills" : "resources";
    const walk = await walkPages(connection, { method, key, purpose: "poll", signal: this.abort.signal });
    if (isRefusal(walk.failed?.httpStatus)) this.stop();
    if (!this.running) return;
    if (walk.end.kind === "complete") {
      const hash = createHash("sha256");
      for (const page of walk.pages) hash.update(JSON.stringify(page.outcome));
      const now = hash.digest("hex");
      if (this.last !== undefined && this.last !== now) this.onChange();
      this.last = now;
    }
    this.schedule();
  }
}
