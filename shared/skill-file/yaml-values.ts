import { isAlias, isMap, isNode, isScalar, isSeq, type Pair, type YAMLMap } from "yaml";
import type { FrontmatterField } from "./types";

/** How many nodes aliases may repeat in one frontmatter: far above honest use, far below harm. */
const ALIAS_BUDGET = 500;
/** How deep lists and mappings may nest. */
const MAX_DEPTH = 64;

/** A fault met while reading values; offsets are those of the YAML text. */
export interface ValueFault {
  code: "duplicate-key" | "alias-limit" | "too-deep" | "yaml-syntax" | "custom-tag";
  message: string;
  fix: string;
  offset: number;
  other?: number;
}

interface Built {
  value: unknown;
  /** Nodes the value stands for once every alias is written out. */
  size: number;
}

/** Thrown to leave the walk at once: nothing below the place may be built. */
class StopReading extends Error {
  constructor(readonly fault: ValueFault) {
    super(fault.message);
  }
}

/**
 * Reads YAML nodes into plain JSON-able data without ever writing out an alias: what aliases stand for is counted
 * first, and reading stops at the budget.
 */
export class ValueReader {
  readonly faults: ValueFault[] = [];
  private readonly anchors = new Map<string, Built | "open">();
  private repeated = 0;

  constructor(private readonly source: string) {}

  /**
   * Reads one node. @returns the value, or undefined where reading had to stop (the fault says why).
   */
  read(node: unknown): unknown {
    try {
      return this.build(node, 0).value;
    } catch (error) {
      if (!(error instanceof StopReading)) throw error;
      this.faults.push(error.fault);
      return undefined;
    }
  }

  /** Keys of a mapping as text; reports keys that are equal once read, and keys that are no plain text. */
  keys(map: YAMLMap): { key: string; offset: number; pair: Pair }[] {
    const seen = new Map<string, number>();
    return map.items.map((pair) => {
      const { key, offset } = this.keyOf(pair);
      const first = seen.get(key);
      if (first === undefined) seen.set(key, offset);
      else {
        this.faults.push({
          code: "duplicate-key",
          message: `The key ${JSON.stringify(key)} is given twice; which value counts is left to chance.`,
          fix: `Keep one line for ${key} and delete the other.`,
          offset,
          other: first,
        });
      }
      return { key, offset, pair };
    });
  }

  /** How YAML read a node, as the type of a field. */
  static typeOf(value: unknown): FrontmatterField["type"] {
    if (value === null) return "null";
    if (Array.isArray(value)) return "list";
    switch (typeof value) {
      case "string":
      case "number":
      case "boolean":
        return typeof value as "string";
      case "object":
        return "mapping";
      default:
        return "other";
    }
  }

  private build(node: unknown, depth: number): Built {
    if (!isNode(node)) return { value: null, size: 1 };
    const offset = node.range?.[0] ?? 0;
    if (depth > MAX_DEPTH) {
      throw new StopReading({
        code: "too-deep",
        message: `Lists or mappings nest more than ${MAX_DEPTH} levels deep.`,
        fix: "Flatten the value; frontmatter is read by every client at start.",
        offset,
      });
    }
    if (isAlias(node)) return this.alias(node.source, offset);
    const anchor = "anchor" in node && typeof node.anchor === "string" ? node.anchor : undefined;
    if (anchor !== undefined) this.anchors.set(anchor, "open");
    const built = this.collectionOrScalar(node, depth, offset);
    if (anchor !== undefined) this.anchors.set(anchor, built);
    return built;
  }

  private collectionOrScalar(node: unknown, depth: number, offset: number): Built {
    if (isSeq(node)) {
      const items = node.items.map((item) => this.build(item, depth + 1));
      return { value: items.map((item) => item.value), size: 1 + sum(items) };
    }
    if (isMap(node)) {
      const value: Record<string, unknown> = {};
      const items = this.keys(node).map(({ key, pair }) => {
        const item = this.build(pair.value, depth + 1);
        put(value, key, item.value);
        return item;
      });
      return { value, size: 1 + sum(items) };
    }
    return { value: this.scalar(node, offset), size: 1 };
  }

  private scalar(node: unknown, offset: number): unknown {
    if (!isScalar(node)) return null;
    const { value } = node;
    if (typeof value === "bigint") return Number(value);
    // JSON has no infinity and no NaN; the author's spelling says what was meant.
    if (typeof value === "number" && !Number.isFinite(value))
      return this.source.slice(offset, node.range?.[1]);
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? value
      : null;
  }

  private alias(name: string, offset: number): Built {
    const target = this.anchors.get(name);
    if (target === undefined) {
      throw new StopReading({
        code: "yaml-syntax",
        message: `*${name} refers to an anchor &${name} that is not defined before it.`,
        fix: "Quote the value if it is text that starts with an asterisk.",
        offset,
      });
    }
    if (target === "open") {
      throw new StopReading({
        code: "alias-limit",
        message: `*${name} refers to the value that contains it, so the value has no end.`,
        fix: `Remove *${name}; frontmatter must be a finite tree.`,
        offset,
      });
    }
    this.repeated += target.size;
    if (this.repeated > ALIAS_BUDGET) {
      throw new StopReading({
        code: "alias-limit",
        message: `Aliases stand for more than ${ALIAS_BUDGET} values; written out, this frontmatter could grow without bound.`,
        fix: "Write the values out instead of using & and *.",
        offset,
      });
    }
    return target;
  }

  private keyOf(pair: Pair): { key: string; offset: number } {
    const node = pair.key;
    if (isScalar(node)) {
      const offset = node.range?.[0] ?? 0;
      if (typeof node.value === "string") return { key: node.value, offset };
      if (node.range?.[0] === node.range?.[1]) {
        this.faults.push({
          code: "yaml-syntax",
          message: "A colon has no key before it.",
          fix: "Quote the value before the colon if the colon belongs to it.",
          offset,
        });
      }
      return { key: this.source.slice(offset, node.range?.[1] ?? offset), offset };
    }
    const offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
    this.faults.push({
      code: "yaml-syntax",
      message: "A key is a list, a mapping or an alias; JSON and the specification only know text as keys.",
      fix: "Quote the key, or write it as plain text.",
      offset,
    });
    return { key: isNode(node) ? this.source.slice(offset, node.range?.[1] ?? offset) : "", offset };
  }
}

function sum(items: Built[]): number {
  return items.reduce((total, item) => total + item.size, 0);
}

/** Sets a key as an own property, whatever its name: `__proto__` in a file must stay data. */
export function put(object: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
