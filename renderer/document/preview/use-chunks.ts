import type { Root, RootContent } from "hast";
import { startTransition, useEffect, useMemo, useState } from "react";

/** Blocks drawn at once; the first screen of any document fits. */
const CHUNK = 60;

/**
 * Cuts a document into chunks of blocks and hands them out one after another, so that the first screen is painted
 * at once and a long document never stops the window.
 */
export function useChunks(tree: Root): { chunks: RootContent[][]; complete: boolean } {
  const chunks = useMemo(() => {
    const cut: RootContent[][] = [];
    for (let at = 0; at < tree.children.length; at += CHUNK) cut.push(tree.children.slice(at, at + CHUNK));
    return cut;
  }, [tree]);
  const [drawn, setDrawn] = useState({ chunks, count: 1 });
  const count = drawn.chunks === chunks ? drawn.count : 1;
  useEffect(() => {
    if (count >= chunks.length) return;
    const timer = setTimeout(() => startTransition(() => setDrawn({ chunks, count: count + 1 })));
    return () => clearTimeout(timer);
  }, [chunks, count]);
  return {
    chunks: useMemo(() => chunks.slice(0, count), [chunks, count]),
    complete: count >= chunks.length,
  };
}
