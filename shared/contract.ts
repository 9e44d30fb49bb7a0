import { z } from "zod";
import type { FoundServers } from "./config/mcp-json";
import type { Finding, RuleResult } from "./model/finding";
import { LIMIT_IDS, LIMITS, type LimitId, limitFault } from "./model/limits";
import type { Report } from "./model/report";
import type { Problem, ServerState } from "./model/server";
import type { FileVerdict, ListedResource, ListedTemplate, SkillDetail, SkillSummary } from "./model/skill";
import type { TrafficMessage, TrafficRow } from "./model/traffic";

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

const serverId = z.string().min(1).max(100);
const uri = z.string().min(1).max(20_000);
const op = z.string().min(1).max(100);
const none = z.object({}).strict();

export const headerSchema = z
  .object({
    name: z.string().min(1).max(200),
    value: z.string().max(20_000).optional(),
    secret: z.boolean().optional(),
  })
  .strict();

export const transportSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("well-known"), url: z.string().min(1).max(20_000) }).strict(),
  z.object({ kind: z.literal("builtin") }).strict(),
  z
    .object({
      kind: z.literal("stdio"),
      command: z.string().min(1).max(4_000),
      args: z.array(z.string().max(20_000)).max(1_000),
      env: z.record(z.string(), z.string()),
      cwd: z.string().max(4_000).optional(),
    })
    .strict(),
  z
    .object({
      kind: z.literal("http"),
      url: z.string().min(1).max(20_000),
      headers: z.array(headerSchema).max(100),
      sse: z.boolean().optional(),
      oauth: z
        .object({
          clientId: z.string().trim().min(1).max(4_000).optional(),
          callbackPort: z.number().int().min(1).max(65_535).optional(),
        })
        .strict()
        .optional(),
    })
    .strict(),
  z.object({ kind: z.literal("folder"), path: z.string().min(1).max(4_000) }).strict(),
  z.object({ kind: z.literal("evidence"), path: z.string().min(1).max(4_000) }).strict(),
]);

const serverFields = {
  label: z.string().trim().min(1).max(80),
  transport: transportSchema,
  era: z.enum(["auto", "legacy", "modern"]),
  timeoutMs: z.number().int().min(100).max(3_600_000),
  autoConnect: z.boolean(),
};
export const serverInput = z
  .object({
    ...serverFields,
    era: serverFields.era.default("auto"),
    /** The time that is set for new servers, when left out. */
    timeoutMs: serverFields.timeoutMs.optional(),
    autoConnect: serverFields.autoConnect.default(true),
  })
  .strict();
/** A change of a server: a default in it would undo what the user chose before. */
const serverPatch = z.object(serverFields).partial().strict();
export type ServerInput = z.input<typeof serverInput>;

/** A file as opened by the user: facts and a handle to its bytes. */
export interface OpenedFile {
  serverId: string;
  uri: string;
  /** SKILL.md URI of the skill it was opened under. */
  skillUri?: string;
  mimeType?: string;
  size: number;
  digest: string;
  /** Whether the server sent text or a blob. */
  sent: "text" | "blob";
  /** True when the bytes are UTF-8 and hold no NUL: worth showing as text. */
  textual: boolean;
  /** Handle for `bytes`; valid until the server is removed or the file is opened again. */
  handle: string;
  verdict: FileVerdict;
  /** Further contents of the same answer, e.g. of a directory-like resource. */
  also: { uri: string; mimeType?: string; size: number; handle: string }[];
  exchangeSeq?: number;
}

/** Frontmatter as the preview and the table show it, with the comparison to the entry. */
export interface OpenedSkillFile extends OpenedFile {
  frontmatter?: import("./skill-file/types").FrontmatterResult;
  /** Fields that differ between the file and the entry; empty when they agree, absent when there is no entry. */
  frontmatterDiff?: { key: string; entry?: unknown; file?: unknown }[];
}

/** What completing one variable gave. */
export interface CompletionAnswer {
  values: string[];
  total?: number;
  hasMore?: boolean;
  /** `unsupported`: the server declares no completion, nothing was sent. */
  state: "ok" | "unsupported" | "failed";
  problem?: Problem;
}

/** Servers that another program's configuration holds. */
export interface FoundConfig extends FoundServers {
  program: string;
  path: string;
}

/** What changed since a skill was pinned: remembered as seen. */
export interface PinDifference {
  /** When it was pinned, in milliseconds since the Unix epoch. */
  at: number;
  changed: string[];
  added: string[];
  removed: string[];
  /** It has no fixed manifest any more. */
  dynamic: boolean;
}

/** What saving a skill wrote, and what it left out with the reason. */
export interface SavedSkill {
  folder: string;
  written: string[];
  left: { uri: string; reason: string }[];
}

/** How the app can serve folders itself. */
export interface ServeOptions {
  /** The first is the default. A `site` is plain HTTP and no MCP. */
  conventions: { id: string; title: string; site: boolean }[];
  faults: {
    id: string;
    kind: "content" | "protocol" | "transport" | "hostile";
    /** What the server does. */
    what: string;
    /** What a correct client does about it. */
    client: string;
  }[];
  /** Folder of the sample skills. */
  samples: string;
}

