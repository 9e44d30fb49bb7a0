import { ChevronDown, Trash2 } from "lucide-react";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { visible } from "../../shared/model/visible";
import { runCommand } from "../app/commands";
import { asHostError, useHost } from "../client/host";
import { useApp } from "../state/store";
import { EMPTY_TRAFFIC } from "../state/traffic-log";
import { Choice } from "../ui/Choice";
import { IconButton } from "../ui/IconButton";
import { TextField } from "../ui/TextField";
import { type KindFilter, linesOf } from "./pairs";
import { TrafficDetail } from "./TrafficDetail";
import { TrafficList } from "./TrafficList";
import "./traffic.css";

const KINDS: { id: KindFilter; label: string }[] = [
  { id: "all", label: "Everything" },
  { id: "errors", label: "Errors" },
  { id: "requests", label: "Requests" },
  { id: "notifications", label: "Notifications" },
  { id: "output", label: "Output and noise" },
];

/** What went over the wire, of all servers: request and answer on one line, the whole of both beside it. */
export function TrafficPane() {
  const host = useHost();
  const log = useDeferredValue(useApp((state) => state.traffic));
  const servers = useApp((state) => state.servers);
  const shown = useApp((state) => state.shownTraffic);
  const [serverId, setServerId] = useState("");
  const [kind, setKind] = useState<KindFilter>("all");
  const [text, setText] = useState("");
  const [selected, setSelected] = useState<number>();
  const wanted = useDeferredValue(text);
  const lines = useMemo(
    () => linesOf(log, { serverId: serverId || undefined, kind, text: wanted }),
    [log, serverId, kind, wanted],
  );
  useEffect(() => {
    const [first] = shown?.seqs ?? [];
    if (first === undefined) return;
    setServerId("");
    setKind("all");
    setText("");
    const row = useApp.getState().traffic.bySeq.get(first);
    const answers = row && (row.kind === "response" || row.kind === "error");
    setSelected(answers && row.pair !== undefined ? row.pair : first);
  }, [shown]);
  const clear = () =>
    host.call("traffic.clear", {}).then(
      () => useApp.setState({ traffic: EMPTY_TRAFFIC }),
      (error: unknown) => useApp.getState().notify({ level: "error", message: asHostError(error).message }),
    );
  const options = [
    { id: "", label: "All servers" },
    ...[...servers.values()].map(({ config }) => ({ id: config.serverId, label: visible(config.label) })),
  ];
  const line = lines.find(({ row, answer }) => row.seq === selected || answer?.seq === selected);
  const gone = Math.max(log.droppedHere, log.droppedAtHost);
  return (
    <section className="traffic" aria-label="Traffic">
      <div className="traffic-bar">
        <h2>Traffic</h2>
        <Choice
          label="Server"
          labelHidden
          size="s"
          value={serverId}
          options={options}
          onChange={setServerId}
        />
        <Choice label="Kind" labelHidden size="s" value={kind} options={KINDS} onChange={setKind} />
        <TextField
          label="Filter by method, id or text"
          labelHidden
          size="s"
          placeholder="Filter by method, id or text"
          value={text}
          onChange={setText}
        />
        <span className="quiet">
          {lines.length.toLocaleString("en-US")} lines
          {gone > 0 && `, ${gone.toLocaleString("en-US")} older messages let go`}
        </span>
        <span className="end">
          <IconButton label="Clear the traffic" size="s" onPress={clear}>
            <Trash2 size={14} aria-hidden="true" />
          </IconButton>
          <IconButton label="Hide the traffic" size="s" onPress={() => runCommand("toggle-traffic", host)}>
            <ChevronDown size={15} aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      <div className={line ? "traffic-body split" : "traffic-body"}>
        <TrafficList lines={lines} selected={selected} onSelect={setSelected} shown={shown} />
        {line && <TrafficDetail line={line} onClose={() => setSelected(undefined)} />}
      </div>
    </section>
  );
}
