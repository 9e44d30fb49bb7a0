import { onTestFinished } from "vitest";
import { Connection, type ConnectionOptions } from "../../electron/engine/connections/connection";
import { ConnectionError } from "../../electron/engine/connections/connection-error";
import { StdioTransport } from "../../electron/engine/connections/stdio";
import { Traffic } from "../../electron/engine/connections/tap";
import type { EraChoice, Problem } from "../../shared/model/server";
import type { ServerCommand } from "./fixtures";

export interface Opened {
  connection: Connection;
  traffic: Traffic;
}

type Settings = Partial<ConnectionOptions> & { signal?: AbortSignal };

function optionsFor(server: ServerCommand, era: EraChoice, settings: Settings): ConnectionOptions {
  return {
    serverId: "s1",
    transport: () => new StdioTransport({ ...server, env: {} }),
    era,
    timeoutMs: 10_000,
    client: { name: "skill-inspector-test", version: "0.0.0" },
    traffic: new Traffic(),
    ...settings,
  };
}

/** Connects to a fixture server over stdio; the connection is closed when the test is over. */
export async function connect(
  server: ServerCommand,
  era: EraChoice = "auto",
  settings: Settings = {},
): Promise<Opened> {
  const options = optionsFor(server, era, settings);
  const connection = await Connection.open(options, settings.signal ?? new AbortController().signal);
  onTestFinished(() => connection.close());
  return { connection, traffic: options.traffic };
}

/** Connects to what must not connect. @returns the problem that it ends with. */
export async function failToConnect(
  server: ServerCommand,
  era: EraChoice = "auto",
  settings: Settings = {},
): Promise<Problem> {
  try {
    const { connection } = await connect(server, era, settings);
    throw new Error(`It connected in the ${connection.era} era.`);
  } catch (error) {
    if (error instanceof ConnectionError) return error.problem;
    throw error;
  }
}

/** Asks a list page by page to its end. @returns all rows under `key`. */
export async function listAll(connection: Connection, method: string, key: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  let cursor: string | undefined;
  do {
    const { result } = await connection.call(method, cursor === undefined ? {} : { cursor });
    const page = result as Record<string, unknown>;
    rows.push(...(page[key] as unknown[]));
    cursor = page.nextCursor as string | undefined;
  } while (cursor !== undefined);
  return rows;
}
