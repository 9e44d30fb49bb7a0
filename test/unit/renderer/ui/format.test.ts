import { describe, expect, it } from "vitest";
import { count, formatBytes, formatDuration } from "../../../../renderer/ui/format";

describe("numbers for people", () => {
  it.each<[number, string]>([
    [0, "0 B"],
    [999, "999 B"],
    [1_000, "1 kB"],
    [1_240, "1.2 kB"],
    [9_949, "9.9 kB"],
    [9_960, "10 kB"],
    [33_600, "34 kB"],
    [999_600, "1 MB"],
    [2_500_000_000, "2.5 GB"],
  ])("%i bytes", (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it.each<[number, string]>([
    [3.4, "3 ms"],
    [1_234, "1.2 s"],
    [120_000, "2 min"],
  ])("%d ms", (milliseconds, text) => expect(formatDuration(milliseconds)).toBe(text));

  it("counts one and many", () => {
    expect([count(1, "skill"), count(0, "skill"), count(12_000, "entry", "entries")]).toEqual([
      "1 skill",
      "0 skills",
      "12,000 entries",
    ]);
  });
});
