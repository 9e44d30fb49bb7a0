/** A rectangle in device-independent pixels. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How the window stood when it was closed. */
export interface WindowState extends Rectangle {
  maximized: boolean;
}

export const SMALLEST = { width: 800, height: 560 };
const USUAL = { width: 1440, height: 900 };
/** Of the title bar, this much must be on a display for the window to be within reach. */
const GRIP = { width: 160, height: 32 };

/**
 * Where the window opens: where it was, if that is still a usable window within reach, else in the middle of the
 * first display.
 * @param saved what was read from disk, of any shape
 * @param displays work areas of the displays that are there now, the first one being the main one; at least one
 */
export function repairWindowState(saved: unknown, displays: readonly Rectangle[]): WindowState {
  const main = displays[0]!;
  const read = readState(saved);
  if (!read) return { ...centred(USUAL, main), maximized: false };
  for (const display of displays) {
    const window = { x: read.x, y: read.y, ...fitted(read, display) };
    if (reachable(window, display)) return { ...window, maximized: read.maximized };
  }
  return { ...centred(read, main), maximized: read.maximized };
}

function readState(saved: unknown): WindowState | undefined {
  const state = (saved ?? {}) as Partial<Record<keyof WindowState, unknown>>;
  const { x, y, width, height } = state;
  const numbers = [x, y, width, height];
  if (!numbers.every((value): value is number => typeof value === "number" && Number.isFinite(value))) {
    return undefined;
  }
  const [left, top, wide, high] = numbers.map(Math.round) as [number, number, number, number];
  return { x: left, y: top, width: wide, height: high, maximized: state.maximized === true };
}

/** Whether enough of the title bar lies on the display to take hold of it. */
function reachable(window: Rectangle, display: Rectangle): boolean {
  const left = Math.max(window.x, display.x);
  const right = Math.min(window.x + window.width, display.x + display.width);
  const onTop = window.y >= display.y && window.y + GRIP.height <= display.y + display.height;
  return onTop && right - left >= GRIP.width;
}

function fitted(size: Pick<Rectangle, "width" | "height">, display: Rectangle) {
  return {
    width: Math.min(Math.max(size.width, SMALLEST.width), Math.max(display.width, SMALLEST.width)),
    height: Math.min(Math.max(size.height, SMALLEST.height), Math.max(display.height, SMALLEST.height)),
  };
}

function centred(wanted: Pick<Rectangle, "width" | "height">, display: Rectangle): Rectangle {
  const { width, height } = fitted(wanted, display);
  return {
    x: Math.max(display.x, Math.round(display.x + (display.width - width) / 2)),
    y: Math.max(display.y, Math.round(display.y + (display.height - height) / 2)),
    width,
    height,
  };
}
