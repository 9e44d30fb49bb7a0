import { memo } from "react";
import type { TrafficRow } from "../../shared/model/traffic";
import { visible } from "../../shared/model/visible";
import { formatBytes, formatDuration, formatTime } from "../ui/format";
import { isBad, type Line } from "./pairs";

export interface TrafficLineProps {
  line: Line;
  server: string;
  selected: boolean;
  top: number;
  position: number;
  total: number;
  onSelect: (seq: number) => void;
}

const MARKS: Record<TrafficRow["kind"], string> = {
  request: "→",
  response: "←",
  error: "←",
  notification: "•",
  noise: "?",
  stderr: "¶",
  transport: "·",
};

/** One line: when, where, what, how it ended, how long it took, how big it was. */
export const TrafficLine = memo(function TrafficLine({
  line,
  server,
  selected,
  top,
  position,
  total,
  onSelect,
}: TrafficLineProps) {
  const { row, answer } = line;
  const bad = isBad(row) || (answer !== undefined && isBad(answer));
  const waits = row.kind === "request" && !answer;
  const mark = row.kind === "notification" ? (row.direction === "out" ? "⇢" : "⇠") : MARKS[row.kind];
  const arrow = row.kind === "request" && row.direction === "in" ? "←" : mark;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the list, which names the active line.
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the list.
    <div
      role="option"
      id={`traffic-${row.seq}`}
      aria-selected={selected}
      aria-posinset={position}
      aria-setsize={total}
      className={`traffic-line${selected ? " on" : ""}${bad ? " bad" : ""}`}
      style={{ top }}
      onClick={() => onSelect(row.seq)}
    >
      <span className="t-time">{formatTime(row.at)}</span>
      <span className="t-server ellipsis">{visible(server)}</span>
      <span className="t-mark" aria-hidden="true">
        {arrow}
      </span>
      <span className="t-what ellipsis">
        {visible(row.method ?? row.kind)}
        {row.purpose && <small> {visible(row.purpose)}</small>}
      </span>
      <span className="t-preview ellipsis">{visible(row.preview)}</span>
      <span className="t-end">{endOf(answer ?? row, waits)}</span>
      <span className="t-num">
        {answer?.durationMs !== undefined ? formatDuration(answer.durationMs) : ""}
      </span>
      <span className="t-num">{formatBytes((answer ?? row).bytes)}</span>
    </div>
  );
});

function endOf(row: TrafficRow, waits: boolean): string {
  if (waits) return "no answer yet";
  if (row.kind === "error") return `error ${row.errorCode ?? ""}`;
  if (row.httpStatus !== undefined) return `HTTP ${row.httpStatus}`;
  return row.kind === "response" ? "ok" : "";
}
