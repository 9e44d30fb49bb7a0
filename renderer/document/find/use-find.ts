import { useCallback, useEffect, useMemo, useState } from "react";

/** The state of a find bar over any list of hits. */
export interface Find {
  isOpen: boolean;
  query: string;
  /** Index of the current hit; -1 when there is none. */
  at: number;
  count: number;
  open(): void;
  close(): void;
  setQuery(query: string): void;
  step(by: 1 | -1): void;
}

/**
 * Keeps query and position. Ctrl/Cmd+F opens it from anywhere in the window, Escape in the bar closes it.
 * @param hits tells how many hits a query has; called when it changes.
 */
export function useFind(hits: (query: string) => number): Find {
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const count = useMemo(() => (isOpen && query !== "" ? hits(query) : 0), [isOpen, query, hits]);

  const open = useCallback(() => setOpen(true), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const wanted =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === "f";
      if (!wanted || document.querySelector(".overlay")) return;
      event.preventDefault();
      open();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [open]);

  return {
    isOpen,
    query,
    at: count === 0 ? -1 : Math.min(at, count - 1),
    count,
    open,
    close: () => setOpen(false),
    setQuery: (text) => {
      setQuery(text);
      setAt(0);
    },
    step: (by) => count > 0 && setAt((now) => (Math.min(now, count - 1) + by + count) % count),
  };
}
