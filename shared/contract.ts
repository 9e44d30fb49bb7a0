import { z } from "zod";
import type { FoundServers } from "./config/mcp-json";
import type {
  AppInfo,
  CompletionAnswer,
  DirectoryView,
  FoundConfig,
  OpenedFile,
  OpenedSkillFile,
  PinDifference,
  SavedSkill,
  ServedServer,
  ServeOptions,
} from "./contract/answers";
import type { EventMessage } from "./contract/events";
import {
  none,
  op,
  type Settings,
  serverId,
  serverInput,
  serverPatch,
  settingsPatch,
  uri,
} from "./contract/inputs";
import type { Report } from "./model/report";
import type { ServerState } from "./model/server";
import type { ListedResource, ListedTemplate, SkillDetail, SkillSummary } from "./model/skill";
import type { TrafficMessage, TrafficRow } from "./model/traffic";

export type * from "./contract/answers";
export type * from "./contract/events";
export {
  type ServerInput,
  type Settings,
  serverInput,
  settingsSchema,
  transportSchema,
} from "./contract/inputs";

/**
 * Everything that passes between the UI and a host, once. Each call has an input schema, which the host validates,
 * and an output type; events likewise. Three hosts carry it: IPC, HTTP, in-process.
 *
 * - A call answers `{ok:true,value}` or `{ok:false,code,message,detail?}`; it never throws across the border.
 * - Calls that can be long take an `op` (any unique string of the caller); `op.cancel` ends them.
 * - Bytes go by handle: `bytes(handle)` of the host, never inside JSON.
 */

/** A type stated for an output without a runtime check in production; tests give it a schema where one pays. */
const output = <T>() => z.custom<T>();
const call = <I extends z.ZodType, O>(input: I, out: z.ZodType<O>) => ({ input, output: out });

