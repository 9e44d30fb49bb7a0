import type { EventMessage } from "../../shared/contract";

/** The part of a WebSocket that is used: the browser's, or a test's. */
export interface SocketLike {
  addEventListener(type: "open", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { code: number }) => void): void;
  send(data: string): void;
  close(): void;
}

export interface EventStream {
  /**
   * Fulfilled once events flow, or could not be had at the first try: what is asked from then on is either followed by
   * all that changes it, or followed by a `resync`.
   */
  settled: Promise<void>;
  close(): void;
}

export interface EventStreamOptions {
  url: string;
  session: string;
  openSocket: (url: string) => SocketLike;
  deliver: (events: EventMessage[]) => void;
}

/** The host's close code for a session it does not know. */
const NO_SESSION = 4401;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;
/** No page waits longer for its first events. */
const SETTLE_MS = 3_000;

/**
 * The events of the browser host. A stream that breaks is opened again, and the page is told: `host: lost` once,
 * then `host: resync` when events flow again, since what happened between is unknown; `host: ended` when the host
 * no longer knows this page's session, after which nothing is tried.
 */
export function openEventStream({ url, session, openSocket, deliver }: EventStreamOptions): EventStream {
  let socket: SocketLike | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MS;
  let lost = false;
  let unheard = false;
  let closed = false;
  let settle = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const late = setTimeout(() => {
    unheard = true;
    settle();
  }, SETTLE_MS);

  const tell = (state: "lost" | "resync" | "ended", message: string) =>
    deliver([{ event: "host", data: { state, message } }]);

  const onMessage = (data: unknown) => {
    const message = JSON.parse(String(data)) as { ready?: true; events?: EventMessage[] };
    if (message.ready) {
      wait = FIRST_WAIT_MS;
      if (lost || unheard) tell("resync", "Connected again.");
      lost = false;
      unheard = false;
      clearTimeout(late);
      settle();
    }
    if (message.events) deliver(message.events);
  };

  const onClose = (code: number) => {
    clearTimeout(late);
    settle();
    if (closed) return;
    if (code === NO_SESSION) {
      closed = true;
      return tell("ended", "This page's session is over. Open the address that the terminal shows.");
    }
    if (!lost) tell("lost", "The connection to the app's program broke; trying again.");
    lost = true;
    timer = setTimeout(connect, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  };

  const connect = () => {
    const opened = openSocket(url);
    socket = opened;
    // An error needs no listener: a close always follows it.
    opened.addEventListener("open", () => opened.send(JSON.stringify({ session })));
    opened.addEventListener("message", ({ data }) => onMessage(data));
    opened.addEventListener("close", ({ code }) => onClose(code));
  };

  connect();
  return {
    settled,
    close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(late);
      settle();
      socket?.close();
    },
  };
}
