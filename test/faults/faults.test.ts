import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { faults } from "../../electron/engine/skill-server";
import { startEngine, type TestEngine } from "../support/engine";
import { noProcessLeft } from "../support/processes";
import { expected, overStdio } from "./expected";
import { addFaulty, type Over, TIMEOUT } from "./servers";
import { type Shown, useServer } from "./session";

vi.setConfig({ testTimeout: 150_000 });

/** Each fault on the transport it is about; the others over HTTP, since what they say is the same on both. */
const cases = faults.flatMap(({ id, kind, line, http }) => [
  ...(line ? [{ id, kind, over: "stdio" as Over }] : []),
  ...(http || !line ? [{ id, kind, over: "http" as Over }] : []),
]);

/** How long one call may take, in request limits: a check asks for several things one after the other. */
const LIMITS_PER_CALL = 10;
/** For the work of the app itself on a busy machine, in milliseconds. */
const OWN_WORK_MS = 20_000;

const rows: string[] = [];

/** The other server of the app: listed anew, and a file read and compared. */
async function useHealthy(engine: TestEngine): Promise<void> {
  await engine.call("servers.refresh", { serverId: "samples" });
  const { counts } = await engine.settled("Samples");
  expect(counts.skills).toBe(10);
  const uri = "skill://code-review/SKILL.md";
  const { verdict } = await engine.call("files.open", { serverId: "samples", uri });
  expect(verdict.state).toBe("match");
}

function row(id: string, kind: string, over: string, where: string, words: string): string {
  const plain = words
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
    .replace(/\s+/g, " ")
    .replace(/[|<>]/g, (character) => `\\${character}`);
  return `| ${id} | ${kind} | ${over} | ${where} | ${plain.length > 220 ? `${plain.slice(0, 220)}…` : plain} |`;
}

describe("what the app says of every fault of the built-in server", () => {
  test("is laid down for each of them, and for nothing else", () => {
    expect(Object.keys(expected).sort()).toEqual(faults.map(({ id }) => id).sort());
  });

  test.each(cases)("$id over $over", async ({ id, kind, over }) => {
    const wanted = (over === "stdio" ? overStdio[id] : undefined) ?? expected[id]!;
    const { words, where, harmless, timeoutMs = TIMEOUT[over], cancelCheckAfterMs } = wanted;
    const engine = await startEngine();
    await engine.settled("Samples");
    const { state, marker } = await addFaulty(engine, [id], over, { era: wanted.era, timeoutMs });
    const fits = (each: Shown) => each.where === where && words!.test(each.words);
    const session = await useServer(engine, state, {
      meanwhile: () => useHealthy(engine),
      // Where nothing may be said a check is not needed to see it, and what it finds depends on the skill.
      enough: (shown) => (words ? shown.some(fits) && cancelCheckAfterMs === undefined : true),
      cancelCheckAfterMs,
    });
    if (words) {
      const found = session.shown.find(fits);
      expect(found, `${words} among ${JSON.stringify(session.shown.slice(0, 30), null, 1)}`).toBeDefined();
      rows.push(row(id, kind, over, where!, found!.words));
    } else {
      expect(session.shown).toEqual([]);
      expect(session.verified.length).toBeGreaterThanOrEqual(8);
      rows.push(row(id, kind, over, "nowhere", harmless!));
    }
    if (cancelCheckAfterMs !== undefined) {
      expect(session.shown).toContainEqual({ where: "check", words: "incomplete: the run was cancelled" });
    }
    expect(session.longest.ms).toBeLessThan(LIMITS_PER_CALL * timeoutMs + OWN_WORK_MS);
    await engine.call("servers.disconnect", { serverId: state.config.serverId });
    await noProcessLeft(marker);
    await useHealthy(engine);
  });

  test.each<Over>(["http", "stdio"])("nothing at all of a server without one, over %s", async (over) => {
    const engine = await startEngine();
    const { state, marker } = await addFaulty(engine, [], over, { timeoutMs: 20_000 });
    const session = await useServer(engine, state, { meanwhile: async () => {}, enough: () => false });
    // Facts that the check notes (the samples beside it serve the same skills), and the end of the second connection
    // that it makes for its probes.
    const facts =
      /^((t-level|ext-uri-nested-skillmd|insp-names-across-servers): |transport: (Disconnected|The server's process ended with exit code 0)\.$)/;
    expect(session.shown.filter(({ words }) => !facts.test(words))).toEqual([]);
    expect(session.verified.length).toBeGreaterThanOrEqual(8);
    await engine.call("servers.disconnect", { serverId: state.config.serverId });
    await noProcessLeft(marker);
  });

  afterAll(() => {
    // A run of a few cases must not take the others out of the table.
    if (rows.length < cases.length) return;
    const text = [
      "# How every fault shows in the app",
      "",
      "Made by `test/faults/faults.test.ts`. Beside each faulty server a healthy one was used all the while, and no",
      "process was left. Where: `server` its state, `list` its list of skills, `skill`, `file` and `directory` what was",
      "opened, `check` a finding, `traffic` a row of the messages.",
      "",
      "| fault | kind | over | where | what a person reads |",
      "|---|---|---|---|---|",
      ...rows,
      "",
    ].join("\n");
    writeFileSync(join(import.meta.dirname, "RESULTS.md"), text);
  });
});
