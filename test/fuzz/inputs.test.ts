import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { startWebHost } from "../../electron/web/web-host";
import { startEngine } from "../support/engine";
import { root } from "../support/fixtures";
import { tempFolder } from "../support/temp";
import { type Kind, kindsOf } from "./kinds";
import { type InputResult, writeResults } from "./results";

/** One input takes no longer than this, on a machine under load. */
const HANG_MS = 8_000;

/** Errors that a reader of ours never throws on purpose. */
const isCrash = (error: unknown) =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof ReferenceError ||
  !(error instanceof Error);

async function tryAll({ kind, inputs, read }: Kind): Promise<InputResult> {
  const result: InputResult = {
    kind,
    tried: 0,
    crashes: [],
    hangs: [],
    messages: [],
    slowest: { input: "", ms: 0 },
  };
  for (const [name, input] of Object.entries(inputs)) {
    result.tried++;
    const from = performance.now();
    try {
      const told = await Promise.race([
        Promise.resolve(read(input as never)),
        delay(HANG_MS, HANG_MS, { ref: false }),
      ]);
      if (told === HANG_MS) result.hangs.push(name);
      else if (typeof told === "string") result.messages.push([name, told]);
    } catch (error) {
      if (isCrash(error)) result.crashes.push(`${name}: ${error instanceof Error ? error.stack : error}`);
      else result.messages.push([name, (error as Error).message]);
    }
    const ms = Math.round(performance.now() - from);
    if (ms > HANG_MS) result.hangs.push(`${name}: ${ms} ms`);
    if (ms > result.slowest.ms) result.slowest = { input: name, ms };
  }
  return result;
}

describe("hostile inputs", () => {
  it("of every kind are survived, each in time, and told of in words", { timeout: 300_000 }, async () => {
    const engine = await startEngine();
    await engine.settled("Samples");
    const host = await startWebHost({
      handler: engine.engine,
      rendererDir: join(root, "dist/renderer"),
      log: () => {},
    });
    onTestFinished(() => host.close());
    const results: InputResult[] = [];
    for (const kind of kindsOf(tempFolder(), engine.engine, host.port)) results.push(await tryAll(kind));
    const tried = results.reduce((sum, each) => sum + each.tried, 0);
    expect(tried).toBeGreaterThanOrEqual(200);
    expect(results.flatMap(({ kind, crashes }) => crashes.map((crash) => `${kind}: ${crash}`))).toEqual([]);
    expect(results.flatMap(({ kind, hangs }) => hangs.map((hang) => `${kind}: ${hang}`))).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    // The app still answers, by both ways.
    expect((await engine.server("Samples")).status).toBe("connected");
    const page = await fetch(`http://127.0.0.1:${host.port}/`);
    expect(page.status).toBe(200);
    if (process.env.FUZZ === "full") writeResults("inputs", results);
  });
});
