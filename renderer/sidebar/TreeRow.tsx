import { ChevronRight, FileText, Folder, Link2, LoaderCircle, TriangleAlert } from "lucide-react";
import { type CSSProperties, memo } from "react";
import { visible } from "../../shared/model/visible";
import { Marked } from "../search/Marked";
import { labelOf } from "./labels";
import type { Row } from "./rows";
import { ServerRow } from "./ServerRow";
import { SkillRow } from "./SkillRow";
import type { SkillTree } from "./skill-tree";

export interface TreeRowProps {
  row: Row;
  index: number;
  tree?: SkillTree;
  words: readonly string[];
  /** It is open in the centre. */
  current: boolean;
  /** It has the tree's focus. */
  active: boolean;
  start: number;
  size: number;
}

/** DOM id of the row at an index, for `aria-activedescendant`. */
export const rowDomId = (index: number) => `tree-row-${index}`;

/** One line of the tree; clicks and keys are the tree's. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { row, index, current, active, start, size } = props;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the tree, which names the active row.
    <div
      role="treeitem"
      id={rowDomId(index)}
      data-index={index}
      className={`row ${row.kind}${current ? " on" : ""}${active ? " active" : ""}`}
      style={{ top: start, height: size, "--d": row.level - 1 } as CSSProperties}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.expanded}
      aria-selected={current}
    >
      <span className="tw" data-toggle={row.expanded !== undefined || undefined} aria-hidden="true">
        {row.expanded !== undefined && <ChevronRight size={13} className={row.expanded ? "open" : ""} />}
      </span>
      <RowContent {...props} />
    </div>
  );
});

function RowContent({ row, tree, words, active }: TreeRowProps) {
  switch (row.kind) {
    case "server":
      return <ServerRow server={row.server} active={active} />;
    case "skill":
      return <SkillRow row={row} tree={tree} words={words} />;
    case "folder":
      return (
        <>
          <Folder size={13} className="kind" aria-hidden="true" />
          <span className="ellipsis" title={visible(row.label)}>
            <Marked text={row.label} words={words} />
          </span>
          {row.expanded === false && <small className="end">{row.node.total.toLocaleString("en-US")}</small>}
        </>
      );
    case "section":
      return (
        <>
          <span className="ellipsis">{labelOf(row)}</span>
          <small>{row.count.toLocaleString("en-US")}</small>
        </>
      );
    case "template":
      return (
        <>
          <Link2 size={13} className="kind" aria-hidden="true" />
          <span className="ellipsis" title={visible(row.template.uriTemplate)}>
            {visible(labelOf(row))}
          </span>
        </>
      );
    case "resource":
      return (
        <>
          <FileText size={13} className="kind" aria-hidden="true" />
          <span className="ellipsis" title={visible(row.resource.uri)}>
            {visible(labelOf(row))}
          </span>
        </>
      );
    case "state":
      return <StateLine {...row.state} />;
  }
}

const ACTS = {
  confirm: "Review…",
  connect: "Connect",
  cancel: "Cancel",
  server: "Why?",
  "sign-in": "Sign in…",
} as const;

function StateLine({ tone, text, act }: Extract<Row, { kind: "state" }>["state"]) {
  return (
    <>
      {tone === "busy" && <LoaderCircle size={13} className="kind turning" aria-hidden="true" />}
      {(tone === "bad" || tone === "warn") && (
        <TriangleAlert size={13} className={`kind ${tone}`} aria-hidden="true" />
      )}
      <span className={`ellipsis ${tone}`} title={visible(text)}>
        {visible(text)}
      </span>
      {act && <span className="end act">{ACTS[act]}</span>}
    </>
  );
}
