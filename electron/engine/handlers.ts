import { writeMcpJson } from "../../shared/config/mcp-json";
import { readPasted } from "../../shared/config/pasted";
import {
  type AppInfo,
  type CallInput,
  type CallName,
  type CallOutput,
  type Settings,
  settingsSchema,
} from "../../shared/contract";
import type { SkillDetail } from "../../shared/model/skill";
import type { Checks } from "./checks/checks";
import { ConnectionError } from "./connections/connection-error";
import type { Traffic } from "./connections/tap";
import type { EventHub } from "./events";
import type { Operations } from "./operations";
import type { Platform } from "./platform";
import { reportFormats } from "./report-formats";
import { complete } from "./servers/complete";
import { readDirectory } from "./servers/directory";
import type { Files } from "./servers/files";
import { foundConfigs } from "./servers/found-configs";
import type { LiveServer } from "./servers/live-server";
import { getSkill, openByUri } from "./servers/open-by-uri";
import { openedSkill } from "./servers/opened-skill";
import type { Pins } from "./servers/pins";
import { type ServerRegistry, sameAddress } from "./servers/registry";
import { saveSkill } from "./servers/save-skill";
import { summary } from "./servers/summary";
import type { Serving } from "./serving/serving";

export interface EngineParts {
  hub: EventHub;
  traffic: Traffic;
  operations: Operations;
  registry: ServerRegistry;
  files: Files;
  checks: Checks;
  pins: Pins;
  serving: Serving;
  platform: Platform;
  info: () => AppInfo;
  settings: () => Settings;
  saveSettings: (settings: Settings) => Promise<void>;
}

/** The engine's side of every call of the contract. Inputs were validated by the host. */
export type Handlers = { [N in CallName]: (input: CallInput<N>) => Promise<CallOutput<N>> };

const NEVER = new AbortController().signal;

