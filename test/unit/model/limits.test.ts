import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calls, settingsSchema } from "../../../shared/contract";
import {
  DEFAULT_LIMITS,
  depthOf,
  isDeeper,
  LIMIT_IDS,
  LIMITS,
  limitFault,
} from "../../../shared/model/limits";

/** The depth of a value by plain recursion, to compare with. */
const depth = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0;

describe("the depth of JSON", () => {
  it("is the same for a text and its value, whatever its strings hold", () => {
    const strings = fc.oneof(
      fc.string(),
      fc.constantFrom('"', "\\", '\\"', "[[[{{{", "]}", '{"a":[', "\\\\"),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        strings,
        fc.integer(),
        fc.array(tie("value")),
        fc.dictionary(strings, tie("value")),
      ),
    }));
    fc.assert(
      fc.property(value, (each) => {
        expect(depthOf(JSON.stringify(each), 1_000)).toBe(depth(each));
        expect(isDeeper(each, depth(each))).toBe(false);
        if (depth(each) > 0) expect(isDeeper(each, depth(each) - 1)).toBe(true);
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it("is told of 100,000 levels at once, and of a text that ends anywhere", () => {
    const text = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(depthOf(text, 256)).toBe(257);
    expect(isDeeper(JSON.parse(text), 256)).toBe(true);
    for (const cut of ['{"a', '"\\', '"\\\\"[', "]]]]"]) expect(depthOf(cut, 10)).toBeLessThan(2);
  });
});

describe("the limits", () => {
  it("have a default within their range", () => {
    for (const id of LIMIT_IDS) expect(limitFault(id, LIMITS[id].default), id).toBeUndefined();
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e12])("refuse %d", (value) => {
    for (const id of LIMIT_IDS) {
      expect(limitFault(id, value), id).toContain("whole number");
      expect(calls["settings.set"].input.safeParse({ limits: { [id]: value } }).success, id).toBe(false);
    }
  });

  it("stand in the settings with their defaults", () => {
    expect(settingsSchema.parse({}).limits).toEqual(DEFAULT_LIMITS);
    expect(settingsSchema.parse({ limits: { pages: 20 } }).limits).toEqual({ ...DEFAULT_LIMITS, pages: 20 });
  });
});

describe("a change over the contract", () => {
  it("holds nothing that its caller left out", () => {
    expect(calls["settings.set"].input.parse({ panes: { left: 20 } })).toEqual({ panes: { left: 20 } });
    expect(calls["settings.set"].input.parse({ limits: { pages: 20 } })).toEqual({ limits: { pages: 20 } });
    expect(calls["servers.update"].input.parse({ serverId: "s", patch: { label: "new" } })).toEqual({
      serverId: "s",
      patch: { label: "new" },
    });
  });
});
