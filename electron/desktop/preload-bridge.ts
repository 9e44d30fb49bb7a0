import { type Bridge, CHANNELS } from "../../shared/client/bridge";
import type { EventMessage } from "../../shared/contract";

/** The part of Electron's ipcRenderer that is used. */
export interface IpcRendererLike {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>;
  send(channel: string, ...args: unknown[]): void;
  on(channel: string, listener: (event: unknown, events: EventMessage[]) => void): unknown;
}

export interface PreloadBridge {
  bridge: Bridge;
  /** Gives listeners events that arose in the page's own window, e.g. a drop. */
  deliver(events: EventMessage[]): void;
}

/** The bridge over an ipcRenderer. The main process sends events only while somebody listens. */
export function createBridge(ipc: IpcRendererLike): PreloadBridge {
  const listeners = new Set<(events: EventMessage[]) => void>();
  const deliver = (events: EventMessage[]) => {
    for (const listener of listeners) listener(events);
  };
  ipc.on(CHANNELS.events, (_event, events) => {
    try {
      deliver(events);
    } finally {
      ipc.send(CHANNELS.taken);
    }
  });
  return {
    deliver,
    bridge: {
      call: (name, input) => ipc.invoke(CHANNELS.call, name, input),
      subscribe(listener) {
        // A function of its own per subscription: the same listener given twice counts twice.
        const own = (events: EventMessage[]) => listener(events);
        listeners.add(own);
        if (listeners.size === 1) ipc.send(CHANNELS.subscribe);
        return () => {
          if (listeners.delete(own) && listeners.size === 0) ipc.send(CHANNELS.unsubscribe);
        };
      },
    },
  };
}
