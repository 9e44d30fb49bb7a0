import type { EventMessage } from "../contract";

/**
 * What the preload puts on the window as `skillInspector`: two functions and nothing else. `call` takes every name
 * of the contract and besides them `bytes`, whose input is `{handle}` and whose value is a Uint8Array.
 */
export interface Bridge {
  call(name: string, input: unknown): Promise<unknown>;
  /** Returns its unsubscribe. */
  subscribe(listener: (events: EventMessage[]) => void): () => void;
}

/** Name of the bridge on the window. */
export const BRIDGE = "skillInspector";

/** The channels between preload and main process. */
export const CHANNELS = {
  call: "skill-inspector:call",
  /** Page to main: begin to send events, and stop. */
  subscribe: "skill-inspector:subscribe",
  unsubscribe: "skill-inspector:unsubscribe",
  /** Main to page: a batch. Page to main: it was taken. */
  events: "skill-inspector:events",
  taken: "skill-inspector:taken",
} as const;
