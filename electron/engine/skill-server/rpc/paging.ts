import { INVALID_PARAMS, type Json, RpcError } from "./json-rpc";

/**
 * One page of a sorted list. A cursor names the list and the key after which the page begins, so it stays valid and
 * means the same while the list changes.
 * @param list what is paged, e.g. the method; a cursor of another list is refused
 * @throws RpcError -32602 for a cursor this server did not make
 */
export function page<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  params: Json,
  options: { list: string; size: number },
): { items: T[]; next: { nextCursor?: string } } {
  const after = readCursor(params.cursor, options.list);
  const start = after === undefined ? 0 : firstAfter(items, keyOf, after);
  const end = start + options.size;
  const last = items[end - 1];
  const more = end < items.length && last !== undefined;
  return {
    items: items.slice(start, end),
    next: more ? { nextCursor: makeCursor(options.list, keyOf(last)) } : {},
  };
}

const makeCursor = (list: string, key: string) =>
  Buffer.from(`${list}\n${key}`, "utf8").toString("base64url");

function readCursor(cursor: unknown, list: string): string | undefined {
  if (cursor === undefined) return undefined;
  if (typeof cursor === "string") {
    const text = Buffer.from(cursor, "base64url").toString("utf8");
    const key = text.startsWith(`${list}\n`) ? text.slice(list.length + 1) : undefined;
    if (key !== undefined && makeCursor(list, key) === cursor) return key;
  }
  throw new RpcError(INVALID_PARAMS, "Invalid cursor: use a nextCursor of the same list unchanged");
}

function firstAfter<T>(items: readonly T[], keyOf: (item: T) => string, key: string): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyOf(items[middle]!) > key) high = middle;
    else low = middle + 1;
  }
  return low;
}