/** One request that a served server has answered, as a line for people. */
export interface ServedRequest {
  /** Milliseconds since the Unix epoch. */
  at: number;
  line: string;
}

/** A server that this app runs on loopback over folders. */
export interface ServedServer {
  id: string;
  /** The MCP endpoint; of a web site its origin. */
  url: string;
  folders: string[];
  convention: string;
  faults: string[];
  /** When it was started, in milliseconds since the Unix epoch. */
  since: number;
  /** Files and folders it does not serve, with the reason. */
  skipped: { path: string; reason: string }[];
  /** The newest requests, oldest first. */
  requests: ServedRequest[];
  /** Requests in all. */
  answered: number;
}

/** How a check run stands. */
export interface CheckProgress {
  serverId: string;
  op: string;
  phase: "listing" | "reading" | "directories" | "probes" | "judging" | "done" | "cancelled" | "failed";
  skillsDone: number;
  skillsTotal: number;
  requests: number;
  problem?: Problem;
}

/** Counts for badges: findings of one skill by severity. `checked` is false until every rule of it has run. */
export interface SkillBadge {
  uri: string;
  errors: number;
  warnings: number;
  checked: boolean;
}

export interface DirectoryView {
  uri: string;
  children: {
    uri: string;
    name: string;
    mimeType?: string;
    size?: number;
    directory: boolean;
    /** Absent where there is no manifest to compare with. */
    inManifest?: boolean;
  }[];
  /** Manifest files directly below that the directory read lacks. */
  missing: string[];
}

export interface AppInfo {
  name: string;
  version: string;
  host: "desktop" | "web";
  platform: string;
  electron?: string;
  node: string;
  /** Why there is no desktop window, when the browser UI stands in for it. */
  fallbackReason?: string;
  secretStore: "system" | "memory";
}

const eachLimit = <T extends z.ZodType>(field: (id: LimitId) => T) =>
  Object.fromEntries(LIMIT_IDS.map((id) => [id, field(id)])) as Record<LimitId, T>;
const limit = (id: LimitId) =>
  z.number().refine((value) => limitFault(id, value) === undefined, {
    error: ({ input }) => limitFault(id, Number(input)),
  });
const settingsFields = {
  theme: z.enum(["system", "light", "dark", "contrast"]),
  panes: z.record(z.string(), z.number()),
  ui: z.record(z.string(), z.unknown()),
};

export const settingsSchema = z
  .object({
    theme: settingsFields.theme.default("system"),
    limits: z
      .object(eachLimit((id) => limit(id).default(LIMITS[id].default)))
      .strict()
      .prefault({}),
    panes: settingsFields.panes.default({}),
    ui: settingsFields.ui.default({}),
  })
  .strict();
/** A change of settings: what it leaves out stays as it is, of the limits as well. */
const settingsPatch = z
  .object({ ...settingsFields, limits: z.object(eachLimit((id) => limit(id).optional())).strict() })
  .partial()
  .strict();
export type Settings = z.infer<typeof settingsSchema>;

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

/** Events, sent in batches of at most one every 50 ms. */
export interface Events {
  /** A server's state as a whole; `null` state means removed. */
  server: { serverId: string; state: ServerState | null };
  /** A listing goes on: `reset` empties the list first. */
  skills: { serverId: string; reset: boolean; added: SkillSummary[] };
  /** Templates or resources were listed anew: ask for them again when they are shown. */
  catalog: { serverId: string };
  /** The server says that these resources changed; what of them is open is read again. */
  updated: { serverId: string; uris: string[] };
  traffic: { rows: TrafficRow[]; dropped: number };
  check: CheckProgress;
  badges: { serverId: string; reset: boolean; badges: SkillBadge[] };
  findings: { serverId: string; findings: Finding[]; rules: RuleResult[] };
  /** A server over folders was started or, with null, stopped. */
  served: { id: string; server: ServedServer | null };
  /** Requests that one has answered since the last event; of a flood only the newest. */
  servedRequests: { id: string; requests: ServedRequest[]; answered: number };
  notice: { level: "info" | "warning" | "error"; message: string; detail?: string };
  /**
   * Made by the host's own carrier, never by the engine. `lost`: the event stream broke and is being reopened;
   * `resync`: events were missed, everything shown must be asked for again; `ended`: this page's session is over.
   */
  host: { state: "lost" | "resync" | "ended"; message: string };
  /** A menu item of the desktop window was chosen; the UI does what its own key or button does. */
  command: { command: AppCommand };
  /** A link asks to add the server that this text describes: it is put into the form, and nothing more. */
  offered: { pasted: string };
  /** Real paths of folders and files dropped on the desktop window. */
  dropped: { paths: string[] };
}
/** What the native menu can ask of the UI. */
export type AppCommand =
  | "add-server"
  | "open-folder"
  | "search"
  | "refresh"
  | "show-skills"
  | "show-uri"
  | "show-serve"
  | "show-settings"
  | "toggle-traffic"
  | "back"
  | "forward";
export type EventName = keyof Events;
export type EventMessage = { [N in EventName]: { event: N; data: Events[N] } }[EventName];

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
