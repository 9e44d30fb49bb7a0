import { describe, expect, it } from "vitest";
import { Traffic } from "../../../electron/engine/connections/tap";

const row = (raw: string, serverId = "a") => ({
  serverId,
  at: 0,
  direction: "in" as const,
  kind: "response" as const,
  raw,
});

describe("Traffic", () => {
  it("stays within its rows, says how many it dropped, and keeps numbers valid", () => {
    const traffic = new Traffic({ rows: 100, characters: 1_000_000 });
    for (let i = 1; i <= 1_000; i++) traffic.add(row(`m${i}`));
    const kept = traffic.page(undefined, 5_000);
    expect(kept.length).toBeLessThanOrEqual(100);
    expect(traffic.dropped).toBe(1_000 - kept.length);
    expect(traffic.get(1_000)?.raw).toBe("m1000");
    expect(traffic.get(1)).toBeUndefined();
  });
  it("gives up the oldest texts first and marks them as cut", () => {
    const traffic = new Traffic({ rows: 1_000, characters: 50_000 });
    for (let i = 0; i < 100; i++) traffic.add(row("x".repeat(1_000)));
    expect(traffic.get(1)).toMatchObject({ cut: true, bytes: 1_000 });
    expect(traffic.get(1)?.raw.length).toBeLessThan(1_000);
    expect(traffic.get(100)?.raw).toHaveLength(1_000);
  });
  it("pages backwards, of all servers or of one", () => {
    const traffic = new Traffic();
    for (let i = 0; i < 10; i++) traffic.add(row(`${i}`, i % 2 ? "odd" : "even"));
    expect(traffic.page(undefined, 3).map(({ seq }) => seq)).toEqual([8, 9, 10]);
    expect(traffic.page(8, 3).map(({ seq }) => seq)).toEqual([5, 6, 7]);
    expect(traffic.page(undefined, 2, "odd").map(({ seq }) => seq)).toEqual([8, 10]);
  });
});
