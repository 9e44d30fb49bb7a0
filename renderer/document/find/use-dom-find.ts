import { type RefObject, useCallback, useEffect, useRef } from "react";
import { findRanges } from "./dom-ranges";
import { type Find, useFind } from "./use-find";

const ALL = "doc-find";
const CURRENT = "doc-find-current";

/**
 * Find in a drawn document. Hits are marked with the CSS highlight API, which changes no element; where the window
 * is too old for it, the current hit is selected instead.
 * @param version changes when the document was drawn anew or further.
 */
export function useDomFind(root: RefObject<HTMLElement | null>, version: unknown): Find {
  const ranges = useRef<Range[]>([]);
  const hits = useCallback(
    (query: string) => {
      void version;
      ranges.current = root.current ? findRanges(root.current, query) : [];
      return ranges.current.length;
    },
    [root, version],
  );
  const find = useFind(hits);
  const { isOpen, at, count, query } = find;
  useEffect(() => {
    if (!isOpen || count === 0 || query === "") return;
    const current = ranges.current[at];
    if (current === undefined) return;
    mark(ranges.current, current);
    current.startContainer.parentElement?.closest("details")?.setAttribute("open", "");
    current.startContainer.parentElement?.scrollIntoView({ block: "center" });
    return unmark;
  }, [isOpen, at, count, query]);
  return find;
}

function mark(all: Range[], current: Range): void {
  if (!("highlights" in CSS)) {
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(current);
    return;
  }
  CSS.highlights.set(ALL, new Highlight(...all));
  const one = new Highlight(current);
  one.priority = 1;
  CSS.highlights.set(CURRENT, one);
}

function unmark(): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(CURRENT);
}
