import type { EventMessage } from "../contract";

/** Events on their way to one page. */
export interface EventFeed {
  push(events: readonly EventMessage[]): void;
  close(): void;
}

/** What a page is told when events for it had to be dropped. */
export const OVERRUN = "The page was too slow for the events: everything shown is asked for again.";

/**
 * Sends batches one at a time, so that a page which stops reading holds up nobody and costs bounded memory: past
 * `limit` waiting events they are all dropped, and one `host: resync` takes their place.
 * @param send resolves when the batch was taken; a rejection ends the feed
 */
export function createEventFeed(send: (events: EventMessage[]) => Promise<void>, limit = 2_000): EventFeed {
  let waiting: EventMessage[] = [];
  let sending = false;
  let open = true;

  const drain = async () => {
    if (sending) return;
    sending = true;
    try {
      while (open && waiting.length > 0) {
        const batch = waiting;
        waiting = [];
        await send(batch);
      }
    } catch {
      open = false;
      waiting = [];
    } finally {
      sending = false;
    }
  };

  return {
    push(events) {
      if (!open || events.length === 0) return;
      if (waiting.length + events.length > limit && sending) {
        waiting = [{ event: "host", data: { state: "resync", message: OVERRUN } }];
      } else waiting.push(...events);
      void drain();
    },
    close() {
      open = false;
      waiting = [];
    },
  };
}
