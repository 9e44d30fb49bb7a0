import { create } from "zustand";
import type { Convention, SkillSummary } from "../../shared/model/skill";
import { matchSkills } from "../search/match";
import type { Badges } from "../state/badges";
import type { SkillList } from "../state/skill-list";

/** What a skill can be narrowed by, besides its text. Each that is on must hold. */
export const KINDS = [
  { id: "findings", label: "has findings" },
  { id: "unverifiable", label: "unverifiable" },
  { id: "invalid", label: "invalid" },
] as const;
export type Kind = (typeof KINDS)[number]["id"];

export interface TreeFilters {
  kinds: ReadonlySet<Kind>;
  convention?: Convention;
}

const NONE: TreeFilters = { kinds: new Set(), convention: undefined };

/** The filters that are on; nothing of them is remembered. */
export const useTreeFilters = create<TreeFilters>(() => NONE);
export const clearFilters = (): void => useTreeFilters.setState(NONE);

export function toggleKind(kind: Kind): void {
  useTreeFilters.setState(({ kinds }) => {
    const next = new Set(kinds);
    if (!next.delete(kind)) next.add(kind);
    return { kinds: next };
  });
}

export function isFiltering({ kinds, convention }: TreeFilters): boolean {
  return kinds.size > 0 || convention !== undefined;
}

/** Whether a skill is of a kind. Unverifiable: its entry states no files with digests, or says that they change. */
export function isOfKind(kind: Kind, skill: SkillSummary, badges: Badges | undefined): boolean {
  switch (kind) {
    case "findings": {
      const badge = badges?.byUri.get(skill.uri);
      return badge !== undefined && badge.errors + badge.warnings > 0;
    }
    case "unverifiable":
      return skill.dynamic === true || skill.files === undefined;
    case "invalid":
      return skill.invalid !== undefined;
  }
}

export interface Listed {
  list: SkillList;
  badges: Badges | undefined;
}

/** Indexes of a list's rows that hold every word and pass every filter. */
export function filtered({ list, badges }: Listed, words: readonly string[], filters: TreeFilters): number[] {
  const candidates = words.length > 0 ? matchSkills(list, words) : [...list.rows.keys()];
  if (!isFiltering(filters)) return candidates;
  const kinds = [...filters.kinds];
  return candidates.filter((index) => {
    const skill = list.rows[index]!;
    if (filters.convention !== undefined && skill.convention !== filters.convention) return false;
    return kinds.every((kind) => isOfKind(kind, skill, badges));
  });
}

/** How many skills each filter would leave, given the words and the filters of the other sort. */
export interface FilterCounts {
  kinds: Record<Kind, number>;
  conventions: ReadonlyMap<Convention, number>;
}

export function filterCounts(
  all: Iterable<Listed>,
  words: readonly string[],
  filters: TreeFilters,
): FilterCounts {
  const kinds = { findings: 0, unverifiable: 0, invalid: 0 };
  const conventions = new Map<Convention, number>();
  for (const listed of all) {
    const { list, badges } = listed;
    for (const { convention } of list.rows) if (!conventions.has(convention)) conventions.set(convention, 0);
    for (const index of filtered(listed, words, { ...filters, convention: undefined })) {
      const { convention } = list.rows[index]!;
      conventions.set(convention, conventions.get(convention)! + 1);
    }
    for (const index of filtered(listed, words, filters))
      for (const { id } of KINDS) if (isOfKind(id, list.rows[index]!, badges)) kinds[id]++;
  }
  return { kinds, conventions };
}
