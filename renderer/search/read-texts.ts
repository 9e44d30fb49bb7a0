/** A file whose text was read on this page. */
export interface ReadText {
  serverId: string;
  uri: string;
  skillUri?: string;
  text: string;
  /** The same in lower case, where that keeps every position. */
  lower: string;
}

/** Where the words of a search are in a text that was read. */
export interface TextHit {
  serverId: string;
  uri: string;
  skillUri?: string;
  /** 1-based. */
  line: number;
  /** The line, or the part of it around the first word. */
  excerpt: string;
}

/** Most characters of one file, and of all: a search looks through them at every key. */
const FILE_LIMIT = 1_000_000;
const TOTAL_LIMIT = 8_000_000;
const EXCERPT = 140;

/** In the order of reading, the last one last. */
const texts = new Map<string, ReadText>();
let held = 0;

/** Keeps a text that was read, so that a search finds it; the oldest go when there are too many. */
export function rememberText(
  serverId: string,
  uri: string,
  skillUri: string | undefined,
  whole: string,
): void {
  const key = `${serverId} ${uri}`;
  const text = whole.slice(0, FILE_LIMIT);
  const small = text.toLowerCase();
  drop(key);
  const lower = small.length === text.length ? small : text;
  texts.set(key, { serverId, uri, ...(skillUri === undefined ? {} : { skillUri }), text, lower });
  held += text.length;
  for (const oldest of texts.keys()) {
    if (held <= TOTAL_LIMIT) break;
    drop(oldest);
  }
}

function drop(key: string): void {
  held -= texts.get(key)?.text.length ?? 0;
  texts.delete(key);
}

/**
 * Searches what was read, the last read first.
 * @param words lower case; a text fits that holds every one of them
 * @param servers those that are there: texts of others are left out
 * @param limit most hits
 */
export function searchTexts(
  words: readonly string[],
  servers: { has(serverId: string): boolean },
  limit: number,
): TextHit[] {
  const hits: TextHit[] = [];
  if (words.length === 0) return hits;
  for (const { serverId, uri, skillUri, text, lower } of [...texts.values()].reverse()) {
    if (hits.length >= limit) break;
    if (!servers.has(serverId) || !words.every((word) => lower.includes(word))) continue;
    const at = placeOf(lower, words);
    hits.push({
      serverId,
      uri,
      ...(skillUri === undefined ? {} : { skillUri }),
      line: text.slice(0, at).split("\n").length,
      excerpt: excerptAt(text, at),
    });
  }
  return hits;
}

/** Where the words stand together if they do, else where the first is. */
function placeOf(lower: string, words: readonly string[]): number {
  const together = lower.indexOf(words.join(" "));
  return together >= 0 ? together : lower.indexOf(words[0]!);
}

function excerptAt(text: string, at: number): string {
  const begin = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  const line = text.slice(begin, end < 0 ? text.length : end);
  const from = at - begin > EXCERPT / 2 ? at - begin - Math.floor(EXCERPT / 3) : 0;
  const cut = line.slice(from, from + EXCERPT).trim();
  return `${from > 0 ? "…" : ""}${cut}${from + EXCERPT < line.length ? "…" : ""}`;
}
