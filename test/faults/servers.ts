import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import { createSkillServer } from "../../electron/engine/skill-server";
import {
  commandLine,
  type EraChoice,
  type ServerState,
  type TransportConfig,
} from "../../shared/model/server";
import { cliFile } from "../support/cli";
import type { TestEngine } from "../support/engine";
import { skillsFolder } from "../support/fixtures";
import { until } from "../support/until";

/** Limit for one request to a server that may never answer, in milliseconds; a process takes longer to start. */
export const TIMEOUT = { http: 1_500, stdio: 4_000 } as const;
export type Over = keyof typeof TIMEOUT;

export interface Added {
  state: ServerState;
  /** In the environment of the process, if there is one. */
  marker: string;
}

/**
 * Serves the fixture skills with faults, in this process over HTTP or in one of its own over stdio, adds that to the
 * app and waits until it is listed or has failed.
 */
export async function addFaulty(
  engine: TestEngine,
  faults: string[],
  over: Over,
  { era = "auto", timeoutMs = TIMEOUT[over] }: { era?: EraChoice; timeoutMs?: number } = {},
): Promise<Added> {
  const marker = `fault-${randomUUID()}`;
  const folder = skillsFolder("clean");
  let transport: TransportConfig;
  if (over === "stdio") {
    const args = [cliFile, "serve", folder, ...faults.flatMap((fault) => ["--fault", fault])];
    transport = { kind: "stdio", command: process.execPath, args, env: { FAULT_MARKER: marker } };
  } else {
    const server = await createSkillServer({ folders: [folder], faults, watch: false });
    onTestFinished(() => server.close());
    transport = { kind: "http", url: (await server.serveHttp({ port: 0 })).url, headers: [] };
  }
  const { config } = await engine.call("servers.add", { label: "faulty", transport, era, timeoutMs });
  const { serverId } = config;
  if (over === "stdio") {
    await engine.call("servers.confirm", { serverId, commandLine: commandLine(transport) });
  }
  const done = ({ status, listing }: ServerState) =>
    status === "failed" ||
    status === "needs-sign-in" ||
    (status === "connected" && /complete|partial/.test(listing));
  // A list without end is followed for 10,000 pages.
  await until(async () => done(await engine.server("faulty")), {
    what: () => `the server with ${faults.join()} is listed or has failed`,
    timeoutMs: 100_000,
  });
  return { state: await engine.server("faulty"), marker };
}
