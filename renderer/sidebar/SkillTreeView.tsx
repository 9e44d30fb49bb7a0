import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type MouseEvent, useCallback, useRef, useState } from "react";
import { cancelConnect, connect } from "../app/actions";
import { useHost } from "../client/host";
import { signIn } from "../servers/sign-in-acts";
import { useApp, useTarget } from "../state/store";
import { setUi } from "../state/ui-state";
import { labelOf, rowIdsOf, targetOf } from "./labels";
import type { Row } from "./rows";
import { rowDomId, TreeRow } from "./TreeRow";
import { treeAct, typeAhead } from "./tree-keys";
import { useReveal } from "./use-reveal";
import type { TreeRows } from "./use-rows";

const ROW = 28;
const SERVER_ROW = 40;
const TYPE_AHEAD_MS = 700;

/** The tree of servers and skills: virtual rows, one tab stop, keys as an ARIA tree has them. */
export function SkillTreeView({ rows, trees, words, toggle }: TreeRows) {
  const host = useHost();
  const target = useTarget();
  const open = useApp((state) => state.open);
  const scroller = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState<string>();
  const typed = useRef({ text: "", at: 0 });
  const currentIds = rowIdsOf(target, trees);
  const currentId = currentIds.at(-1);
  const active = Math.max(
    rows.findIndex((row) => row.id === (activeId ?? currentId)),
    0,
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]!.kind === "server" ? SERVER_ROW : ROW),
    getItemKey: (index) => rows[index]!.id,
    overscan: 12,
    // The row below is seen, too: under a server it says how the server stands.
    scrollPaddingEnd: 2 * ROW,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const from = Math.max(startIndex - overscan, 0);
      const to = Math.min(endIndex + overscan, count - 1);
      const indexes = Array.from({ length: Math.max(to - from + 1, 0) }, (_, at) => from + at);
      // The active row is named by aria-activedescendant, so it must exist even when scrolled away.
      if (active < from) indexes.unshift(active);
      else if (active > to && active < count) indexes.push(active);
      return indexes;
    },
  });
  useReveal(currentIds, rows, toggle, setActiveId, (index) =>
    virtual.scrollToIndex(index, { align: "auto" }),
  );

  const go = useCallback(
    (index: number) => {
      setActiveId(rows[index]?.id);
      virtual.scrollToIndex(index, { align: "auto" });
    },
    [rows, virtual],
  );
  const act = (row: Row) => {
    if (row.kind === "state") return actOnState(row);
    const place = targetOf(row);
    if (place) open(place);
    else if (row.expanded !== undefined) toggle(row.id, !row.expanded);
  };
  const actOnState = (row: Extract<Row, { kind: "state" }>) => {
    const { serverId } = row;
    if (row.state.act === "confirm") setUi({ confirming: serverId });
    else if (row.state.act === "sign-in") signIn(host, serverId);
    else if (row.state.act === "connect") void connect(host, serverId);
    else if (row.state.act === "cancel") void cancelConnect(host, serverId);
    else open({ kind: "server", serverId });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ContextMenu" || (event.shiftKey && event.key === "F10")) {
      const button = document.getElementById(rowDomId(active))?.querySelector("button");
      if (button) event.preventDefault();
      button?.focus();
      button?.click();
      return;
    }
    const page = Math.max(Math.floor((scroller.current?.clientHeight ?? 0) / ROW) - 1, 1);
    const done = treeAct({ key: event.key, rows, active, page });
    if (done?.kind === "go") go(done.index);
    else if (done?.kind === "toggle") toggle(rows[done.index]!.id, done.expanded);
    else if (done?.kind === "open") act(rows[done.index]!);
    else if (event.key.length === 1 && event.key !== "/" && event.key !== "?") {
      const { text, at } = typed.current;
      typed.current = {
        text: event.timeStamp - at < TYPE_AHEAD_MS ? text + event.key : event.key,
        at: event.timeStamp,
      };
      const found = typeAhead(rows, active, typed.current.text, labelOf);
      if (found !== undefined) go(found);
    } else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const element = event.target as Element;
    const item = element.closest<HTMLElement>("[data-index]");
    // A menu's own clicks come here too, since React bubbles them through its portal.
    if (!item || !scroller.current?.contains(item) || element.closest("button")) return;
    const row = rows[Number(item.dataset.index)];
    if (!row) return;
    setActiveId(row.id);
    if (element.closest("[data-toggle]")) toggle(row.id, !row.expanded);
    else act(row);
  };

  return (
    <div
      ref={scroller}
      id="skill-tree"
      className="tree scroll"
      role="tree"
      aria-label="Servers and skills"
      tabIndex={0}
      aria-activedescendant={rows.length > 0 ? rowDomId(active) : undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div role="none" className="tree-space" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start, size }) => {
          const row = rows[index]!;
          return (
            <TreeRow
              key={key}
              row={row}
              index={index}
              tree={trees.get(row.serverId)}
              words={words}
              current={row.id === currentId}
              active={index === active}
              start={start}
              size={size}
            />
          );
        })}
      </div>
    </div>
  );
}
