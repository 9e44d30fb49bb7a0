import type { SkillSummary } from "../../shared/model/skill";
import type { SkillList } from "../state/skill-list";

/** Lower-case texts of a list's rows with the rows they were made of, kept as long as the list is. */
const haystacks = new WeakMap<SkillList["rows"], { texts: string[]; made: SkillSummary[] }>();

function haystackOf(rows: SkillList["rows"]): string[] {
  const held = haystacks.get(rows) ?? { texts: [], made: [] };
  haystacks.set(rows, held);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    if (held.made[at] === row) continue;
    held.texts[at] = textOf(row);
    held.made[at] = row;
  }
  return held.texts;
}

function textOf({ name, description, uri }: SkillSummary): string {
  return `${name}\n${uri}\n${description}`.toLowerCase();
}

/** The words of a query, lower case; every one must be found. */
export function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Indexes of rows whose name, URI or description holds every word, in list order. */
export function matchSkills(list: SkillList, words: readonly string[]): number[] {
  const texts = haystackOf(list.rows);
  const found: number[] = [];
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at]!;
    if (words.every((word) => text.includes(word))) found.push(at);
  }
  return found;
}

/** How well a skill fits: lower is better. Names before URIs before descriptions, beginnings before middles. */
export function rank({ name, uri }: { name: string; uri: string }, words: readonly string[]): number {
  const lower = name.toLowerCase();
  const where = lower.indexOf(words[0] ?? "");
  if (lower === words.join(" ")) return 0;
  if (where === 0) return 1;
  if (where > 0) return 2;
  return uri.toLowerCase().includes(words[0] ?? "") ? 3 : 4;
}

/** Cuts a text into parts that match a word and parts that do not, for marking. */
export function marked(text: string, words: readonly string[]): { text: string; hit: boolean }[] {
  if (words.length === 0) return [{ text, hit: false }];
  const lower = text.toLowerCase();
  // Lower-casing can change a text's length (İ): then positions would be off, so nothing is marked.
  if (lower.length !== text.length) return [{ text, hit: false }];
  const parts: { text: string; hit: boolean }[] = [];
  let at = 0;
  while (at < text.length) {
    let next = -1;
    let length = 0;
    for (const word of words) {
      const found = lower.indexOf(word, at);
      if (found >= 0 && (next < 0 || found < next || (found === next && word.length > length))) {
        next = found;
        length = word.length;
      }
    }
    if (next < 0) break;
    if (next > at) parts.push({ text: text.slice(at, next), hit: false });
    parts.push({ text: text.slice(next, next + length), hit: true });
    at = next + length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), hit: false });
  return parts;
}

/** True when a text is more likely a URI to open than words to search. */
export function looksLikeUri(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/?\S/.test(text.trim()) && !/\s/.test(text.trim());
}
