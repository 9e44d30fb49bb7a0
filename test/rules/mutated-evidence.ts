import fc from "fast-check";
import type { Exchange } from "../../shared/model/evidence";

/** Changes of evidence at random places: what a server may send where something else was due. */

export interface Mutation {
  /** Chooses the exchange, then a way down into its result. */
  seed: number[];
  value: unknown;
}

const junk = fc.oneof(
  fc.constantFrom(
    null,
    undefined,
    true,
    0,
    -1,
    1.5,
    "",
    " ",
    "skill://",
    "skill://a/../SKILL.md",
    "%",
    "\ud800",
  ),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "{",
    "{a",
    "---\nname: x\n",
    "data:text/plain,x",
    "sha256:",
    "\u202e",
  ),
  fc.string(),
  fc.webUrl(),
  fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
);

export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({ seed: fc.array(fc.nat(), { minLength: 2, maxLength: 8 }), value: junk }),
  { minLength: 1, maxLength: 4 },
);

/** Applies mutations in place to what the exchanges hold; JSON inside of texts is changed too. */
export function mutate(exchanges: readonly Exchange[], all: readonly Mutation[]): void {
  for (const { seed, value } of all) {
    const [first = 0, ...way] = seed;
    const exchange = exchanges[first % Math.max(exchanges.length, 1)];
    if (!exchange) continue;
    const { outcome } = exchange;
    if (outcome.kind === "result") outcome.result = changed(outcome.result, way, value);
    else if (outcome.kind === "error") Object.assign(outcome, { code: value });
  }
}

function changed(node: unknown, way: readonly number[], value: unknown): unknown {
  const [next, ...rest] = way;
  if (next === undefined) return value;
  if (typeof node === "string" && /^[[{]/.test(node)) {
    try {
      return JSON.stringify(changed(JSON.parse(node), way, value)) ?? "";
    } catch {
      return value;
    }
  }
  if (typeof node !== "object" || node === null) return value;
  const keys = Object.keys(node);
  const key = keys[next % Math.max(keys.length, 1)];
  if (key === undefined) return value;
  const holder = node as Record<string, unknown>;
  // In place: pages, entries and briefs share these objects, as they do in the app.
  holder[key] = changed(holder[key], rest, value);
  return node;
}