export function handlers(parts: EngineParts): Handlers {
  const { registry, files, checks, traffic, operations, platform, hub } = parts;
  const detail = (server: LiveServer, uri: string): SkillDetail => {
    const skill = server.skills.get(uri);
    if (!skill) {
      throw new ConnectionError({
        code: "no-such-skill",
        message: "The server no longer lists this skill.",
        hint: "Open it by its URI: a listing may be partial.",
      });
    }
    return skill;
  };
  return {
    "app.info": async () => parts.info(),
    "settings.get": async () => parts.settings(),
    "settings.set": async (patch) => {
      const before = parts.settings();
      const limits = { ...before.limits, ...patch.limits };
      const next = settingsSchema.parse({ ...before, ...patch, limits });
      await parts.saveSettings(next);
      return next;
    },
    "servers.list": async () => registry.all().map((server) => server.state),
    "servers.add": async (input) => (await registry.add(input)).state,
    "servers.update": async ({ serverId, patch }) => {
      const before = registry.get(serverId).config.transport;
      const { state } = await registry.update(serverId, patch);
      // What was seen of another command, address or folder says nothing of this one.
      if (!sameAddress(before, state.config.transport)) {
        await parts.pins.forget(serverId);
        files.forget(serverId);
        checks.forget(serverId);
      }
      return state;
    },
    "servers.remove": async ({ serverId }) => {
      await registry.remove(serverId);
      files.forget(serverId);
      checks.forget(serverId);
      await parts.pins.forget(serverId);
      hub.emit("server", { serverId, state: null });
      return null;
    },
    "servers.confirm": async ({ serverId, commandLine }) => {
      const server = await registry.confirm(serverId, commandLine);
      await server.connect();
      return server.state;
    },
    "servers.connect": async ({ serverId, op }) => {
      const server = registry.get(serverId);
      await operations.run(op, (signal) => server.connect(signal));
      return server.state;
    },
    "servers.disconnect": async ({ serverId }) => {
      const server = registry.get(serverId);
      await server.disconnect();
      return server.state;
    },
    "servers.signIn": async ({ serverId }) => {
      const server = registry.get(serverId);
      await server.signIn.begin();
      return server.state;
    },
    "servers.agreeSignIn": async ({ serverId, host }) => {
      const server = registry.get(serverId);
      await server.signIn.agree(host);
      return server.state;
    },
    "servers.cancelSignIn": async ({ serverId }) => {
      const server = registry.get(serverId);
      server.signIn.cancel();
      return server.state;
    },
    "servers.signOut": async ({ serverId }) => {
      const server = registry.get(serverId);
      await server.signIn.signOut();
      await server.disconnect();
      return server.state;
    },
    "servers.refresh": async ({ serverId, restart }) => {
      const server = registry.get(serverId);
      if (restart) await server.disconnect();
      if (server.connection) await server.list();
      else await server.connect();
      return server.state;
    },
    "servers.test": ({ server, commandLine, op }) =>
      operations.run(op, (signal) => registry.test(server, commandLine, signal)),
    "servers.reorder": async ({ order }) => {
      await registry.reorder(order);
      return null;
    },
    "servers.export": async () => ({ text: writeMcpJson(registry.all().map((server) => server.config)) }),
    "configs.found": () => foundConfigs(),
    "configs.read": async ({ text }) => {
      try {
        return readPasted(text);
      } catch (error) {
        throw new ConnectionError({
          code: "bad-config",
          message: error instanceof Error ? error.message : String(error),
        });
      }
    },
    "skills.page": async ({ serverId, offset, limit }) => {
      const all = [...registry.get(serverId).skills.values()];
      return { skills: all.slice(offset, offset + limit).map(summary), total: all.length };
    },
    "skills.detail": async ({ serverId, uri }) => {
      const server = registry.get(serverId);
      return openedSkill(server, detail(server, uri), NEVER);
    },
    "skills.get": ({ serverId, uri, op }) =>
      operations.run(op, (signal) => getSkill(registry.get(serverId), uri, signal)),
    "skills.openByUri": ({ serverId, uri, op }) =>
      operations.run(op, (signal) => openByUri(registry.get(serverId), files, uri, signal)),
    "skills.save": ({ serverId, uri, folder, op }) =>
      operations.run(op, (signal) => saveSkill(registry.get(serverId), uri, folder, signal)),
    "pins.set": async ({ serverId, uri, pinned }) => {
      if (pinned) await parts.pins.set(serverId, detail(registry.get(serverId), uri));
      else await parts.pins.clear(serverId, uri);
      return null;
    },
    "pins.list": async ({ serverId }) =>
      parts.pins.differences(serverId, registry.get(serverId).skills.values()),
    "templates.list": async ({ serverId }) => registry.get(serverId).templates,
    "resources.list": async ({ serverId }) => registry.get(serverId).resources,
    "directory.read": ({ serverId, uri, skillUri }) =>
      readDirectory(registry.get(serverId), uri, skillUri, NEVER),
    "files.open": async ({ serverId, uri, skillUri, op }) => {
      const server = registry.get(serverId);
      const file = await operations.run(op, (signal) => files.open(server, uri, skillUri, signal));
      server.follow(file);
      return file;
    },
    "templates.complete": ({ serverId, op, ...request }) =>
      operations.run(op, (signal) => complete(registry.get(serverId), request, signal)),
    "checks.run": (input) =>
      operations.run(input.op, (signal) =>
        checks.run(registry.get(input.serverId), input, signal, registry.all()),
      ),
    "checks.report": async ({ serverId }) => checks.report(serverId),
    "checks.export": async ({ serverId, format }) => {
      const report = checks.report(serverId);
      if (!report) return null;
      const { print, extension } = reportFormats[format];
      const bytes = Buffer.from(print([report]), "utf8");
      const name = `${fileName(registry.get(serverId))}.report.${extension}`;
      return { name, handle: files.keepFor(serverId, `report ${format}`, bytes), size: bytes.length };
    },
    "checks.evidence": async ({ serverId }) => {
      const bytes = await checks.evidence(serverId);
      if (!bytes) return null;
      const name = `${fileName(registry.get(serverId))}.evidence.ndjson`;
      return { name, handle: files.keepFor(serverId, "evidence", bytes), size: bytes.length };
    },
    "traffic.page": async ({ before, limit, serverId }) => ({
      rows: traffic.page(before, limit, serverId),
      dropped: traffic.dropped,
    }),
    "traffic.message": async ({ seq }) => {
      const message = traffic.get(seq);
      if (!message)
        throw new ConnectionError({
          code: "dropped",
          message: "This message is no longer kept.",
          hint: "Raise the traffic limit in the settings.",
        });
      return message;
    },
    "traffic.replay": ({ serverId, method, params, op }) =>
      operations.run(op, async (signal) => {
        const { connection } = registry.get(serverId);
        if (!connection)
          throw new ConnectionError({ code: "disconnected", message: "The server is not connected." });
        const { _meta: _, ...plain } = params;
        const { seq, answerSeq } = await connection.request(method, plain, { signal, purpose: "replay" });
        return { seq, ...(answerSeq === undefined ? {} : { answerSeq }) };
      }),
    "traffic.clear": async () => {
      traffic.clear();
      return null;
    },
    "serve.options": async () => parts.serving.options(),
    "serve.start": (input) => parts.serving.start(input),
    "serve.stop": async ({ id }) => {
      await parts.serving.stop(id);
      return null;
    },
    "serve.list": async () => parts.serving.list(),
    "op.cancel": async ({ op }) => operations.cancel(op),
    "platform.openExternal": async ({ url }) => {
      await platform.openExternal(url);
      return null;
    },
    "platform.pickFolder": async () => platform.pickFolder(),
  };
}

/** A server's label as the beginning of a file name. */
function fileName({ config }: LiveServer): string {
  return config.label.replace(/[^\w.-]+/g, "-");
}
