import type { TrafficMessage, TrafficRow } from "../../shared/model/traffic";
import { visible } from "../../shared/model/visible";
import { useCall } from "../client/host";
import { useServer } from "../state/store";
import { CopyButton } from "../ui/CopyButton";
import { ErrorState } from "../ui/ErrorState";
import { formatBytes } from "../ui/format";
import { Spinner } from "../ui/Spinner";
import { asCurl } from "./curl";

/** Longest text laid out at once. */
const SHOWN = 100_000;

export type MessageMode = "pretty" | "raw";

export interface TrafficMessageViewProps {
  row: TrafficRow;
  mode: MessageMode;
  /** The message where it is at hand: of a saved file. Else the host is asked. */
  held?: TrafficMessage;
}

/** One whole message. */
export function TrafficMessageView({ row, mode, held }: TrafficMessageViewProps) {
  const server = useServer(row.serverId);
  const asked = useCall("traffic.message", { seq: row.seq }, { enabled: held === undefined });
  const data = held ?? asked.data;
  const error = held ? null : asked.error;
  const title = titleOf(row);
  const said = title.toLowerCase();
  const text = data && (mode === "pretty" ? pretty(data.raw) : data.raw);
  const curl =
    data && !data.cut && row.direction === "out" && row.kind === "request"
      ? asCurl(server, data.raw)
      : undefined;
  return (
    <section className="traffic-message">
      <h3>
        {title}
        <span className="quiet">{formatBytes(row.bytes)}</span>
        {row.cut && <span className="quiet">cut</span>}
        <span className="end">
          {text !== undefined && (
            <CopyButton label={isJson(data!.raw) ? `Copy ${said} as JSON` : `Copy ${said}`} text={text} />
          )}
          {curl !== undefined && <CopyButton withText label="Copy as curl" text={curl} />}
        </span>
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

function titleOf({ kind, direction }: TrafficRow): string {
  if (kind === "request") return direction === "out" ? "Request" : "Request by the server";
  if (kind === "response") return "Answer";
  if (kind === "error") return "Answer: error";
  if (kind === "noise") return "Not a message";
  if (kind === "stderr") return "Standard error";
  return kind === "notification" ? "Notification" : "Transport";
}

/** JSON with line breaks; anything else as it is. */
function pretty(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2);
  } catch {
    return raw;
  }
}

const isJson = (raw: string) => pretty(raw) !== raw || /^\s*[[{]/.test(raw);
