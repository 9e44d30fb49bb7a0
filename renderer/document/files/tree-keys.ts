import type { FileRow } from "./file-tree";

/** What a key does in the tree of files. */
export type TreeAct =
  | { kind: "go"; to: number }
  | { kind: "fold"; row: FileRow; shut: boolean }
  | { kind: "open"; row: FileRow };

/**
 * The act of a key on the row at `at` (ARIA tree pattern): arrows move, right and left open and close directories or
 * go to child and parent, Home and End, Enter and space.
 */
export function treeAct(
  key: string,
  rows: readonly FileRow[],
  at: number,
  closed: ReadonlySet<string>,
): TreeAct | undefined {
  const row = rows[at];
  if (!row) return undefined;
  const shut = row.directory && closed.has(row.path);
  switch (key) {
    case "ArrowDown":
      return { kind: "go", to: at + 1 };
    case "ArrowUp":
      return { kind: "go", to: at - 1 };
    case "Home":
      return { kind: "go", to: 0 };
    case "End":
      return { kind: "go", to: rows.length - 1 };
    case "ArrowRight":
      if (!row.directory) return undefined;
      return shut ? { kind: "fold", row, shut: false } : { kind: "go", to: at + 1 };
    case "ArrowLeft":
      return row.directory && !shut
        ? { kind: "fold", row, shut: true }
        : { kind: "go", to: parentOf(rows, at) };
    case "Enter":
    case " ":
      return { kind: "open", row };
    default:
      return undefined;
  }
}

function parentOf(rows: readonly FileRow[], at: number): number {
  const { depth } = rows[at]!;
  for (let before = at - 1; before >= 0; before--) if (rows[before]!.depth < depth) return before;
  return at;
}
