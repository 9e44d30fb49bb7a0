import type { EventMessage, EventName, Events } from "../../shared/contract";

const BATCH_MS = 50;

/**
 * Gathers events and hands them on in batches, at most one every 50 ms. What only the newest of matters (`server`,
 * `check`) replaces its predecessor; rows, badges and skills are joined, so that a flood costs one message.
 */
export class EventHub {
  private readonly listeners = new Set<(events: EventMessage[]) => void>();
  private queue: EventMessage[] = [];
  private timer: NodeJS.Timeout | undefined;

  emit<N extends EventName>(event: N, data: Events[N]): void {
    if (this.listeners.size === 0) return;
    if (!this.merge({ event, data } as EventMessage)) this.queue.push({ event, data } as EventMessage);
    this.timer ??= setTimeout(() => this.flush(), BATCH_MS);
  }

  /** Whether anybody would get an event now. */
  get heard(): boolean {
    return this.listeners.size > 0;
  }

  /** Calls back with each batch; returns its unsubscribe. */
  subscribe(listener: (events: EventMessage[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Sends what is gathered now. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const events = this.queue;
    this.queue = [];
    if (events.length > 0) for (const listener of [...this.listeners]) listener(events);
  }

  private merge(next: EventMessage): boolean {
    for (let at = this.queue.length - 1; at >= 0; at--) {
      const last = this.queue[at]!;
      if (last.event !== next.event) continue;
      if (last.event === "traffic" && next.event === "traffic") {
        last.data.rows.push(...next.data.rows);
        last.data.dropped = next.data.dropped;
        return true;
      }
      const sameServer =
        "serverId" in last.data && "serverId" in next.data && last.data.serverId === next.data.serverId;
      if (!sameServer) continue;
      if (last.event === "server" || last.event === "check" || last.event === "catalog") {
        last.data = next.data as never;
        return true;
      }
      if (last.event === "skills" && next.event === "skills" && !next.data.reset) {
        last.data.added.push(...next.data.added);
        return true;
      }
      if (last.event === "badges" && next.event === "badges" && !next.data.reset) {
        last.data.badges.push(...next.data.badges);
        return true;
      }
      return false;
    }
    return false;
  }
}
