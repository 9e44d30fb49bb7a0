import { describe, expect, it } from "vitest";
import { linesOf } from "../../../../renderer/traffic/pairs";
import { readTraffic, writeTraffic } from "../../../../renderer/traffic/saved-traffic";
import type { TrafficMessage } from "../../../../shared/model/traffic";
import { traffic } from "../fixtures";

const messages: TrafficMessage[] = [
  { ...traffic(7, { method: "skills/list", pair: 9 }), raw: '{"method":"skills/list"}' },
  { ...traffic(9, { direction: "in", kind: "response", pair: 7, durationMs: 3 }), raw: '{"result":\n1}' },
  { ...traffic(10, { kind: "stderr", direction: "in", serverId: "b" }), raw: "line one\nline two\u2028" },
];
const text = writeTraffic(messages, (serverId) => (serverId === "a" ? "My server" : undefined));

describe("saved traffic", () => {
  it("is one line a message and comes back as it was", () => {
    expect(text.trimEnd().split("\n")).toHaveLength(3);
    const loaded = readTraffic("t.ndjson", text);
    expect([...loaded.messages.values()]).toEqual(messages);
    expect(loaded.labels).toEqual(new Map([["a", "My server"]]));
    const lines = linesOf(loaded.log, { kind: "all", text: "" });
    expect(lines.map(({ row, answer }) => [row.seq, answer?.seq])).toEqual([
      [7, 9],
      [10, undefined],
    ]);
  });

  it("is refused with the line that is none of it", () => {
    expect(() => readTraffic("t", `${text}{"seq": 1}\n`)).toThrow(/^Line 4 is no saved message: serverId/);
    expect(() => readTraffic("t", `${text.split("\n")[0]}\nhello\n`)).toThrow("Line 2 is no JSON.");
    expect(() => readTraffic("t", "\n\n")).toThrow("holds no messages");
  });
});
