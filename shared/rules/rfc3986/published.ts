import { normalise, parseUri } from "../../uri/rfc3986";
import { type EvidenceIndex, listOf } from "../evidence-index";

/**
 * Which published URIs of one server meet in one form. Built once for an evidence, on first use; only URIs that are
 * not in normal form are kept, since two different strings in normal form never meet.
 */

interface Published {
  /** Normal form to the other forms published. */
  unnormal: Map<string, string[]>;
  /** URI with its authority in lower case, to skills whose authority is not. */
  upperAuthority: Map<string, string[]>;
}

const cache = new WeakMap<EvidenceIndex, Published>();

/** Normal at a glance: the bulk of all URIs, which then need no parsing. */
const PLAIN = /^[a-z][a-z0-9+-]*:\/\/[a-z0-9_~-]+(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$/;

/** Other published URIs whose normal form is that of `uri`; each pair is named at one of its two URIs at least. */
export function unnormalTwins(index: EvidenceIndex, uri: string): string[] {
  const { unnormal } = published(index);
  if (unnormal.size === 0) return [];
  return (unnormal.get(normalise(uri)) ?? []).filter((other) => other !== uri);
}

/** Other skills whose URI differs from `uri` only in the case of its authority. */
export function caseTwins(index: EvidenceIndex, uri: string): string[] {
  const { upperAuthority } = published(index);
  if (upperAuthority.size === 0) return [];
  return (upperAuthority.get(lowerAuthority(uri)) ?? []).filter((other) => other !== uri);
}

function published(index: EvidenceIndex): Published {
  const known = cache.get(index);
  if (known) return known;
  const made: Published = { unnormal: new Map(), upperAuthority: new Map() };
  const add = (map: Map<string, string[]>, key: string, uri: string) => {
    const list = map.get(key);
    if (!list) map.set(key, [uri]);
    else if (!list.includes(uri)) list.push(uri);
  };
  const note = (uri: unknown) => {
    if (typeof uri !== "string" || PLAIN.test(uri)) return;
    const normal = normalise(uri);
    if (normal !== uri) add(made.unnormal, normal, uri);
  };
  for (const { uri, entry } of index.skills) {
    note(uri);
    const lower = PLAIN.test(uri) ? uri : lowerAuthority(uri);
    if (lower !== uri) add(made.upperAuthority, lower, uri);
    for (const file of filesOf(entry)) note((file as { uri?: unknown } | null)?.uri);
  }
  for (const page of index.server.resourcePages) {
    for (const resource of listOf(page, "resources")) note((resource as { uri?: unknown } | null)?.uri);
  }
  cache.set(index, made);
  return made;
}

function filesOf(entry: unknown): unknown[] {
  const resources = (entry as { resources?: unknown } | null | undefined)?.resources;
  return Array.isArray(resources) ? resources : [];
}

function lowerAuthority(uri: string): string {
  const span = parseUri(uri).spans.authority;
  return span ? uri.slice(0, span[0]) + uri.slice(...span).toLowerCase() + uri.slice(span[1]) : uri;
}
