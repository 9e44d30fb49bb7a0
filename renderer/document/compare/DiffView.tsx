import { useMemo, useState } from "react";
import { visible } from "../../../shared/model/visible";
import { LinkButton } from "../../ui/Button";
import { count } from "../../ui/format";
import { ScrollRegion } from "../../ui/ScrollRegion";
import { type DiffCell, diffRows, folded, isSame } from "./diff-rows";

export interface DiffViewProps {
  left: string;
  right: string;
  leftName: string;
  rightName: string;
  /** What is said when there is no difference. */
  same: string;
}

/** Two texts side by side; changed words are marked, long equal stretches folded. */
export function DiffView({ left, right, leftName, rightName, same }: DiffViewProps) {
  const [all, setAll] = useState(false);
  const rows = useMemo(() => diffRows(left, right), [left, right]);
  const equal = useMemo(() => isSame(rows), [rows]);
  const shown = useMemo(() => (all || equal ? rows : folded(rows)), [all, equal, rows]);
  const changed = rows.filter((row) => row.kind === "changed").length;
  return (
    <>
      <p className={equal ? "doc-banner ok" : "doc-banner warn"} role="status">
        {equal ? same : `${count(changed, "line")} ${changed === 1 ? "differs" : "differ"}.`}
      </p>
      <ScrollRegion className="diff" label={`${leftName} and ${rightName} side by side`}>
        <table>
          <colgroup>
            <col className="no" />
            <col />
            <col className="no" />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                {leftName}
              </th>
              <th scope="col" colSpan={2}>
                {rightName}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) =>
              row.kind === "folded" ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of one diff never move.
                <tr key={at} className="fold">
                  <td colSpan={4}>
                    <LinkButton
                      onPress={() => setAll(true)}
                    >{`${count(row.count, "equal line")}: show`}</LinkButton>
                  </td>
                </tr>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of one diff never move.
                <tr key={at} className={row.kind}>
                  <Cell cell={row.left} side="left" changed={row.kind === "changed"} />
                  <Cell cell={row.right} side="right" changed={row.kind === "changed"} />
                </tr>
              ),
            )}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

function Cell({
  cell,
  side,
  changed,
}: {
  cell: DiffCell | undefined;
  side: "left" | "right";
  changed: boolean;
}) {
  if (!cell)
    return (
      <>
        <td className="no" />
        <td className="none" />
      </>
    );
  return (
    <>
      <td className="no">{cell.number}</td>
      <td className={changed ? side : undefined}>
        {changed && <span className="sr-only">{side === "left" ? "only left: " : "only right: "}</span>}
        {cell.pieces.map((piece, at) =>
          piece.changed ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing else.
            <mark key={at}>{visible(piece.text)}</mark>
          ) : (
            visible(piece.text)
          ),
        )}
      </td>
    </>
  );
}
