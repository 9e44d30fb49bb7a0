import { X } from "lucide-react";
import { useState } from "react";
import type { TrafficMessage } from "../../shared/model/traffic";
import { visible } from "../../shared/model/visible";
import { IconButton } from "../ui/IconButton";
import { Segments } from "../ui/Segments";
import type { Line } from "./pairs";
import { ReplayButtons } from "./ReplayButtons";
import { type MessageMode, TrafficMessageView } from "./TrafficMessageView";

const MODES = [
  { id: "pretty", label: "Pretty" },
  { id: "raw", label: "Raw" },
] as const;

export interface TrafficDetailProps {
  line: Line;
  /** Messages of a saved file by number; absent for live traffic. */
  messages?: ReadonlyMap<number, TrafficMessage>;
  onClose: () => void;
}

/** The whole of a request and its answer, side by side. */
export function TrafficDetail({ line, messages, onClose }: TrafficDetailProps) {
  const [mode, setMode] = useState<MessageMode>("pretty");
  const { row, answer } = line;
  const canReplay = !messages && row.kind === "request" && row.direction === "out";
  const view = (of: Line["row"]) => {
    const held = messages?.get(of.seq);
    return <TrafficMessageView row={of} mode={mode} {...(held ? { held } : {})} />;
  };
  return (
    <div className="traffic-detail">
      <div className="traffic-detail-bar">
        <b className="ellipsis">{visible(row.method ?? row.kind)}</b>
        {row.id !== undefined && <span className="quiet mono ellipsis">id {visible(row.id)}</span>}
        <span className="end">
          {canReplay && <ReplayButtons row={row} />}
          <Segments label="Show messages" value={mode} options={MODES} onChange={setMode} />
          <IconButton label="Close the message" size="s" onPress={onClose}>
            <X size={14} aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      <div className="traffic-messages">
        {view(row)}
        {answer && view(answer)}
        {row.kind === "request" && !answer && <p className="quiet">No answer has come yet.</p>}
      </div>
    </div>
  );
}
