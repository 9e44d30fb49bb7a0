import { useEffect, useRef } from "react";
import type { Row } from "./rows";
import type { TreeRows } from "./use-rows";

/** Opens the way to what was opened elsewhere (a link, the palette, back) and scrolls to it, once. */
export function useReveal(
  ids: string[],
  rows: Row[],
  toggle: TreeRows["toggle"],
  setActiveId: (id: string) => void,
  scrollTo: (index: number) => void,
): void {
  const shown = useRef<string>(undefined);
  const key = ids.at(-1);
  useEffect(() => {
    if (key === undefined || shown.current === key) return;
    const index = rows.findIndex((row) => row.id === key);
    if (index >= 0) {
      shown.current = key;
      setActiveId(key);
      scrollTo(index);
      return;
    }
    const closed = rows.find((row) => row.expanded === false && ids.includes(row.id));
    if (closed) toggle(closed.id, true);
  });
}
