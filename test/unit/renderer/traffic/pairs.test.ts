import { describe, expect, it } from "vitest";
import { EMPTY_TRAFFIC, withTraffic } from "../../../../renderer/state/traffic-log";
import { type KindFilter, linesOf } from "../../../../renderer/traffic/pairs";
import { traffic } from "../fixtures";

const log = () =>
  withTraffic(
    { ...EMPTY_TRAFFIC, rows: [], bySeq: new Map() },
    [
      traffic(1, { method: "skills/list" }),
      traffic(2, { method: "resources/read", serverId: "b" }),
      traffic(3, { direction: "in", kind: "response", pair: 1 }),
      traffic(4, {
        direction: "in",
        kind: "error",
        pair: 2,
        errorCode: -32602,
        serverId: "b",
        preview: "Not found",
      }),
      traffic(5, { direction: "in", kind: "notification", method: "notifications/x" }),
      traffic(6, { direction: "in", kind: "noise", preview: "hello" }),
      traffic(7, { direction: "in", kind: "response", pair: 99 }),
    ],
    0,
    1_000,
  );
const lines = (kind: KindFilter = "all", text = "", serverId?: string) =>
  linesOf(log(), { kind, text, ...(serverId ? { serverId } : {}) }).map(({ row, answer }) =>
    answer ? `${row.seq}+${answer.seq}` : `${row.seq}`,
  );

describe("traffic lines", () => {
  it("puts an answer on its request's line, and keeps one whose request is gone", () => {
    expect(lines()).toEqual(["1+3", "2+4", "5", "6", "7"]);
  });

  it("filters by kind; an error answer makes its request's line an error", () => {
    expect(lines("errors")).toEqual(["2+4", "6"]);
    expect(lines("requests")).toEqual(["1+3", "2+4", "7"]);
    expect(lines("notifications")).toEqual(["5"]);
    expect(lines("output")).toEqual(["6"]);
  });

  it("finds text in request or answer, and an error by its code", () => {
    expect(lines("all", "not FOUND")).toEqual(["2+4"]);
    expect(lines("all", "-32602")).toEqual(["2+4"]);
    expect(lines("all", "skills/")).toEqual(["1+3"]);
  });

  it("filters by server", () => {
    expect(lines("all", "", "b")).toEqual(["2+4"]);
  });
});
