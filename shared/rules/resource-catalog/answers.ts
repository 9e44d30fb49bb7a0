import type { Exchange } from "../../model/evidence";
import { resultOf } from "../answers";
import { isRecord, member } from "../values";

/** Looking into what the contract's resources hold. The contract fixes no container, so several are accepted. */

/** The first content of a read that has text. */
export function contentOf(
  exchange: Exchange | undefined,
): { text: string; mimeType: unknown; meta: unknown } | undefined {
  const contents = resultOf(exchange)?.contents;
  if (!Array.isArray(contents)) return undefined;
  const content = contents.find((item) => typeof member(item, "text") === "string");
  return isRecord(content)
    ? { text: content.text as string, mimeType: content.mimeType, meta: content._meta }
    : undefined;
}

const parsed = new WeakMap<Exchange, { value: unknown }>();

/** The JSON that a read gave; undefined when it gave none. */
export function jsonOf(exchange: Exchange | undefined): unknown {
  if (!exchange) return undefined;
  const known = parsed.get(exchange);
  if (known) return known.value;
  const text = contentOf(exchange)?.text;
  let value: unknown;
  try {
    value = text === undefined ? undefined : JSON.parse(text);
  } catch {
    value = undefined;
  }
  parsed.set(exchange, { value });
  return value;
}

/** A list of records with the cursor that leads on. */
export interface Listing {
  records: unknown[];
  cursor?: string;
}

const CONTAINERS = ["skills", "prompts", "items", "records"];

/** The list an index read gave: an array, or an object with one array of records. */
export function listingOf(exchange: Exchange | undefined): Listing | undefined {
  const value = jsonOf(exchange);
  if (Array.isArray(value)) return { records: value };
  if (!isRecord(value)) return undefined;
  const named = CONTAINERS.map((key) => member(value, key)).find(Array.isArray);
  const arrays = Object.values(value).filter(Array.isArray);
  const records = named ?? (arrays.length === 1 ? arrays[0] : undefined);
  if (!records) return undefined;
  const cursor = Object.entries(value).find(([key, item]) => /cursor|^next$/i.test(key) && item)?.[1];
  return {
    records,
    ...(typeof cursor === "string" || typeof cursor === "number" ? { cursor: `${cursor}` } : {}),
  };
}

/** The string ids of records, in their order. */
export function idsOf(listing: Listing | undefined): string[] {
  return (listing?.records ?? [])
    .map((record) => member(record, "id"))
    .filter((id) => typeof id === "string");
}

/** Every string in a JSON value, keys left out. */
export function stringsIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (depth > 8 || typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((item) => stringsIn(item, depth + 1));
}

const REFERENCE_KEYS = /^(?:declared_?)?(?:references?|refs?)(?:_?ids?)?$/i;

/** The reference ids a record declares; undefined when it has no array of them. */
export function referencesOf(record: unknown): string[] | undefined {
  if (!isRecord(record)) return undefined;
  const list = Object.entries(record).find(
    ([key, item]) => REFERENCE_KEYS.test(key) && Array.isArray(item),
  )?.[1];
  if (!Array.isArray(list)) return undefined;
  return list
    .map((item) => (typeof item === "string" ? item : (member(item, "id") ?? member(item, "ref_id"))))
    .filter((id) => typeof id === "string")
    .map((id) => /^resource:\/\/skills\/[^/]+\/references\/(.+)$/.exec(id)?.[1] ?? id);
}
