import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Connection } from "../../electron/engine/connections/connection";
import { ConnectionError } from "../../electron/engine/connections/connection-error";
import { type MemoryPeer, MemoryTransport } from "../../electron/engine/connections/memory";
import { Traffic } from "../../electron/engine/connections/tap";
import { discover } from "../../electron/engine/discovery/discover";
import { ExchangeLog } from "../../electron/engine/inspection/exchange-log";
import { inspectServer } from "../../electron/engine/inspection/inspect";
import { root } from "../support/fixtures";
import { mutate } from "./mutate";
import { Random } from "./random";

/** A run must end by itself; one that needs longer hangs. */
const HANG_MS = 30_000;
const CLIENT = { name: "fuzz", version: "0" };

export interface FuzzEnd {
  runs: number;
  /** How often each mutation was made. */
  made: Map<string, number>;
  /** What should not have been: each with the seed that makes it again. */
  crashes: string[];
  hangs: string[];
  /** Runs that ended in a report, with findings in all; and those that ended in words. */
  reports: number;
  findings: number;
  words: Map<string, number>;
}

/** A peer whose every answer may be mutated, and now and then comes after the one behind it. */
function mutating(peer: MemoryPeer, random: Random, share: number, made: Map<string, number>): MemoryPeer {
  return {
    session(send) {
      let held: string | undefined;
      const session = peer.session((text) => {
        if (random.next() >= share) return send(text);
        if (held === undefined && random.next() < 0.05) {
          made.set("out of order", (made.get("out of order") ?? 0) + 1);
          held = text;
          setTimeout(() => held !== undefined && send(held), 20);
          return;
        }
        const { name, texts } = mutate(text, random);
        made.set(name, (made.get(name) ?? 0) + 1);
        for (const each of texts) send(each);
        if (held !== undefined) send(held);
        held = undefined;
      });
      return session;
    },
  };
}

/**
 * Connects to mutated answers of a real server, lists, reads and judges all of it, until `least` mutations were made.
 * @param peers the servers, taken in turn; both eras, in turn as well
 */
export async function fuzzProtocol(
  peers: readonly MemoryPeer[],
  least: number,
  seed: number,
): Promise<FuzzEnd> {
  const end: FuzzEnd = {
    runs: 0,
    made: new Map(),
    crashes: [],
    hangs: [],
    reports: 0,
    findings: 0,
    words: new Map(),
  };
  const total = () => [...end.made.values()].reduce((sum, count) => sum + count, 0);
  const onFault = (error: unknown) => end.crashes.push(`run ${end.runs}: unhandled ${stackOf(error)}`);
  process.on("uncaughtException", onFault).on("unhandledRejection", onFault);
  try {
    while (total() < least) {
      const run = end.runs++;
      const random = new Random(seed + run);
      const peer = mutating(peers[run % peers.length]!, random, random.pick([0.1, 0.3, 0.6]), end.made);
      const abort = new AbortController();
      const work = oneRun(peer, run % 3 === 2 ? "legacy" : "auto", end, abort.signal).catch(
        (error: unknown) => {
          if (error instanceof ConnectionError) {
            const { code } = error.problem;
            end.words.set(code, (end.words.get(code) ?? 0) + 1);
          } else end.crashes.push(`run ${run} (seed ${seed + run}): ${stackOf(error)}`);
        },
      );
      const stop = new AbortController();
      const late = delay(HANG_MS, "late" as const, { signal: stop.signal }).catch(() => undefined);
      if ((await Promise.race([work, late])) === "late") end.hangs.push(`run ${run} (seed ${seed + run})`);
      stop.abort();
      abort.abort();
    }
  } finally {
    process.off("uncaughtException", onFault).off("unhandledRejection", onFault);
  }
  return end;
}

async function oneRun(
  peer: MemoryPeer,
  era: "auto" | "legacy",
  end: FuzzEnd,
  signal: AbortSignal,
): Promise<void> {
  const log = new ExchangeLog();
  const open = () =>
    Connection.open(
      {
        serverId: "fuzz",
        transport: () => new MemoryTransport(async () => peer),
        era,
        timeoutMs: 250,
        client: CLIENT,
        traffic: new Traffic({ rows: 1_000, characters: 1_000_000 }),
        nextExchangeId: log.nextId,
      },
      signal,
    );
  const connection = await open();
  try {
    const seen: unknown[] = [];
    const keep = (items: unknown[]) => void seen.push(...items);
    await discover(connection, { onSkills: keep, onTemplates: keep, onResources: keep }, signal);
    structuredClone(seen);
    const report = await inspectServer(connection, open, { label: "fuzz", kind: "stdio" }, log, {
      probes: true,
      signal,
      client: CLIENT,
      workerFile: join(root, "dist/inspection-worker.cjs"),
    });
    JSON.stringify(report);
    end.reports++;
    end.findings += report.findings.length;
  } finally {
    await connection.close();
    log.close();
  }
}

const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
