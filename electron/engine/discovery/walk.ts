import type { WalkEnd } from "../../../shared/model/evidence";
import { limitText, whereToChange } from "../../../shared/model/limits";
import type { Connection } from "../connections/connection";
import type { RpcExchange } from "../connections/rpc-exchange";

export interface WalkOptions {
  method: string;
  /** Key of the array in each page's result. */
  key: string;
  params?: Record<string, unknown>;
  purpose: string;
  signal?: AbortSignal;
  /** Pages at most, where it is fewer than the limit; reaching it is "incomplete", never a fault of the server. */
  maxPages?: number;
  /** Called for each page as it comes, so that a long listing shows at once. */
  onPage?: (items: unknown[], exchange: RpcExchange) => void;
}

export interface Walk {
  pages: RpcExchange[];
  end: WalkEnd;
  /** The exchange that failed, when `end` is an error. */
  failed?: RpcExchange;
}

/**
 * Follows `nextCursor` to the end (base spec: pagination). An empty string is a valid cursor; a cursor seen before
 * or a page that only repeats what came before ends the walk, with that as its reason.
 */
export async function walkPages(connection: Connection, options: WalkOptions): Promise<Walk> {
  const { method, key, params = {}, purpose, signal } = options;
  const { limits } = connection;
  const maxPages = Math.min(options.maxPages ?? limits.pages, limits.pages);
  const pages: RpcExchange[] = [];
  const cursors = new Set<string>();
  const uris = new Set<string>();
  let cursor: string | undefined;
  let items = 0;
  for (;;) {
    const exchange = await connection.request(method, cursor === undefined ? params : { ...params, cursor }, {
      purpose,
      signal,
    });
    pages.push(exchange);
    if (exchange.outcome.kind !== "result") {
      return { pages, end: { kind: "error", exchangeId: exchange.id }, failed: exchange };
    }
    const result = exchange.outcome.result as Record<string, unknown> | null;
    const found = result?.[key];
    const list: unknown[] = Array.isArray(found) ? found : [];
    const fresh = list.some((item) => isNew(item, uris));
    options.onPage?.(list, exchange);
    items += list.length;
    const next = result?.nextCursor;
    if (typeof next !== "string") return { pages, end: { kind: "complete" } };
    if (cursors.has(next))
      return { pages, end: { kind: "repeated-cursor", cursor: next, exchangeId: exchange.id } };
    if (pages.length > 1 && list.length > 0 && !fresh)
      return { pages, end: { kind: "repeats-entries", exchangeId: exchange.id } };
    if (pages.length >= maxPages)
      return { pages, end: { kind: "limit", reason: stopped("pages", maxPages, limits.pages) } };
    if (items >= limits.entries)
      return { pages, end: { kind: "limit", reason: stopped("entries", items, limits.entries) } };
    cursors.add(next);
    cursor = next;
  }
}

/** Why the walk was ended, with the limit where one of the settings ended it. */
function stopped(id: "pages" | "entries", count: number, limit: number): string {
  const how = `stopped after ${count.toLocaleString("en")} ${id}`;
  return count < limit ? how : `${how}, since ${limitText(id, limit)}. ${whereToChange(id)}`;
}

/** Remembers an item by its uri; what has none always counts as new. */
function isNew(item: unknown, uris: Set<string>): boolean {
  const record = item as { uri?: unknown; uriTemplate?: unknown } | null;
  const uri = record?.uri ?? record?.uriTemplate;
  if (typeof uri !== "string") return true;
  if (uris.has(uri)) return false;
  uris.add(uri);
  return true;
}
