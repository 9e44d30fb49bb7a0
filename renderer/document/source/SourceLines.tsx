import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import { ScrollRegion } from "../../ui/ScrollRegion";
import type { TextFind } from "../find/use-text-find";
import type { Token } from "../markdown/colour";
import { endOf, type Lines, rowsOf } from "./lines";
import { SourceRow } from "./SourceRow";
import { type Mark, segmentsOf, sliceTokens } from "./segments";

export interface SourceLinesProps {
  lines: Lines;
  coloured: Token[][] | undefined;
  wrap: boolean;
  whitespace: boolean;
  /** 1-based line to bring into view and mark; a new object asks again. */
  jump: { line: number } | undefined;
  search: TextFind;
  label: string;
}

const ROW_HEIGHT = 20;

/** The lines of a text; only those in view are drawn. */
export function SourceLines({ lines, coloured, wrap, whitespace, jump, search, label }: SourceLinesProps) {
  const scroller = useRef<HTMLElement>(null);
  const rows = useMemo(() => rowsOf(lines), [lines]);
  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 20,
  });
  // Heights measured with the other wrapping are wrong for this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: wrap is the trigger.
  useEffect(() => virtual.measure(), [virtual, wrap]);

  const jumpRow = jump && rows.rowOf(jump.line - 1);
  useEffect(() => {
    if (jumpRow !== undefined) virtual.scrollToIndex(jumpRow, { align: "center" });
  }, [virtual, jumpRow]);

  const hit = search.hits[search.find.at];
  const hitRow = hit === undefined ? undefined : lastAtOrBelow(rows.start, hit);
  useEffect(() => {
    if (hitRow !== undefined) virtual.scrollToIndex(hitRow, { align: "center" });
  }, [virtual, hitRow]);

  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const digits = String(lines.count).length;
  return (
    <ScrollRegion ref={scroller} className={wrap ? "src wrap" : "src"} label={label}>
      <div
        className="src-rows"
        style={
          {
            paddingTop: before,
            paddingBottom: Math.max(after, 0),
            "--src-digits": digits,
          } as React.CSSProperties
        }
      >
        {items.map(({ index }) => {
          const line = rows.line[index]!;
          const start = rows.start[index]!;
          const lastOfLine = rows.line[index + 1] !== line;
          const end = lastOfLine ? lines.ends[line]! : rows.start[index + 1]!;
          const from = start - lines.starts[line]!;
          const tokens = coloured?.[line] && sliceTokens(coloured[line], from, from + end - start);
          const text = lines.text.slice(start, end);
          return (
            <SourceRow
              key={index}
              ref={virtual.measureElement}
              index={index}
              number={rows.line[index - 1] === line ? undefined : line + 1}
              segments={segmentsOf(text, tokens, marksIn(search, start, end), whitespace)}
              end={whitespace && lastOfLine ? endOf(lines, line) : undefined}
              current={jump?.line === line + 1}
            />
          );
        })}
      </div>
    </ScrollRegion>
  );
}

/** The hits of a search that touch `[start, end)`, as offsets from `start`. */
function marksIn({ hits, length, find }: TextFind, start: number, end: number): Mark[] {
  const marks: Mark[] = [];
  for (let at = Math.max(lastAtOrBelow(hits, start), 0); at < hits.length && hits[at]! < end; at++) {
    const from = hits[at]!;
    if (from + length > start)
      marks.push({ start: from - start, end: from + length - start, current: at === find.at });
  }
  return marks;
}

/** Index of the last number that is not above `value`; -1 when all are. */
function lastAtOrBelow(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
