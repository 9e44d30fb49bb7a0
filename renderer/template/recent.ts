import { saveUi } from "../app/settings";
import type { Host } from "../client/host";
import { useApp } from "../state/store";
import type { FieldValues } from "./field-value";

/** A URI that was made from a template and read. */
export interface RecentExpansion {
  uri: string;
  fields: FieldValues;
}

const SETTING = "recentExpansions";
const PER_TEMPLATE = 12;
const TEMPLATES = 40;

type Stored = Record<string, RecentExpansion[]>;

/** Recent expansions of one template, newest first. */
export function useRecent(key: string): RecentExpansion[] {
  const stored = useApp((state) => state.settings.ui[SETTING]);
  return recentOf(stored, key);
}

/** Settings come from a file that anyone may have edited: what has another shape is left out. */
export function recentOf(stored: unknown, key: string): RecentExpansion[] {
  if (typeof stored !== "object" || stored === null || !Object.hasOwn(stored, key)) return [];
  const list = (stored as Record<string, unknown>)[key];
  if (!Array.isArray(list)) return [];
  return list.filter(
    (item): item is RecentExpansion =>
      typeof item === "object" &&
      item !== null &&
      typeof (item as RecentExpansion).uri === "string" &&
      typeof (item as RecentExpansion).fields === "object",
  );
}

/** Puts an expansion at the front of its template's list. */
export function remember(host: Host, key: string, expansion: RecentExpansion): void {
  const stored = useApp.getState().settings.ui[SETTING];
  const others = Object.entries((stored ?? {}) as Stored).filter(([other]) => other !== key);
  const list = [expansion, ...recentOf(stored, key).filter(({ uri }) => uri !== expansion.uri)];
  saveUi(host, {
    [SETTING]: Object.fromEntries([[key, list.slice(0, PER_TEMPLATE)], ...others.slice(0, TEMPLATES - 1)]),
  });
}
