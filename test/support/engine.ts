import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createEngine, type Engine } from "../../electron/engine/engine";
import type { SecretStore } from "../../electron/engine/platform";
import { createInProcessClient } from "../../shared/client/in-process-client";
import type { CallInput, CallName, CallOutput, EventMessage, HostClient } from "../../shared/contract";
import {
  commandLine,
  type EraChoice,
  type ServerState,
  type TransportConfig,
} from "../../shared/model/server";
import type { SkillSummary } from "../../shared/model/skill";
import { root, type ServerCommand } from "./fixtures";
import { tempFolder } from "./temp";
import { until } from "./until";

/** An engine as a host drives it: through the contract, every input validated, every event seen. */
export interface TestEngine {
  engine: Engine;
  client: HostClient;
  events: EventMessage[];
  dataDir: string;
  /** A call's value. @throws Error with code and message when it answers `ok:false`. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>;
  /** The current state of a server, by its label. */
  server(label: string): Promise<ServerState>;
  /** Adds a stdio server, confirms its command and waits until it is listed or has failed. */
  addServer(label: string, command: ServerCommand, settings?: Settings): Promise<ServerState>;
  /** Waits until a server is listed or has failed. */
  settled(label: string): Promise<ServerState>;
  skills(serverId: string): Promise<SkillSummary[]>;
  close(): Promise<void>;
}

interface Settings {
  era?: EraChoice;
  timeoutMs?: number;
}

export function stdio(command: ServerCommand): Extract<TransportConfig, { kind: "stdio" }> {
  return { kind: "stdio", command: command.command, args: command.args, env: {} };
}

interface EngineSettings {
  /** What opening an address in the browser does; nothing by default. */
  openExternal?: (url: string) => Promise<void>;
  signInWaitMs?: number;
  secrets?: SecretStore;
}

/** Starts an engine over a data folder; it is closed when the test is over. */
export async function startEngine(
  dataDir = tempFolder(),
  { openExternal = async () => undefined, signInWaitMs, secrets }: EngineSettings = {},
): Promise<TestEngine> {
  const engine = createEngine({
    dataDir,
    host: "web",
    version: "0.0.0-test",
    samplesDir: join(root, "electron/engine/skill-server/samples"),
    workerFile: join(root, "dist/inspection-worker.cjs"),
    platform: { openExternal, pickFolder: async () => null },
    ...(secrets ? { secrets } : {}),
    ...(signInWaitMs === undefined ? {} : { signInWaitMs }),
  });
  const client = createInProcessClient(engine);
  const events: EventMessage[] = [];
  engine.subscribe((batch) => events.push(...batch));
  onTestFinished(() => engine.close());
  await engine.start();

  const call: TestEngine["call"] = async (name, input) => {
    const answer = await client.call(name, input);
    if (!answer.ok) throw new Error(`${answer.code}: ${answer.message} ${answer.detail ?? ""}`);
    return answer.value;
  };
  const server: TestEngine["server"] = async (label) => {
    const found = (await call("servers.list", {})).find((each) => each.config.label === label);
    if (!found) throw new Error(`There is no server ${label}.`);
    return found;
  };
  const settled: TestEngine["settled"] = async (label) => {
    let state = await server(label);
    await until(
      async () => {
        state = await server(label);
        return (
          state.status === "failed" ||
          state.status === "needs-sign-in" ||
          (state.status === "connected" && /complete|partial/.test(state.listing))
        );
      },
      {
        what: () => `${label} is listed, but it is ${state.status}, listing ${state.listing}`,
        timeoutMs: 30_000,
      },
    );
    return state;
  };
  return {
    engine,
    client,
    events,
    dataDir,
    call,
    server,
    settled,
    async addServer(label, command, settings = {}) {
      const transport = stdio(command);
      const { config } = await call("servers.add", { label, transport, ...settings });
      const { serverId } = config;
      await call("servers.confirm", { serverId, commandLine: commandLine(transport) });
      return settled(label);
    },
    skills: async (serverId) => (await call("skills.page", { serverId, offset: 0, limit: 5_000 })).skills,
    close: () => engine.close(),
  };
}
