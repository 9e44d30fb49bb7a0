import type { Served } from "../conventions/convention";
import type { LibraryChange } from "../scan/library";
import { SUBSCRIPTION_KEY } from "./eras";
import { type Id, INVALID_PARAMS, isObject, type Json, RpcError } from "./json-rpc";

/** What one `subscriptions/listen` stream delivers (spec: Subscriptions). */
export interface ListenFilter {
  resourcesListChanged?: true;
  resourceSubscriptions?: string[];
}

const notification = (method: string, params?: Json) => ({
  jsonrpc: "2.0" as const,
  method,
  ...(params ? { params } : {}),
});

/** Of what a client asks for, the part this server can deliver. */
export function honoured(params: Json, served: Served): ListenFilter {
  if (!isObject(params.notifications)) {
    throw new RpcError(INVALID_PARAMS, "notifications must be an object that says what to listen for");
  }
  const { resourcesListChanged, resourceSubscriptions } = params.notifications;
  const resources = served.capabilities("modern").resources;
  const can = isObject(resources) ? resources : {};
  const filter: ListenFilter = {};
  if (resourcesListChanged === true && can.listChanged === true) filter.resourcesListChanged = true;
  if (Array.isArray(resourceSubscriptions) && can.subscribe === true) {
    filter.resourceSubscriptions = resourceSubscriptions.filter((uri) => typeof uri === "string");
  }
  return filter;
}

export function acknowledged(id: Id, filter: ListenFilter) {
  return notification("notifications/subscriptions/acknowledged", {
    _meta: { [SUBSCRIPTION_KEY]: id },
    notifications: filter,
  });
}

/** The notifications one stream gets of a change. */
export function forListener(id: Id, filter: ListenFilter, change: LibraryChange) {
  const _meta = { [SUBSCRIPTION_KEY]: id };
  const wanted = new Set(filter.resourceSubscriptions);
  return [
    ...(change.list && filter.resourcesListChanged
      ? [notification("notifications/resources/list_changed", { _meta })]
      : []),
    ...change.uris
      .filter((uri) => wanted.has(uri))
      .map((uri) => notification("notifications/resources/updated", { _meta, uri })),
  ];
}

/** The notifications a legacy session gets of a change. */
export function forSession(subscribed: ReadonlySet<string>, change: LibraryChange, served: Served) {
  const resources = served.capabilities("legacy").resources;
  const listed = isObject(resources) && resources.listChanged === true;
  const notices = served.listNotices ?? (listed ? ["notifications/resources/list_changed"] : []);
  return [
    ...(change.list ? notices.map((method) => notification(method)) : []),
    ...(served.changedUris?.(change) ?? change.uris)
      .filter((uri) => subscribed.has(uri))
      .map((uri) => notification("notifications/resources/updated", { uri })),
  ];
}
