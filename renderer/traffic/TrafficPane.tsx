import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { visible } from "../../shared/model/visible";
import { useApp } from "../state/store";
import { linesOf } from "./pairs";
import { TrafficBar, type TrafficChoice } from "./TrafficBar";
import { TrafficDetail } from "./TrafficDetail";
import { TrafficList } from "./TrafficList";
import { useTrafficFiles } from "./use-traffic-files";
import "./traffic.css";

const NO_CHOICE: TrafficChoice = { serverId: "", kind: "all", text: "" };

/** What went over the wire, of all servers: request and answer on one line, the whole of both beside it. */
export function TrafficPane() {
  const live = useDeferredValue(useApp((state) => state.traffic));
  const servers = useApp((state) => state.servers);
  const shown = useApp((state) => state.shownTraffic);
  const files = useTrafficFiles();
  const { loaded, unload } = files;
  const [choice, setChoice] = useState(NO_CHOICE);
  const [selected, setSelected] = useState<number>();
  const wanted = useDeferredValue(choice);
  const log = loaded?.log ?? live;
  const lines = useMemo(() => {
    const { serverId, kind, text } = wanted;
    return linesOf(log, { serverId: serverId || undefined, kind, text });
  }, [log, wanted]);
  const labels = useMemo(
    () =>
      loaded?.labels ?? new Map([...servers.values()].map(({ config }) => [config.serverId, config.label])),
    [loaded, servers],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new request to show a message acts.
  useEffect(() => {
    const [first] = shown?.seqs ?? [];
    if (first === undefined) return;
    unload();
    setChoice(NO_CHOICE);
    const row = useApp.getState().traffic.bySeq.get(first);
    const answers = row && (row.kind === "response" || row.kind === "error");
    setSelected(answers && row.pair !== undefined ? row.pair : first);
  }, [shown]);
  // Numbers of a file say nothing about live messages, and the other way round.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the file is the trigger.
  useEffect(() => {
    setSelected(undefined);
    setChoice(NO_CHOICE);
  }, [loaded]);
  const line = lines.find(({ row, answer }) => row.seq === selected || answer?.seq === selected);
  return (
    <section className="traffic" aria-label="Traffic">
      <TrafficBar
        choice={choice}
        onChange={setChoice}
        labels={labels}
        log={log}
        lines={lines}
        files={files}
      />
      {loaded && (
        <p className="traffic-loaded" role="status">
          Saved traffic from <b>{visible(loaded.name)}</b>. Nothing of it is live.
        </p>
      )}
      <div className={line ? "traffic-body split" : "traffic-body"}>
        <TrafficList lines={lines} labels={labels} selected={selected} onSelect={setSelected} shown={shown} />
        {line && (
          <TrafficDetail
            key={line.row.seq}
            line={line}
            {...(loaded ? { messages: loaded.messages } : {})}
            onClose={() => setSelected(undefined)}
          />
        )}
      </div>
    </section>
  );
}
