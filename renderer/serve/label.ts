import type { ServedServer } from "../../shared/contract";

/** A label for a served server that no other server has. */
export function freeLabel({ folders, convention, faults }: ServedServer, taken: readonly string[]): string {
  const folder = folders[0]?.split(/[\\/]/).filter(Boolean).at(-1) ?? "skills";
  const how = [convention, ...faults].join(", ");
  const base = `${folder.slice(0, 30)} (${how.length > 40 ? `${how.slice(0, 39)}…` : how})`;
  for (let number = 1; ; number++) {
    const label = number === 1 ? base : `${base} ${number}`;
    if (!taken.includes(label)) return label;
  }
}
