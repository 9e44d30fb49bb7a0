import { ChevronDown, ChevronRight } from "lucide-react";
import type { FileVerdict } from "../../../shared/model/skill";
import { visible } from "../../../shared/model/visible";
import { Chip } from "../../ui/Chip";
import { count, formatBytes } from "../../ui/format";
import { typeByName } from "../file-type";
import type { FileRow } from "./file-tree";

export interface FileListRowProps {
  id: string;
  row: FileRow;
  top: number;
  closed: boolean;
  selected: boolean;
  /** The keyboard is here. */
  active: boolean;
  verdict: FileVerdict | undefined;
  onPress: () => void;
}

/** One file or directory. */
export function FileListRow({ id, row, top, closed, selected, active, verdict, onPress }: FileListRowProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree holds the focus and names its active row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles every key.
    <div
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={selected}
      aria-expanded={row.directory ? !closed : undefined}
      data-active={active || undefined}
      className={selected ? "files-row on" : "files-row"}
      style={{ transform: `translateY(${top}px)`, paddingInlineStart: 8 + row.depth * 16 }}
      onClick={onPress}
    >
      <span className="tw" aria-hidden="true">
        {row.directory && (closed ? <ChevronRight size={13} /> : <ChevronDown size={13} />)}
      </span>
      <span className="ellipsis name" title={visible(row.path)}>
        {visible(row.name)}
      </span>
      {row.nested && <Chip title="This folder is a skill of its own">nested skill</Chip>}
      {row.outside && <Chip tone="bad">outside of the skill</Chip>}
      <span className="end">
        {row.directory ? (
          <small>{count(row.count, "file")}</small>
        ) : (
          <>
            <small>{row.file?.mimeType ? visible(row.file.mimeType) : typeByName(row.path)}</small>
            <small className="size">{row.file?.size === undefined ? "" : formatBytes(row.file.size)}</small>
            <VerdictMark verdict={verdict} />
          </>
        )}
      </span>
    </div>
  );
}

/** The verdict as a mark, once the file has been opened. */
function VerdictMark({ verdict }: { verdict: FileVerdict | undefined }) {
  if (!verdict)
    return (
      <span className="files-mark" title="not read yet">
        <span className="sr-only">not read yet</span>
      </span>
    );
  const marks = {
    match: ["ok", "✓", "matches its entry"],
    mismatch: ["bad", "✕", "differs from its entry"],
    unlisted: ["warn", "!", "not in the entry"],
    unverifiable: ["plain", "?", "unverifiable"],
  } as const;
  const [tone, mark, words] = marks[verdict.state];
  return (
    <span className={`files-mark ${tone}`} title={`${words}: ${visible(verdict.reason)}`}>
      <span aria-hidden="true">{mark}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
