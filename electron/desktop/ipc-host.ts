import { CHANNELS } from "../../shared/client/bridge";
import { dispatch } from "../../shared/client/dispatch";
import { createEventFeed, type EventFeed } from "../../shared/client/event-feed";
import { STALE_HANDLE } from "../../shared/client/in-process-client";
import type { CallResult, ContractHandler, EventMessage } from "../../shared/contract";

/** The frame a message came from, as Electron tells it. */
export interface SenderFrame {
  url: string;
  /** Null for the page itself; set for a frame inside it. */
  parent: unknown;
}

/** The page a message came from. */
export interface Sender {
  readonly id: number;
  isDestroyed(): boolean;
  send(channel: string, ...args: unknown[]): void;
}

export interface IpcEvent {
  sender: Sender;
  /** Null when the frame has gone meanwhile. */
  senderFrame: SenderFrame | null;
}

/** The part of Electron's ipcMain that is used. */
export interface IpcMainLike {
  handle(channel: string, listener: (event: IpcEvent, ...args: unknown[]) => Promise<unknown>): void;
  removeHandler(channel: string): void;
  on(channel: string, listener: (event: IpcEvent, ...args: unknown[]) => void): unknown;
  removeListener(channel: string, listener: (event: IpcEvent, ...args: unknown[]) => void): unknown;
}

export interface IpcHost {
  /** Sends events of the desktop itself (menu, drop, link) to every page, or to the first that will listen. */
  send(events: EventMessage[]): void;
  /** Forgets a page's subscription: it was closed, crashed or is being loaded anew. */
  forget(senderId: number): void;
  close(): void;
}

export interface IpcHostOptions {
  ipc: IpcMainLike;
  handler: ContractHandler;
  /** Origin of the app's own page, e.g. `app://inspector`. */
  origin: string;
  report?: (error: unknown) => void;
}

const MAX_WAITING = 20;

const FORBIDDEN: CallResult<never> = {
  ok: false,
  code: "forbidden",
  message: "Only the app's own page may call.",
};

/** The contract over IPC. Each message is looked at for where it comes from before anything else is done with it. */
export function createIpcHost({ ipc, handler, origin, report }: IpcHostOptions): IpcHost {
  const pages = new Map<number, Page>();
  /** What was sent before any page listened: the app may be started by what it is to open. */
  let waiting: EventMessage[] = [];
  const trusted = (event: IpcEvent) => isOwnPage(event.senderFrame, origin);

  const onCall = async (event: IpcEvent, name: unknown, input: unknown): Promise<CallResult<unknown>> => {
    if (!trusted(event)) return FORBIDDEN;
    return name === "bytes" ? readBytes(handler, input) : dispatch(handler, name, input, report);
  };
  const forget = (senderId: number) => {
    pages.get(senderId)?.close();
    pages.delete(senderId);
  };
  const onSubscribe = (event: IpcEvent) => {
    if (!trusted(event)) return;
    forget(event.sender.id);
    const page = openPage(event.sender, handler);
    pages.set(event.sender.id, page);
    if (waiting.length > 0) page.feed.push(waiting);
    waiting = [];
  };
  const onUnsubscribe = (event: IpcEvent) => {
    if (trusted(event)) forget(event.sender.id);
  };
  const onTaken = (event: IpcEvent) => {
    if (trusted(event)) pages.get(event.sender.id)?.taken();
  };

  ipc.handle(CHANNELS.call, onCall);
  ipc.on(CHANNELS.subscribe, onSubscribe);
  ipc.on(CHANNELS.unsubscribe, onUnsubscribe);
  ipc.on(CHANNELS.taken, onTaken);
  return {
    send: (events) => {
      // A menu item is for the page that is there; what was to be opened can wait for one.
      const keep = pages.size === 0 ? events.filter(({ event }) => event !== "command") : [];
      waiting = [...waiting, ...keep].slice(-MAX_WAITING);
      for (const page of pages.values()) page.feed.push(events);
    },
    forget,
    close() {
      for (const id of [...pages.keys()]) forget(id);
      ipc.removeHandler(CHANNELS.call);
      ipc.removeListener(CHANNELS.subscribe, onSubscribe);
      ipc.removeListener(CHANNELS.unsubscribe, onUnsubscribe);
      ipc.removeListener(CHANNELS.taken, onTaken);
    },
  };
}

/** Whether a frame is the app's own page: the outermost frame, at the app's own origin. */
export function isOwnPage(frame: SenderFrame | null, origin: string): boolean {
  if (!frame || frame.parent !== null) return false;
  return frame.url === origin || frame.url.startsWith(`${origin}/`);
}

interface Page {
  feed: EventFeed;
  /** The page has taken the batch that was sent last. */
  taken(): void;
  close(): void;
}

/** One page's events. The next batch waits until the page took the last: a page that hangs collects nothing. */
function openPage(sender: Sender, handler: ContractHandler): Page {
  let taken: (() => void) | undefined;
  const feed = createEventFeed(
    (events) =>
      new Promise((resolve, reject) => {
        if (sender.isDestroyed()) return reject(new Error("The page is gone."));
        taken = resolve;
        sender.send(CHANNELS.events, events);
      }),
  );
  const unsubscribe = handler.subscribe((events) => feed.push(events));
  return {
    feed,
    taken: () => taken?.(),
    close() {
      unsubscribe();
      feed.close();
    },
  };
}

async function readBytes(handler: ContractHandler, input: unknown): Promise<CallResult<Uint8Array>> {
  const handle = (input as { handle?: unknown } | null)?.handle;
  if (typeof handle !== "string")
    return { ok: false, code: "bad-input", message: "bytes: handle: expected a string" };
  const bytes = await handler.bytes(handle).catch(() => undefined);
  return bytes ? { ok: true, value: bytes } : { ok: false, code: "stale-handle", message: STALE_HANDLE };
}
