/**
 * What this app takes from a server before it stops, once for the engine, the command line and the settings. A
 * server that goes further is told about, never followed: memory and time stay bounded whatever it does.
 */

export interface Limit {
  /** What is bounded, as a title. */
  title: string;
  /** What happens beyond it. */
  help: string;
  unit: "" | "MB" | "s";
  default: number;
  min: number;
  max: number;
}

export const LIMITS = {
  messageMb: {
    title: "Size of one message",
    help: "A longer answer is given up; over stdio the connection ends, since the rest of the line is unknown.",
    unit: "MB",
    default: 64,
    min: 1,
    max: 256,
  },
  fileMb: {
    title: "Size of one file",
    help: "A larger file is not opened and not checked.",
    unit: "MB",
    default: 32,
    min: 1,
    max: 128,
  },
  entries: {
    title: "Entries of one listing",
    help: "Skills, templates or resources beyond it are not asked for; the list is marked as partial.",
    unit: "",
    default: 200_000,
    min: 100,
    max: 1_000_000,
  },
  pages: {
    title: "Pages of one listing",
    help: "A listing that goes on stops here and is marked as partial.",
    unit: "",
    default: 2_000,
    min: 10,
    max: 100_000,
  },
  nesting: {
    title: "Depth of nested JSON",
    help: "A deeper answer is not taken apart; its text stays in the traffic.",
    unit: "",
    default: 256,
    min: 16,
    max: 1_000,
  },
  requestSeconds: {
    title: "Time for one request",
    help: "What a new server starts with; each server has its own.",
    unit: "s",
    default: 30,
    min: 1,
    max: 3_600,
  },
  trafficMessages: {
    title: "Messages kept",
    help: "Older ones are let go.",
    unit: "",
    default: 100_000,
    min: 1_000,
    max: 1_000_000,
  },
  trafficMb: {
    title: "Text of messages kept",
    help: "The text of the oldest messages is let go first.",
    unit: "MB",
    default: 64,
    min: 8,
    max: 1_024,
  },
} as const satisfies Record<string, Limit>;

export type LimitId = keyof typeof LIMITS;
export type Limits = Record<LimitId, number>;

export const LIMIT_IDS = Object.keys(LIMITS) as LimitId[];

export const DEFAULT_LIMITS: Limits = Object.fromEntries(
  LIMIT_IDS.map((id) => [id, LIMITS[id].default]),
) as Limits;

/** A limit of megabytes in bytes. */
export const megabytes = (count: number): number => count * 1024 * 1024;

/** Where a limit is changed, for the end of every message about one. */
export function whereToChange(id: LimitId): string {
  return `Change "${LIMITS[id].title}" under Settings, or give --limit ${id}=NUMBER on the command line.`;
}

/** Which limit was reached, in words: its title and value. */
export function limitText(id: LimitId, value: number): string {
  const { title, unit } = LIMITS[id];
  return `the limit "${title}" is ${value.toLocaleString("en")}${unit === "" ? "" : ` ${unit}`}`;
}

/** What is wrong with a value for a limit; undefined when it can be taken. */
export function limitFault(id: LimitId, value: number): string | undefined {
  const { min, max } = LIMITS[id];
  if (Number.isInteger(value) && value >= min && value <= max) return undefined;
  return `A whole number from ${min.toLocaleString("en")} to ${max.toLocaleString("en")}.`;
}

/**
 * How deeply a JSON text nests, looking no further than `most`: without recursion, and without parsing, since the
 * text may be hostile. A text that is no JSON gives some number.
 */
export function depthOf(text: string, most: number): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = endOfString(text, at + 1);
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > deepest) deepest = depth;
      if (deepest > most) return deepest;
    } else if (code === 0x7d || code === 0x5d) {
      depth--;
    }
  }
  return deepest;
}

function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

/** Whether a value nests deeper than `most`; bounded itself, whatever it is given. */
export function isDeeper(value: unknown, most: number): boolean {
  let level = [value].filter(isNested);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > most) return true;
    const next: object[] = [];
    for (const each of level) for (const inner of Object.values(each)) if (isNested(inner)) next.push(inner);
    level = next;
  }
  return false;
}

const isNested = (value: unknown): value is object => typeof value === "object" && value !== null;
