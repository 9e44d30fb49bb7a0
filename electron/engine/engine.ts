import { join } from "node:path";
import {
  type AppInfo,
  type CallResult,
  type ContractHandler,
  type Settings,
  settingsSchema,
} from "../../shared/contract";
import { megabytes } from "../../shared/model/limits";
import type { HeaderConfig } from "../../shared/model/server";
import { TokenStore } from "./authorization/token-store";
import { Checks } from "./checks/checks";
import { problemOf } from "./connections/connection-error";
import { Traffic } from "./connections/tap";
import { EventHub } from "./events";
import { type LockHolder, lockFolder } from "./folder-lock";
import { type EngineParts, handlers } from "./handlers";
import { Operations } from "./operations";
import type { Platform, SecretStore } from "./platform";
import { Files } from "./servers/files";
import { HeaderSecrets, memorySecrets } from "./servers/header-secrets";
import { LocalSkillServers } from "./servers/local";
import { Pins } from "./servers/pins";
import { ServerRegistry } from "./servers/registry";
import { transportFactory } from "./servers/transports";
import { Serving } from "./serving/serving";
import { StateFile } from "./state-file";

export interface EngineOptions {
  /** Folder for servers and settings. */
  dataDir: string;
  host: "desktop" | "web";
  version: string;
  /** Folder of the sample skills. */
  samplesDir: string;
  platform: Platform;
  secrets?: SecretStore;
  fallbackReason?: string;
  /** Only reads what is remembered: several such and one that writes can run at once. Default false. */
  readOnly?: boolean;
  /** Whether `start` connects the servers that are set to; default true. */
  autoConnect?: boolean;
  electron?: string;
  /** The PATH that commands are found by, where the environment's own is not the user's. */
  searchPath?: () => Promise<string | undefined>;
  /** How long a sign-in waits for the browser, in milliseconds; default five minutes. */
  signInWaitMs?: number;
  /** The built inspection worker. */
  workerFile: string;
}

/** How long people take to sign in, with a second factor and a lost telephone. */
const SIGN_IN_WAIT_MS = 5 * 60_000;

/** What the app can do; desktop, browser and command line all drive this one object. */
export interface Engine extends ContractHandler {
  /** Reads what is remembered and connects what should be. */
  start(): Promise<void>;
  /** Ends every connection and process. */
  close(): Promise<void>;
}

