import type { Row } from "./rows";

/** What a key does in the tree. */
export type TreeAct =
  | { kind: "go"; index: number }
  | { kind: "toggle"; index: number; expanded: boolean }
  | { kind: "open"; index: number }
  | undefined;

export interface KeyInput {
  key: string;
  rows: readonly Row[];
  active: number;
  /** Rows that fit on the screen. */
  page: number;
}

/** The keys of an ARIA tree: arrows, Home, End, page keys, Enter and Space. */
export function treeAct({ key, rows, active, page }: KeyInput): TreeAct {
  const row = rows[active];
  const last = rows.length - 1;
  const go = (index: number): TreeAct => ({ kind: "go", index: Math.min(Math.max(index, 0), last) });
  switch (key) {
    case "ArrowDown":
      return go(active + 1);
    case "ArrowUp":
      return go(active - 1);
    case "Home":
      return go(0);
    case "End":
      return go(last);
    case "PageDown":
      return go(active + page);
    case "PageUp":
      return go(active - page);
    case "Enter":
    case " ":
      return row && { kind: "open", index: active };
    case "ArrowRight":
      if (row?.expanded === undefined) return undefined;
      if (!row.expanded) return { kind: "toggle", index: active, expanded: true };
      return rows[active + 1] && rows[active + 1]!.level > row.level ? go(active + 1) : undefined;
    case "ArrowLeft":
      if (row?.expanded) return { kind: "toggle", index: active, expanded: false };
      for (let at = active - 1; row && at >= 0; at--) if (rows[at]!.level < row.level) return go(at);
      return undefined;
  }
  return undefined;
}

/**
 * Type-ahead: the next row from `active` on whose label begins with `typed`, around the end. One letter typed again
 * goes on to the next; a longer text may stay where it is.
 */
export function typeAhead(
  rows: readonly Row[],
  active: number,
  typed: string,
  labelOf: (row: Row) => string,
): number | undefined {
  const wanted = typed.toLowerCase();
  const from = typed.length === 1 ? active + 1 : active;
  for (let step = 0; step < rows.length; step++) {
    const at = (from + step) % rows.length;
    if (labelOf(rows[at]!).toLowerCase().startsWith(wanted)) return at;
  }
  return undefined;
}
