import type { Connection } from "./connection";
import type { RpcExchange } from "./rpc-exchange";

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

/** The resource that a notification says was updated, if it is one of those. */
export function updatedUri(method: string, params: unknown): string | undefined {
  const uri = (params as { uri?: unknown } | undefined)?.uri;
  return method === "notifications/resources/updated" && typeof uri === "string" ? uri : undefined;
}

/** How this server tells of changes: by itself (legacy), over `subscriptions/listen` (modern), or not at all. */
export function livenessOf(connection: Connection): Liveness {
  const { resources, skills } = connection.capabilities as Record<
    string,
    { listChanged?: unknown } | undefined
  >;
  if (resources?.listChanged !== true && skills?.listChanged !== true) return "poll";
  return connection.era === "modern" ? "listen" : "notifications";
}

/** Whether the server offers to tell when one resource changes (base spec: resources, subscriptions). */
export function offersSubscriptions(connection: Connection): boolean {
  const { resources } = connection.capabilities as Record<string, { subscribe?: unknown } | undefined>;
  return resources?.subscribe === true;
}

/**
 * Opens the modern era's subscription to list changes and to updates of the given resources (base spec 2026-07-28:
 * subscriptions). Resolves when the server ended it, or refused it; never rejects.
 */
export function listen(
  connection: Connection,
  uris: readonly string[],
  signal: AbortSignal,
): Promise<RpcExchange> {
  const subscribed = uris.length > 0 ? { resourceSubscriptions: [...uris] } : {};
  return connection.request(
    "subscriptions/listen",
    { notifications: { resourcesListChanged: true, ...subscribed } },
    { timeoutMs: FOR_EVER, signal, purpose: "listen" },
  );
}
