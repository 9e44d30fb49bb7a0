import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type CallInput, serverInput, transportSchema } from "../../../shared/contract";
import { commandLine, type ServerConfig, type ServerState } from "../../../shared/model/server";
import { ConnectionError } from "../connections/connection-error";
import { EventHub } from "../events";
import { StateFile } from "../state-file";
import type { HeaderSecrets } from "./header-secrets";
import { LiveServer } from "./live-server";
import type { LiveServerDeps } from "./live-server-deps";
import { needsConfirmation } from "./state";

const stored = z.object({
  version: z.literal(1),
  servers: z.array(
    z.object({
      serverId: z.string(),
      label: z.string(),
      transport: transportSchema,
      era: z.enum(["auto", "legacy", "modern"]),
      timeoutMs: z.number(),
      confirmedCommand: z.string().optional(),
      autoConnect: z.boolean(),
    }),
  ),
});
type Stored = z.infer<typeof stored>;

/** The server a first run opens on. */
const SAMPLES: ServerConfig = {
  serverId: "samples",
  label: "Samples",
  transport: { kind: "builtin" },
  era: "auto",
  timeoutMs: 30_000,
  autoConnect: true,
};

/** All configured servers, in the user's order, remembered over restarts. */
export class ServerRegistry {
  private readonly servers = new Map<string, LiveServer>();
  private readonly file: StateFile<Stored>;

  constructor(
    path: string,
    private readonly deps: LiveServerDeps,
    private readonly secrets: HeaderSecrets,
  ) {
    this.file = new StateFile<Stored>(path, (raw) => stored.parse(raw), { version: 1, servers: [SAMPLES] });
  }

  /** Reads the configured servers. @returns what to tell the user when the file was damaged. */
  async load(): Promise<string | undefined> {
    for (const config of (await this.file.load()).servers) {
      const server = new LiveServer(config, this.deps);
      this.servers.set(config.serverId, server);
      if (config.transport.kind === "http") void server.signIn.load();
    }
    return this.file.damage;
  }

  /** Another instance writes to the folder: changes hold until the app ends. */
  readOnly(): void {
    this.file.readOnly = true;
  }

  all(): LiveServer[] {
    return [...this.servers.values()];
  }

  /** @throws ConnectionError when there is no such server */
  get(serverId: string): LiveServer {
    const server = this.servers.get(serverId);
    if (!server) throw new ConnectionError({ code: "no-such-server", message: "This server was removed." });
    return server;
  }

  /** @throws ConnectionError when the label is taken */
  async add(input: CallInput<"servers.add">): Promise<LiveServer> {
    const config: ServerConfig = this.configOf(input);
    this.checkLabel(config.label);
    config.transport = await this.secrets.take(config.serverId, config.transport);
    const server = new LiveServer(config, this.deps);
    this.servers.set(config.serverId, server);
    try {
      await this.save();
    } catch (error) {
      this.servers.delete(config.serverId);
      await this.secrets.forget(config);
      throw error;
    }
    server.patch({});
    if (config.autoConnect && !needsConfirmation(config)) void server.connect();
    return server;
  }

  /**
   * Changes a server. Another command, address or folder ends the connection and needs a new confirmation.
   * @throws ConnectionError when the label is taken
   */
  async update(serverId: string, patch: CallInput<"servers.update">["patch"]): Promise<LiveServer> {
    const server = this.get(serverId);
    const config: ServerConfig = { ...server.config, ...definedOnly(patch) } as ServerConfig;
    this.checkLabel(config.label, serverId);
    const moved = !sameAddress(config.transport, server.config.transport);
    if (moved) {
      await server.signIn.forget();
      await this.secrets.forget(server.config);
    }
    config.transport = await this.secrets.take(serverId, config.transport);
    if (moved) {
      delete config.confirmedCommand;
      await server.disconnect();
    }
    server.configure(config);
    await this.save();
    return server;
  }

  /** Agrees to one exact command line. @throws ConnectionError when it is not the configured one */
  async confirm(serverId: string, line: string): Promise<LiveServer> {
    const server = this.get(serverId);
    const expected = commandLine(server.config.transport);
    if (line !== expected) {
      throw new ConnectionError({
        code: "other-command",
        message: "The command to confirm is not the configured one; look at it again.",
        detail: expected,
      });
    }
    server.configure({ ...server.config, confirmedCommand: line });
    await this.save();
    return server;
  }

  /**
   * Connects with a configuration that is not saved, lists nothing, and disconnects.
   * @returns the state it came to, with the problem when it failed
   * @throws ConnectionError when a command is to be started whose exact line was not confirmed
   */
  async test(
    input: CallInput<"servers.test">["server"],
    line: string | undefined,
    signal: AbortSignal,
  ): Promise<ServerState> {
    const config: ServerConfig = this.configOf(input);
    const expected = commandLine(config.transport);
    if (config.transport.kind === "stdio" && line !== expected) {
      throw new ConnectionError({
        code: "other-command",
        message: "This command was not confirmed.",
        detail: expected,
      });
    }
    config.transport = await this.secrets.take(config.serverId, config.transport);
    const server = new LiveServer(
      { ...config, confirmedCommand: line },
      { ...this.deps, hub: new EventHub() },
    );
    try {
      await server.connect(signal);
      return server.state;
    } finally {
      await server.disconnect();
      await this.secrets.forget(config);
    }
  }

  /** Puts servers in a new order; what is not named stays behind, in its order. */
  async reorder(order: string[]): Promise<void> {
    const named = order.filter((serverId) => this.servers.has(serverId));
    const rest = [...this.servers.keys()].filter((serverId) => !named.includes(serverId));
    const entries = [...named, ...rest].map((serverId) => [serverId, this.servers.get(serverId)!] as const);
    this.servers.clear();
    for (const [serverId, server] of entries) this.servers.set(serverId, server);
    await this.save();
  }

  async remove(serverId: string): Promise<void> {
    const server = this.get(serverId);
    this.servers.delete(serverId);
    await server.disconnect();
    await server.signIn.forget();
    await this.secrets.forget(server.config);
    await this.save();
  }

  async closeAll(): Promise<void> {
    for (const server of this.all()) server.signIn.close();
    await Promise.all(this.all().map((server) => server.disconnect()));
  }

  private configOf(input: CallInput<"servers.add">): ServerConfig {
    const timeoutMs = this.deps.limits().requestSeconds * 1_000;
    return {
      serverId: randomUUID(),
      ...serverInput.parse({ timeoutMs, ...definedOnly(input) }),
    } as ServerConfig;
  }

  private checkLabel(label: string, except?: string): void {
    const taken = this.all().some(
      (server) => server.config.label === label && server.config.serverId !== except,
    );
    if (taken) {
      throw new ConnectionError({
        code: "label-taken",
        message: `Another server has the label "${label}".`,
        hint: "Choose another label: it is how you tell servers apart.",
      });
    }
  }

  private save(): Promise<void> {
    return this.file.save({ version: 1, servers: this.all().map((server) => server.config) });
  }
}

/** Whether two transports reach the same server; headers may differ. */
export function sameAddress(one: ServerConfig["transport"], other: ServerConfig["transport"]): boolean {
  const place = (transport: ServerConfig["transport"]) =>
    transport.kind === "http" ? transport.url : JSON.stringify(transport);
  return place(one) === place(other);
}

function definedOnly<T extends object>(patch: T): Partial<T> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<T>;
}