/** @returns an engine that has not started yet */
export function createEngine(options: EngineOptions): Engine {
  const hub = new EventHub();
  const traffic = new Traffic();
  const operations = new Operations();
  const client = { name: "mcp-skill-inspector", version: options.version };
  const local = new LocalSkillServers(options.samplesDir, (message) =>
    hub.emit("notice", { level: "warning", message }),
  );
  const secretStore = options.secrets ?? memorySecrets();
  const secrets = new HeaderSecrets(secretStore);
  const registry = new ServerRegistry(
    join(options.dataDir, "servers.json"),
    {
      hub,
      traffic,
      client,
      limits: () => settings.limits,
      transport: (config, masked, authorization) => {
        const headers = (named: readonly HeaderConfig[]) => secrets.values(config.serverId, named, masked);
        return transportFactory(config, local, headers, {
          ...(options.searchPath ? { searchPath: options.searchPath } : {}),
          limits: settings.limits,
          ...(authorization ? { authorization } : {}),
        });
      },
      signIn: {
        store: new TokenStore(secretStore),
        openExternal: (url) => options.platform.openExternal(url),
        waitMs: options.signInWaitMs ?? SIGN_IN_WAIT_MS,
      },
    },
    secrets,
  );
  const settingsFile = new StateFile<Settings>(
    join(options.dataDir, "settings.json"),
    (raw) => settingsSchema.parse(migrated(raw)),
    settingsSchema.parse({}),
  );
  let settings = settingsSchema.parse({});
  const take = (next: Settings) => {
    settings = next;
    const { trafficMessages, trafficMb } = next.limits;
    traffic.limits = { rows: trafficMessages, characters: megabytes(trafficMb) };
  };
  let release = () => {};
  const untold: string[] = [];
  const warn = (message: string) => {
    if (hub.heard) hub.emit("notice", { level: "warning", message });
    else untold.push(message);
  };
  const openFolder = () => {
    const readOnly = () => {
      settingsFile.readOnly = true;
      registry.readOnly();
      parts.pins.readOnly();
    };
    if (options.readOnly) return readOnly();
    try {
      const lock = lockFolder(options.dataDir, options.host);
      if ("release" in lock) {
        release = lock.release;
        return;
      }
      readOnly();
      warn(openElsewhere(lock.holder, options.dataDir));
    } catch (error) {
      warn(`Nothing can be saved in ${options.dataDir}: ${(error as Error).message}.`);
    }
  };
  traffic.onRow = (row) => hub.emit("traffic", { rows: [row], dropped: traffic.dropped });

  const parts: EngineParts = {
    hub,
    traffic,
    operations,
    registry,
    files: new Files(),
    pins: new Pins(join(options.dataDir, "pins.json")),
    checks: new Checks(hub, client, options.workerFile),
    serving: new Serving(hub, options.samplesDir),
    platform: options.platform,
    info: () => appInfo(options),
    settings: () => settings,
    saveSettings: async (next) => {
      take(next);
      await settingsFile.save(next);
    },
  };
  const table = handlers(parts);

  return {
    async start() {
      openFolder();
      take(await settingsFile.load());
      for (const damage of [settingsFile.damage, await registry.load(), await parts.pins.load()]) {
        if (damage) warn(damage);
      }
      if (options.autoConnect === false) return;
      for (const server of registry.all()) if (server.config.autoConnect) void server.connect();
    },
    async close() {
      operations.cancelAll();
      await registry.closeAll();
      await local.close();
      await parts.serving.close();
      parts.checks.close();
      release();
      hub.flush();
    },
    async handle(name, input): Promise<CallResult<unknown>> {
      const handler = table[name as keyof typeof table] as ((input: unknown) => Promise<unknown>) | undefined;
      if (!handler) return { ok: false, code: "unknown-call", message: `There is no call ${name}.` };
      try {
        return { ok: true, value: await handler(input) };
      } catch (error) {
        const { code, message, hint, detail } = problemOf(error);
        const more = [hint, detail].filter(Boolean).join("\n\n");
        return { ok: false, code, message, ...(more ? { detail: more } : {}) };
      }
    },
    bytes: async (handle) => parts.files.bytes(handle),
    subscribe(listener) {
      const unsubscribe = hub.subscribe(listener);
      // What was found out before there was a page is told to the first one that comes.
      for (const message of untold.splice(0)) hub.emit("notice", { level: "warning", message });
      return unsubscribe;
    },
  };
}

function openElsewhere({ pid, host }: LockHolder, dataDir: string): string {
  const which = host === "desktop" ? "The desktop window" : "The app in a browser";
  return `${which} has the same data open (process ${pid}): what you change here holds until this one ends, and is not saved. Close the other one and start again, or give this one a folder of its own with SKILL_INSPECTOR_DATA instead of ${dataDir}.`;
}

/** Settings as this version has them, made of what an earlier one wrote. */
function migrated(raw: unknown): unknown {
  if (typeof raw !== "object" || raw === null || !("trafficLimit" in raw)) return raw;
  const { trafficLimit, ...rest } = raw as Record<string, unknown>;
  return { ...rest, limits: { trafficMessages: trafficLimit } };
}

function appInfo(options: EngineOptions): AppInfo {
  return {
    name: "MCP Skill Inspector",
    version: options.version,
    host: options.host,
    platform: process.platform,
    node: process.versions.node,
    ...(options.electron ? { electron: options.electron } : {}),
    ...(options.fallbackReason ? { fallbackReason: options.fallbackReason } : {}),
    secretStore: options.secrets?.kind ?? "memory",
  };
}