export const calls = {
  "app.info": call(none, output<AppInfo>()),
  "settings.get": call(none, output<Settings>()),
  "settings.set": call(settingsPatch, output<Settings>()),

  "servers.list": call(none, output<ServerState[]>()),
  "servers.add": call(serverInput, output<ServerState>()),
  "servers.update": call(z.object({ serverId, patch: serverPatch }).strict(), output<ServerState>()),
  "servers.remove": call(z.object({ serverId }).strict(), output<null>()),
  /** Agrees to start exactly this command line (see `commandLine`). */
  "servers.confirm": call(z.object({ serverId, commandLine: z.string() }).strict(), output<ServerState>()),
  "servers.connect": call(z.object({ serverId, op: op.optional() }).strict(), output<ServerState>()),
  "servers.disconnect": call(z.object({ serverId }).strict(), output<ServerState>()),
  /** Looks for how to sign in; the state then shows where that leads and waits for agreement, or what is wrong. */
  "servers.signIn": call(z.object({ serverId }).strict(), output<ServerState>()),
  /** Agrees to the host of the page that opens in the browser; the rest is told by the state. */
  "servers.agreeSignIn": call(
    z.object({ serverId, host: z.string().min(1).max(1_000) }).strict(),
    output<ServerState>(),
  ),
  "servers.cancelSignIn": call(z.object({ serverId }).strict(), output<ServerState>()),
  /** Forgets the tokens, has them taken back where that is offered, and disconnects. */
  "servers.signOut": call(z.object({ serverId }).strict(), output<ServerState>()),
  /** Restarts where needed and lists again. */
  "servers.refresh": call(
    z.object({ serverId, restart: z.boolean().optional() }).strict(),
    output<ServerState>(),
  ),

  /** Connects with a configuration that is not saved; a stdio command must be confirmed by its exact line. */
  "servers.test": call(
    z.object({ server: serverInput, commandLine: z.string().optional(), op }).strict(),
    output<ServerState>(),
  ),
  /** The new order, by serverId; servers that are not named keep their place behind. */
  "servers.reorder": call(z.object({ order: z.array(serverId).max(1_000) }).strict(), output<null>()),
  /** All servers as `mcp.json`; values of secret headers are left out. */
  "servers.export": call(none, output<{ text: string }>()),
  /** Configurations of other programs in their usual places; nothing is taken over by looking. */
  "configs.found": call(none, output<FoundConfig[]>()),
  /** Reads what was pasted: a URL, a command line, or an `mcp.json`. */
  "configs.read": call(z.object({ text: z.string().max(2_000_000) }).strict(), output<FoundServers>()),

  "skills.page": call(
    z
      .object({ serverId, offset: z.number().int().min(0), limit: z.number().int().min(1).max(5_000) })
      .strict(),
    output<{ skills: SkillSummary[]; total: number }>(),
  ),
  "skills.detail": call(z.object({ serverId, uri }).strict(), output<SkillDetail>()),
  /** Asks the server for one entry again (`skills/get`), e.g. to compare it with the list's. */
  "skills.get": call(z.object({ serverId, uri, op: op.optional() }).strict(), output<SkillDetail>()),
  /** `skills/get` where declared, else `resources/read`; the skill joins the list with its provenance. */
  "skills.openByUri": call(
    z.object({ serverId, uri, op: op.optional() }).strict(),
    output<{ kind: "skill"; skill: SkillDetail } | { kind: "file"; file: OpenedFile }>(),
  ),
  /** Writes a skill's files below a folder; what differs from its entry is left out. */
  "skills.save": call(
    z.object({ serverId, uri, folder: z.string().min(1).max(4_000), op }).strict(),
    output<SavedSkill>(),
  ),
  /** Remembers a skill's manifest as seen, or forgets it. */
  "pins.set": call(z.object({ serverId, uri, pinned: z.boolean() }).strict(), output<null>()),
  /** Pinned skills of a server by URI, each with what changed since. */
  "pins.list": call(z.object({ serverId }).strict(), output<Record<string, PinDifference>>()),

  "templates.list": call(z.object({ serverId }).strict(), output<ListedTemplate[]>()),
  "resources.list": call(z.object({ serverId }).strict(), output<ListedResource[]>()),
  "directory.read": call(
    z.object({ serverId, uri, skillUri: uri.optional() }).strict(),
    output<DirectoryView>(),
  ),

  /** Reads one file: the user's act. `skillUri` names the skill whose manifest it is verified against. */
  "files.open": call(
    z.object({ serverId, uri, skillUri: uri.optional(), op: op.optional() }).strict(),
    output<OpenedSkillFile>(),
  ),

  "templates.complete": call(
    z
      .object({
        serverId,
        template: z.string().max(20_000),
        variable: z.string().max(1_000),
        value: z.string().max(20_000),
        context: z.record(z.string(), z.string()),
        op: op.optional(),
      })
      .strict(),
    output<CompletionAnswer>(),
  ),

  "checks.run": call(
    z
      .object({ serverId, op, profiles: z.array(z.string()).optional(), probes: z.boolean().default(true) })
      .strict(),
    output<Report>(),
  ),
  /** The last report of a server, or null. */
  "checks.report": call(z.object({ serverId }).strict(), output<Report | null>()),

  /** The last report of a server as a file in one of the report formats; null when it was not checked. */
  "checks.export": call(
    z.object({ serverId, format: z.enum(["json", "sarif", "junit", "markdown", "html"]) }).strict(),
    output<{ name: string; handle: string; size: number } | null>(),
  ),
  /** Everything seen in the last check of a server, as a file to save; null when it was not checked. */
  "checks.evidence": call(
    z.object({ serverId }).strict(),
    output<{ name: string; handle: string; size: number } | null>(),
  ),

  "traffic.page": call(
    z
      .object({
        before: z.number().int().optional(),
        limit: z.number().int().min(1).max(5_000),
        serverId: serverId.optional(),
      })
      .strict(),
    output<{ rows: TrafficRow[]; dropped: number }>(),
  ),
  "traffic.message": call(z.object({ seq: z.number().int() }).strict(), output<TrafficMessage>()),
  /** Sends a request again as the user edited it; the answer is a message of the traffic like any other. */
  "traffic.replay": call(
    z
      .object({
        serverId,
        method: z.string().min(1).max(200),
        params: z.record(z.string(), z.unknown()),
        op: op.optional(),
      })
      .strict(),
    output<{ seq: number; answerSeq?: number }>(),
  ),
  "traffic.clear": call(none, output<null>()),

  "serve.options": call(none, output<ServeOptions>()),
  /** Serves folders over HTTP on loopback; no port means any free one. */
  "serve.start": call(
    z
      .object({
        folders: z.array(z.string().trim().min(1).max(4_000)).min(1).max(100),
        convention: z.string().max(100),
        faults: z.array(z.string().max(100)).max(200),
        port: z.number().int().min(0).max(65_535).optional(),
      })
      .strict(),
    output<ServedServer>(),
  ),
  "serve.stop": call(z.object({ id: z.string().max(100) }).strict(), output<null>()),
  "serve.list": call(none, output<ServedServer[]>()),

  "op.cancel": call(z.object({ op }).strict(), output<boolean>()),

  /** Opens an http(s) address outside the app; the UI has shown the full host and the user has agreed. */
  "platform.openExternal": call(z.object({ url: z.string().max(8_000) }).strict(), output<null>()),
  /** Folder dialog; null when cancelled or where the host has none (browser mode: `unavailable`). */
  "platform.pickFolder": call(none, output<string | null>()),
} as const;

export type CallName = keyof typeof calls;
export type CallInput<N extends CallName> = z.input<(typeof calls)[N]["input"]>;
export type CallOutput<N extends CallName> = z.output<(typeof calls)[N]["output"]>;

export type CallResult<T> =
  | { ok: true; value: T }
  | { ok: false; code: string; message: string; detail?: string };

/** What the renderer talks to; IPC, HTTP and in-process each provide one. */
export interface HostClient {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallResult<CallOutput<N>>>;
  /** The bytes behind a handle; rejects when it is no longer valid. */
  bytes(handle: string): Promise<Uint8Array>;
  /** Calls back with batches of events; returns its unsubscribe. */
  subscribe(listener: (events: EventMessage[]) => void): () => void;
}

/** What a host is given: the same calls on the engine's side, already validated. */
export interface ContractHandler {
  handle(name: string, input: unknown): Promise<CallResult<unknown>>;
  bytes(handle: string): Promise<Uint8Array | undefined>;
  subscribe(listener: (events: EventMessage[]) => void): () => void;
}
