import { useCallback, useMemo, useRef } from "react";
import { fold, MAX_HITS } from "./dom-ranges";
import { type Find, useFind } from "./use-find";

export interface TextFind {
  find: Find;
  /** Offsets of the hits in the text, in order. */
  hits: readonly number[];
  /** Length of each hit. */
  length: number;
}

/** Find in a text of which only the visible lines are drawn. */
export function useTextFind(text: string): TextFind {
  const found = useRef<number[]>([]);
  const search = useCallback(
    (query: string) => {
      found.current = offsetsOf(text, query);
      return found.current.length;
    },
    [text],
  );
  const find = useFind(search);
  return useMemo(
    () => ({ find, hits: find.count > 0 ? found.current : [], length: find.query.length }),
    [find],
  );
}

/** Offsets of every occurrence, ignoring case; at most `MAX_HITS`. */
export function offsetsOf(text: string, query: string): number[] {
  const offsets: number[] = [];
  const folded = fold(text);
  const wanted = fold(query);
  if (wanted === "") return offsets;
  for (
    let at = folded.indexOf(wanted);
    at >= 0 && offsets.length < MAX_HITS;
    at = folded.indexOf(wanted, at + wanted.length)
  )
    offsets.push(at);
  return offsets;
}
