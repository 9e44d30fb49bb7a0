import { samePlace, type Target } from "./target";

/** What was opened, like a browser's history of one tab. */
export interface History {
  readonly entries: readonly Target[];
  /** Index of the current entry; -1 while nothing is open. */
  readonly at: number;
}

export const NO_HISTORY: History = { entries: [], at: -1 };
const LIMIT = 200;

export function currentOf(history: History): Target | undefined {
  return history.entries[history.at];
}

/** Opens a target: what lay ahead is dropped; the same place again adds nothing. `replace` takes the current's place. */
export function opened(history: History, target: Target, replace = false): History {
  const current = currentOf(history);
  if (samePlace(current, target)) return history;
  const keep = history.entries.slice(0, replace ? Math.max(history.at, 0) : history.at + 1);
  const entries = [...keep, target].slice(-LIMIT);
  return { entries, at: entries.length - 1 };
}

/** Moves by steps (negative: back); stays within what is there. */
export function moved(history: History, steps: number): History {
  const at = Math.min(Math.max(history.at + steps, 0), history.entries.length - 1);
  return at === history.at ? history : { ...history, at };
}

/** Forgets every entry of a removed server; the current stays where it can. */
export function withoutServer(history: History, serverId: string): History {
  const current = currentOf(history);
  const entries = history.entries.filter((entry) => !("serverId" in entry) || entry.serverId !== serverId);
  if (entries.length === history.entries.length) return history;
  const kept = current ? entries.indexOf(current) : -1;
  return { entries, at: kept >= 0 ? kept : Math.min(history.at, entries.length - 1) };
}

/** The last place of a page that was open, for going to a section and finding it as it was left. */
export function lastWhere(history: History, wanted: (target: Target) => boolean): Target | undefined {
  for (let at = history.at; at >= 0; at--) {
    const entry = history.entries[at]!;
    if (wanted(entry)) return entry;
  }
  return history.entries.find(wanted);
}
