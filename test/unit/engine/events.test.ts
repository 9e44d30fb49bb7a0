import { describe, expect, it } from "vitest";
import { EventHub } from "../../../electron/engine/events";
import type { EventMessage } from "../../../shared/contract";
import type { TrafficRow } from "../../../shared/model/traffic";

const traffic = (seq: number): TrafficRow => ({
  seq,
  serverId: "a",
  at: 0,
  direction: "in",
  kind: "response",
  bytes: 1,
  preview: "x",
});

describe("EventHub", () => {
  it("joins a flood into one batch, in order, and keeps only the newest state", () => {
    const hub = new EventHub();
    const batches: EventMessage[][] = [];
    hub.subscribe((events) => batches.push(events));
    for (let i = 1; i <= 1_000; i++) hub.emit("traffic", { rows: [traffic(i)], dropped: i });
    hub.emit("catalog", { serverId: "a" });
    hub.emit("catalog", { serverId: "a" });
    hub.emit("catalog", { serverId: "b" });
    hub.flush();
    expect(batches).toHaveLength(1);
    const [rows, ...rest] = batches[0]!;
    expect(rows?.event === "traffic" && rows.data.rows.map((row) => row.seq)).toEqual(
      Array.from({ length: 1_000 }, (_, i) => i + 1),
    );
    expect(rest.map((event) => (event.data as { serverId: string }).serverId)).toEqual(["a", "b"]);
  });
  it("never joins what came before a reset with what came after", () => {
    const hub = new EventHub();
    const seen: EventMessage[] = [];
    hub.subscribe((events) => seen.push(...events));
    const skill = (uri: string) => ({
      uri,
      name: uri,
      description: "",
      convention: "sep-2640" as const,
      provenance: "skills/list" as const,
    });
    hub.emit("skills", { serverId: "a", reset: false, added: [skill("old")] });
    hub.emit("skills", { serverId: "a", reset: true, added: [] });
    hub.emit("skills", { serverId: "a", reset: false, added: [skill("new")] });
    hub.flush();
    expect(
      seen.map(
        (event) => event.event === "skills" && [event.data.reset, event.data.added.map(({ uri }) => uri)],
      ),
    ).toEqual([
      [false, ["old"]],
      [true, ["new"]],
    ]);
  });
  it("stops calling a listener that unsubscribed", () => {
    const hub = new EventHub();
    let calls = 0;
    const stop = hub.subscribe(() => calls++);
    hub.emit("catalog", { serverId: "a" });
    hub.flush();
    stop();
    hub.emit("catalog", { serverId: "a" });
    hub.flush();
    expect(calls).toBe(1);
  });
});
