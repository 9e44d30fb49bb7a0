import { X } from "lucide-react";
import { useState } from "react";
import type { TrafficRow } from "../../shared/model/traffic";
import { visible } from "../../shared/model/visible";
import { useCall } from "../client/host";
import { CopyButton } from "../ui/CopyButton";
import { ErrorState } from "../ui/ErrorState";
import { formatBytes } from "../ui/format";
import { IconButton } from "../ui/IconButton";
import { Segments } from "../ui/Segments";
import { Spinner } from "../ui/Spinner";
import type { Line } from "./pairs";

/** Longest text laid out at once. */
const SHOWN = 100_000;

const MODES = [
  { id: "pretty", label: "Pretty" },
  { id: "raw", label: "Raw" },
] as const;

/** The whole of a request and its answer, side by side. */
export function TrafficDetail({ line, onClose }: { line: Line; onClose: () => void }) {
  const [mode, setMode] = useState<"pretty" | "raw">("pretty");
  const { row, answer } = line;
  return (
    <div className="traffic-detail">
      <div className="traffic-detail-bar">
        <b className="ellipsis">{visible(row.method ?? row.kind)}</b>
        {row.id !== undefined && <span className="quiet mono ellipsis">id {visible(row.id)}</span>}
        <span className="end">
          <Segments label="Show messages" value={mode} options={MODES} onChange={setMode} />
          <IconButton label="Close the message" size="s" onPress={onClose}>
            <X size={14} aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      <div className="traffic-messages">
        <Message row={row} title={titleOf(row)} mode={mode} />
        {answer && <Message row={answer} title={titleOf(answer)} mode={mode} />}
        {row.kind === "request" && !answer && <p className="quiet">No answer has come yet.</p>}
      </div>
    </div>
  );
}

function titleOf({ kind, direction }: TrafficRow): string {
  if (kind === "request") return direction === "out" ? "Request" : "Request by the server";
  if (kind === "response") return "Answer";
  if (kind === "error") return "Answer: error";
  if (kind === "noise") return "Not a message";
  if (kind === "stderr") return "Standard error";
  return kind === "notification" ? "Notification" : "Transport";
}

function Message({ row, title, mode }: { row: TrafficRow; title: string; mode: "pretty" | "raw" }) {
  const { data, error } = useCall("traffic.message", { seq: row.seq });
  const text = data && (mode === "pretty" ? pretty(data.raw) : data.raw);
  return (
    <section className="traffic-message">
      <h3>
        {title}
        <span className="quiet">{formatBytes(row.bytes)}</span>
        {row.cut && <span className="quiet">cut</span>}
        {text !== undefined && <CopyButton label={`Copy ${title.toLowerCase()}`} text={text} />}
      </h3>
      {error && <ErrorState problem={error} title="The message is no longer held" />}
      {!data && !error && <Spinner label="Loading the message" />}
      {data?.headers && mode === "raw" && (
        <pre className="words">
          {Object.entries(data.headers)
            .map(([name, value]) => `${name}: ${visible(value)}`)
            .join("\n")}
        </pre>
      )}
      {text !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        <pre className="words" tabIndex={0}>
          {visible(text.slice(0, SHOWN))}
          {text.length > SHOWN &&
            `\n… ${(text.length - SHOWN).toLocaleString("en-US")} more characters: copy gives all`}
        </pre>
      )}
    </section>
  );
}

/** JSON with line breaks; anything else as it is. */
function pretty(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2);
  } catch {
    return raw;
  }
}
