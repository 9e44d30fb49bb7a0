import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { EmptyState } from "../ui/EmptyState";
import type { Line } from "./pairs";
import { TrafficLine } from "./TrafficLine";

export interface TrafficListProps {
  lines: readonly Line[];
  /** Server names by id. */
  labels: ReadonlyMap<string, string>;
  selected?: number;
  onSelect: (seq: number) => void;
  /** A request from elsewhere to show the selected line: scrolls to it once. */
  shown?: object;
}

const HEIGHT = 24;

/** The lines, newest at the bottom; it follows the newest while it is scrolled to the end. */
export function TrafficList({ lines, labels, selected, onSelect, shown }: TrafficListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    getItemKey: (index) => lines[index]!.row.seq,
    overscan: 15,
  });
  const active = lines.findIndex(({ row }) => row.seq === selected);
  useEffect(() => {
    if (atEnd.current && lines.length > 0) virtual.scrollToIndex(lines.length - 1, { align: "end" });
  }, [lines.length, virtual]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new request to show a line scrolls.
  useEffect(() => {
    if (!shown || active < 0) return;
    atEnd.current = false;
    virtual.scrollToIndex(active, { align: "center" });
  }, [shown, active >= 0]);
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(Math.floor((scroller.current?.clientHeight ?? 0) / HEIGHT) - 1, 1);
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active < 0 ? lines.length - 1 : active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: lines.length - 1,
    };
    const to = moves[event.key];
    if (to === undefined || lines.length === 0) return;
    event.preventDefault();
    const index = Math.min(Math.max(to, 0), lines.length - 1);
    onSelect(lines[index]!.row.seq);
    virtual.scrollToIndex(index, { align: "auto" });
  };
  if (lines.length === 0) {
    return (
      <EmptyState title="No messages">What is sent to servers and what they answer shows here.</EmptyState>
    );
  }
  return (
    <div
      ref={scroller}
      className="traffic-list scroll"
      role="listbox"
      aria-label="Messages"
      tabIndex={0}
      aria-activedescendant={active < 0 ? undefined : `traffic-${lines[active]!.row.seq}`}
      onKeyDown={onKeyDown}
      onScroll={(event) => {
        const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
        atEnd.current = scrollHeight - scrollTop - clientHeight < HEIGHT;
      }}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <TrafficLine
            key={key}
            line={lines[index]!}
            server={labels.get(lines[index]!.row.serverId) ?? ""}
            selected={index === active}
            top={start}
            position={index + 1}
            total={lines.length}
            onSelect={onSelect}
          />
        ))}
      </div>
    </div>
  );
}
