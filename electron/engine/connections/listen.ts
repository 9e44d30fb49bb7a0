import type { Connection } from "./connection";

/** A request that stays open for as long as the connection: the longest time a timer can hold. */
const FOR_EVER = 2_147_483_647;
/** Names of notifications that say a list is no longer what it was. */
const CHANGED = /^notifications\/(resources|skills)\/(list_changed|updated)$/;

/** How a server's changes become known. */
export type Liveness = "notifications" | "listen" | "poll";

/** Whether a notification means that what was listed may have changed. */
export function saysChanged(method: string): boolean {
  return CHANGED.test(method);
}

/** How this server tells of changes: by itself (legacy), over `subscriptions/listen` (modern), or not at all. */
export function livenessOf(connection: Connection): Liveness {
  const resources = connection.capabilities.resources as { listChanged?: unknown } | undefined;
  if (resources?.listChanged !== true) return "poll";
  return connection.era === "modern" ? "listen" : "notifications";
}

/**
 * Opens the modern era's subscription to list changes (base spec 2026-07-28: subscriptions).
 * Resolves when the server ended it, or refused it; never rejects.
 */
export async function listen(connection: Connection, signal: AbortSignal): Promise<void> {
  await connection.request(
    "subscriptions/listen",
    { notifications: { resourcesListChanged: true } },
    { timeoutMs: FOR_EVER, signal, purpose: "listen" },
  );
}
