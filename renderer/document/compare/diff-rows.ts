import { diffLines, diffWordsWithSpace } from "diff";

/** A piece of a line; `changed` pieces are marked. */
export interface DiffPiece {
  text: string;
  changed: boolean;
}

export interface DiffCell {
  /** 1-based line in its text. */
  number: number;
  pieces: DiffPiece[];
}

/** One row of a side-by-side diff, or a stretch of equal lines that is folded. */
export type DiffRow =
  | { kind: "same"; left: DiffCell; right: DiffCell }
  | { kind: "changed"; left?: DiffCell; right?: DiffCell }
  | { kind: "folded"; count: number };

/** Equal lines kept around a difference; longer stretches are folded. */
const AROUND = 4;
/** Past this many edits the texts have nothing in common worth pairing. */
const MAX_EDITS = 20_000;
/** Longest line whose words are compared. */
const MAX_WORDS = 2_000;

/** Compares two texts line by line, and changed lines word by word. */
export function diffRows(left: string, right: string): DiffRow[] {
  const changes = diffLines(left, right, { maxEditLength: MAX_EDITS }) ?? [
    { value: left, removed: true, added: false, count: 0 },
    { value: right, removed: false, added: true, count: 0 },
  ];
  const rows: DiffRow[] = [];
  let leftAt = 1;
  let rightAt = 1;
  for (let at = 0; at < changes.length; at++) {
    const change = changes[at]!;
    const lines = linesOf(change.value);
    if (!change.added && !change.removed) {
      for (const line of lines)
        rows.push({ kind: "same", left: cell(leftAt++, line), right: cell(rightAt++, line) });
      continue;
    }
    const next = changes[at + 1];
    const paired = change.removed && next?.added ? linesOf(next.value) : undefined;
    if (paired) at++;
    const removed = change.removed ? lines : [];
    const added = paired ?? (change.added ? lines : []);
    for (let row = 0; row < Math.max(removed.length, added.length); row++) {
      rows.push(changedRow(removed[row], added[row], leftAt, rightAt));
      if (removed[row] !== undefined) leftAt++;
      if (added[row] !== undefined) rightAt++;
    }
  }
  return rows;
}

/** True when two texts are the same line by line. */
export function isSame(rows: readonly DiffRow[]): boolean {
  return rows.every((row) => row.kind === "same");
}

/** Folds long stretches of equal lines. */
export function folded(rows: readonly DiffRow[]): DiffRow[] {
  const out: DiffRow[] = [];
  for (let at = 0; at < rows.length; ) {
    let end = at;
    while (end < rows.length && rows[end]!.kind === "same") end++;
    const keepBefore = at === 0 ? 0 : AROUND;
    const keepAfter = end === rows.length ? 0 : AROUND;
    if (end - at > keepBefore + keepAfter + 1) {
      out.push(...rows.slice(at, at + keepBefore));
      out.push({ kind: "folded", count: end - at - keepBefore - keepAfter });
      out.push(...rows.slice(end - keepAfter, end));
    } else out.push(...rows.slice(at, end));
    while (end < rows.length && rows[end]!.kind !== "same") out.push(rows[end++]!);
    at = end;
  }
  return out;
}

function changedRow(
  removed: string | undefined,
  added: string | undefined,
  leftAt: number,
  rightAt: number,
): DiffRow {
  if (removed === undefined) return { kind: "changed", right: cell(rightAt, added!, true) };
  if (added === undefined) return { kind: "changed", left: cell(leftAt, removed, true) };
  if (removed.length + added.length > MAX_WORDS)
    return { kind: "changed", left: cell(leftAt, removed, true), right: cell(rightAt, added, true) };
  const words = diffWordsWithSpace(removed, added);
  const side = (other: "added" | "removed") =>
    words
      .filter((word) => !word[other])
      .map((word) => ({ text: word.value, changed: word.added === true || word.removed === true }));
  return {
    kind: "changed",
    left: { number: leftAt, pieces: side("added") },
    right: { number: rightAt, pieces: side("removed") },
  };
}

function cell(number: number, text: string, changed = false): DiffCell {
  return { number, pieces: [{ text, changed }] };
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
