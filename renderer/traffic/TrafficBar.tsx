import { ChevronDown } from "lucide-react";
import { visible } from "../../shared/model/visible";
import { runCommand } from "../app/commands";
import { useHost } from "../client/host";
import type { TrafficLog } from "../state/traffic-log";
import { Button } from "../ui/Button";
import { Choice } from "../ui/Choice";
import { IconButton } from "../ui/IconButton";
import { TextField } from "../ui/TextField";
import type { KindFilter, Line } from "./pairs";
import { TrafficMenu } from "./TrafficMenu";
import type { TrafficFiles } from "./use-traffic-files";

const KINDS: { id: KindFilter; label: string }[] = [
  { id: "all", label: "Everything" },
  { id: "errors", label: "Errors" },
  { id: "requests", label: "Requests" },
  { id: "notifications", label: "Notifications" },
  { id: "output", label: "Output and noise" },
];

/** What narrows the list, as typed. */
export interface TrafficChoice {
  serverId: string;
  kind: KindFilter;
  text: string;
}

export interface TrafficBarProps {
  choice: TrafficChoice;
  onChange: (choice: TrafficChoice) => void;
  /** Server names by id, in the order to offer them. */
  labels: ReadonlyMap<string, string>;
  log: TrafficLog;
  lines: readonly Line[];
  files: TrafficFiles;
}

/** Filters of the traffic, how much is shown, and what can be done with it. */
export function TrafficBar({ choice, onChange, labels, log, lines, files }: TrafficBarProps) {
  const host = useHost();
  const { loaded, saving } = files;
  const gone = Math.max(log.droppedHere, log.droppedAtHost);
  const options = [
    { id: "", label: "All servers" },
    ...[...labels].map(([id, label]) => ({ id, label: visible(label) })),
  ];
  const set = (patch: Partial<TrafficChoice>) => onChange({ ...choice, ...patch });
  return (
    <div className="traffic-bar">
      <h2>Traffic</h2>
      <Choice
        label="Server"
        labelHidden
        size="s"
        value={choice.serverId}
        options={options}
        onChange={(serverId) => set({ serverId })}
      />
      <Choice
        label="Kind"
        labelHidden
        size="s"
        value={choice.kind}
        options={KINDS}
        onChange={(kind) => set({ kind })}
      />
      <TextField
        label="Filter by method, id or text"
        labelHidden
        size="s"
        placeholder="Filter by method, id or text"
        value={choice.text}
        onChange={(text) => set({ text })}
      />
      <span className="quiet ellipsis">
        {lines.length.toLocaleString("en-US")} lines
        {gone > 0 && `, ${gone.toLocaleString("en-US")} older messages let go`}
      </span>
      <span className="end">
        {saving !== undefined && (
          <>
            <span className="quiet" role="status">
              Saving {saving}
            </span>
            <Button size="s" onPress={files.cancelSaving}>
              Cancel
            </Button>
          </>
        )}
        {loaded && (
          <Button size="s" onPress={files.unload}>
            Back to live traffic
          </Button>
        )}
        <TrafficMenu lines={lines} files={files} />
        <IconButton label="Hide the traffic" size="s" onPress={() => runCommand("toggle-traffic", host)}>
          <ChevronDown size={15} aria-hidden="true" />
        </IconButton>
      </span>
    </div>
  );
}
