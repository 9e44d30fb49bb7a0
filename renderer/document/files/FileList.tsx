import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import type { ManifestFile } from "../../../shared/model/skill";
import { useVerdicts, verdictKey } from "../verdicts";
import { FileListRow } from "./FileListRow";
import { type FileRow, fileRows } from "./file-tree";
import { treeAct } from "./tree-keys";

export interface FileListProps {
  serverId: string;
  skillUri: string;
  files: readonly ManifestFile[];
  /** URI of the file that is shown. */
  selected: string | undefined;
  onSelect: (uri: string) => void;
}

/** The manifest as a tree: name, type, size, verdict. Arrow keys move, left and right fold, Enter opens. */
export function FileList({ serverId, skillUri, files, selected, onSelect }: FileListProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => fileRows(files, skillUri, closed), [files, skillUri, closed]);
  const verdicts = useVerdicts((state) => state.byFile);
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string>();
  const selectedAt = rows.findIndex((row) => row.file?.uri === selected && selected !== undefined);
  const focusedAt = rows.findIndex((row) => row.path === focused);
  const current = Math.max(focusedAt >= 0 ? focusedAt : selectedAt, 0);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 28,
    overscan: 12,
  });
  useEffect(() => {
    if (selectedAt >= 0) virtual.scrollToIndex(selectedAt);
  }, [virtual, selectedAt]);

  const fold = (row: FileRow, shut: boolean) => {
    const next = new Set(closed);
    if (shut) next.add(row.path);
    else next.delete(row.path);
    setClosed(next);
  };
  const act = (row: FileRow) =>
    row.directory ? fold(row, !closed.has(row.path)) : row.file && onSelect(row.file.uri);
  const go = (at: number) => {
    const row = rows[Math.min(Math.max(at, 0), rows.length - 1)];
    if (!row) return;
    setFocused(row.path);
    virtual.scrollToIndex(rows.indexOf(row));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    const wanted = modified ? undefined : treeAct(event.key, rows, current, closed);
    if (!wanted) return;
    event.preventDefault();
    if (wanted.kind === "go") go(wanted.to);
    else if (wanted.kind === "fold") fold(wanted.row, wanted.shut);
    else act(wanted.row);
  };

  return (
    <div
      ref={scroller}
      role="tree"
      aria-label="Files of this skill"
      aria-activedescendant={rows[current] ? rowId(current) : undefined}
      tabIndex={0}
      className="files-tree scroll"
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]!;
          return (
            <FileListRow
              key={row.path}
              id={rowId(index)}
              row={row}
              top={start}
              closed={closed.has(row.path)}
              selected={index === selectedAt}
              active={index === current}
              verdict={row.file && verdicts.get(verdictKey(serverId, skillUri, row.file.uri))}
              onPress={() => {
                setFocused(row.path);
                act(row);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

const rowId = (index: number) => `skill-file-${index}`;
