import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Rectangle, repairWindowState, SMALLEST } from "../../../electron/desktop/window-state";

const MAIN = { x: 0, y: 25, width: 1920, height: 1055 };
const SECOND = { x: 1920, y: 0, width: 1280, height: 1024 };

/** Whether somebody can take hold of the title bar. */
function inReach(window: Rectangle, displays: Rectangle[]): boolean {
  return displays.some(({ x, y, width, height }) => {
    const across = Math.min(window.x + window.width, x + width) - Math.max(window.x, x);
    return across >= 160 && window.y >= y && window.y + 32 <= y + height;
  });
}

describe("where the window opens", () => {
  it("is where it was, on whichever display", () => {
    for (const saved of [
      { x: 100, y: 100, width: 1200, height: 800, maximized: false },
      { x: 2000, y: 10, width: 1000, height: 700, maximized: true },
    ]) {
      expect(repairWindowState(saved, [MAIN, SECOND])).toEqual(saved);
    }
  });

  it.each([
    ["on a display that was unplugged", { x: -4000, y: 9000, width: 1200, height: 800 }],
    ["on the second display, which is gone", { x: 2100, y: 10, width: 1200, height: 800 }],
    ["with 5 pixels on the screen", { x: 1915, y: 100, width: 1200, height: 800 }],
    ["with its title bar above the screen", { x: 100, y: -300, width: 1200, height: 800 }],
    ["with its title bar below the screen", { x: 100, y: 1075, width: 1200, height: 800 }],
  ])("is the middle of the main display when it was %s", (_what, saved) => {
    expect(repairWindowState(saved, [MAIN])).toEqual({
      x: 360,
      y: 153,
      width: 1200,
      height: 800,
      maximized: false,
    });
  });

  it("has a usable size whatever was saved", () => {
    expect(repairWindowState({ x: 10, y: 30, width: 1, height: 1 }, [MAIN])).toMatchObject(SMALLEST);
    expect(repairWindowState({ x: 10, y: 30, width: 1e9, height: 1e9 }, [MAIN])).toMatchObject({
      width: 1920,
      height: 1055,
    });
  });

  it.each([
    [undefined],
    [null],
    ["text"],
    [[]],
    [{}],
    [{ x: "1", y: "2", width: "3", height: "4" }],
    [{ x: Number.NaN, y: 0, width: 1, height: 1 }],
  ])("is the usual place when %j was saved", (saved) =>
    expect(repairWindowState(saved, [MAIN])).toEqual({
      x: 240,
      y: 103,
      width: 1440,
      height: 900,
      maximized: false,
    }),
  );

  it("is within reach for every rectangle and every arrangement of displays", () => {
    const number = fc.oneof(
      fc.integer({ min: -20_000, max: 20_000 }),
      fc.double(),
      fc.constant("7"),
      fc.constant(null),
    );
    const saved = fc.record({ x: number, y: number, width: number, height: number });
    const display = fc.record({
      x: fc.integer({ min: -5_000, max: 5_000 }),
      y: fc.integer({ min: -5_000, max: 5_000 }),
      width: fc.integer({ min: 640, max: 8_000 }),
      height: fc.integer({ min: 480, max: 5_000 }),
    });
    fc.assert(
      fc.property(saved, fc.array(display, { minLength: 1, maxLength: 3 }), (state, displays) => {
        const window = repairWindowState(state, displays);
        expect(window.width).toBeGreaterThanOrEqual(SMALLEST.width);
        expect(window.height).toBeGreaterThanOrEqual(SMALLEST.height);
        expect(inReach(window, displays)).toBe(true);
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });
});
