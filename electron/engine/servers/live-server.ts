import type { Problem, ServerConfig, ServerState } from "../../../shared/model/server";
import type { ListedResource, ListedTemplate, SkillDetail } from "../../../shared/model/skill";
import { ServerSignIn } from "../authorization/server-sign-in";
import { Connection } from "../connections/connection";
import { problemOf } from "../connections/connection-error";
import { saysChanged, updatedUri } from "../connections/listen";
import type { WireClose } from "../connections/wire";
import type { Listed } from "../discovery/conventions/convention";
import { type DiscoveryEnd, discover } from "../discovery/discover";
import { markNested } from "../discovery/nesting";
import type { LiveServerDeps } from "./live-server-deps";
import { LivenessWatch } from "./liveness";
import { OpenedFiles } from "./opened-files";
import { connectedState, initialState, lostProblem } from "./state";
import { summary } from "./summary";

/** How long notifications of change are gathered before the server is listed again, in milliseconds. */
const RELIST_MS = 150;

/** One configured server while the app runs: its connection, and what it listed. */
export class LiveServer {
  state: ServerState;
  connection: Connection | undefined;
  skills = new Map<string, SkillDetail>();
  templates: ListedTemplate[] = [];
  resources: ListedResource[] = [];
  /** All that the last listing gave, by which earlier conventions find an opened skill's files. */
  listed: Listed | undefined;
  readonly signIn: ServerSignIn;
  private connecting: { promise: Promise<void>; abort: AbortController } | undefined;
  private listing: AbortController | undefined;
  private relist: NodeJS.Timeout | undefined;
  private watch: LivenessWatch | undefined;
  /** Resources the server said were updated, until the list was asked for anew. */
  private updated = new Set<string>();
  private readonly opened = new OpenedFiles(this.skills);

  constructor(
    config: ServerConfig,
    private readonly deps: LiveServerDeps,
  ) {
    this.state = initialState(config);
    this.signIn = new ServerSignIn({
      ...deps.signIn,
      config: () => this.config,
      record: ({ direction, text, httpStatus }) =>
        void deps.traffic.add({
          serverId: config.serverId,
          at: Date.now(),
          direction,
          kind: "transport",
          raw: text,
          ...(httpStatus === undefined ? {} : { httpStatus }),
        }),
      onChange: (signIn) => this.patch({ signIn }),
      onSignedIn: () => void this.connect(),
      warn: (message, detail) => deps.hub.emit("notice", { level: "warning", message, detail }),
    });
  }

  get config(): ServerConfig {
    return this.state.config;
  }

  /** Takes a changed configuration; the caller has disconnected where that is needed. */
  configure(config: ServerConfig): void {
    this.patch({ config, ...(this.connection ? {} : { status: initialState(config).status }) });
  }

  /** Connects and starts the listing. Two calls share one attempt. Never throws: the state says how it ended. */
  connect(signal?: AbortSignal): Promise<void> {
    if (this.state.status === "connected" || initialState(this.config).status === "needs-confirmation") {
      if (this.state.status !== "connected") this.patch({ status: "needs-confirmation" });
      return Promise.resolve();
    }
    if (!this.connecting) {
      const abort = new AbortController();
      const promise = this.open(abort.signal).finally(() => {
        this.connecting = undefined;
      });
      this.connecting = { promise, abort };
    }
    const { abort, promise } = this.connecting;
    signal?.addEventListener("abort", () => abort.abort(), { once: true });
    return promise;
  }

  /** A second connection of its own, e.g. for probes; the caller closes it. @throws ConnectionError */
  openFresh(signal: AbortSignal, nextExchangeId: () => string): Promise<Connection> {
    return Connection.open({ ...this.connectionOptions(), nextExchangeId }, signal);
  }

  /** Ends connection, attempt and listing; what was listed stays to be looked at. */
  async disconnect(): Promise<void> {
    clearTimeout(this.relist);
    this.watch?.stop();
    this.listing?.abort();
    this.connecting?.abort.abort();
    await this.connecting?.promise;
    const connection = this.connection;
    this.connection = undefined;
    if (connection) await connection.close();
    this.patch({ status: initialState(this.config).status, exit: connection?.exit, problem: undefined });
  }

  /** Lists again. Never throws: the state says how it ended. */
  async list(): Promise<void> {
    const connection = this.connection;
    if (!connection) return;
    this.listing?.abort();
    const abort = new AbortController();
    this.listing = abort;
    this.skills.clear();
    this.templates = [];
    this.resources = [];
    this.patch({
      listing: "running",
      listingProblem: undefined,
      counts: { skills: 0, templates: 0, resources: 0 },
    });
    this.deps.hub.emit("skills", { serverId: this.config.serverId, reset: true, added: [] });
    const end = await discover(
      connection,
      {
        onSkills: (skills) => this.add(skills),
        onTemplates: (templates) => this.templates.push(...templates),
        onResources: (resources) => this.resources.push(...resources),
      },
      abort.signal,
    ).catch((error): Partial<DiscoveryEnd> & { problem: Problem } => ({ problem: problemOf(error) }));
    if (this.listing !== abort) return;
    this.listing = undefined;
    this.listed = end.listed;
    this.settleNesting();
    this.patch({
      listing: end.complete ? "complete" : "partial",
      listingProblem: end.problem,
      conventions: end.conventions,
      counts: this.counts(),
    });
    this.deps.hub.emit("catalog", { serverId: this.config.serverId });
    // Told after the list: what is read again is compared with the entry of now.
    const uris = new Set([...this.updated, ...this.opened.changed()]);
    this.updated.clear();
    if (uris.size > 0) this.deps.hub.emit("updated", { serverId: this.config.serverId, uris: [...uris] });
  }

  /** Remembers a file that the user has opened, to tell when it changes. */
  follow(file: { uri: string; skillUri?: string }): void {
    this.opened.add(file);
    this.watch?.follow(file.uri);
  }

  /** Adds skills to the list, the first of equal URIs winning, and tells the UI. */
  add(skills: SkillDetail[]): void {
    const fresh = skills.filter((skill) => !this.skills.has(skill.uri));
    for (const skill of fresh) this.skills.set(skill.uri, skill);
    if (fresh.length === 0) return;
    this.deps.hub.emit("skills", { serverId: this.config.serverId, reset: false, added: fresh.map(summary) });
    this.patch({ counts: this.counts() });
  }

  /** Puts a skill in the place of the listed one, of which more is known now, and tells the UI. */
  replace(skill: SkillDetail): void {
    const before = this.skills.get(skill.uri);
    if (!before) return;
    const { nestedIn } = before;
    this.skills.set(skill.uri, nestedIn === undefined ? skill : { ...skill, nestedIn });
  }

  /** Sends the state to the UI after changing it. */
  patch(change: Partial<ServerState>): void {
    this.state = { ...this.state, ...change };
    this.deps.hub.emit("server", { serverId: this.config.serverId, state: this.state });
  }

  private counts(): ServerState["counts"] {
    return { skills: this.skills.size, templates: this.templates.length, resources: this.resources.length };
  }

  private settleNesting(): void {
    const before = new Map([...this.skills].map(([uri, skill]) => [uri, skill.nestedIn]));
    markNested(this.skills.values());
    const changed = [...this.skills.values()].some((skill) => before.get(skill.uri) !== skill.nestedIn);
    if (!changed) return;
    const added = [...this.skills.values()].map(summary);
    this.deps.hub.emit("skills", { serverId: this.config.serverId, reset: true, added });
  }

  private connectionOptions() {
    const secrets: string[] = [];
    return {
      secrets,
      serverId: this.config.serverId,
      transport: this.deps.transport(this.config, secrets, this.signIn.forConnection(secrets)),
      era: this.config.era,
      timeoutMs: this.config.timeoutMs,
      client: this.deps.client,
      traffic: this.deps.traffic,
      limits: this.deps.limits(),
    };
  }

  private async open(signal: AbortSignal): Promise<void> {
    this.signIn.connecting();
    this.patch({ status: "connecting", problem: undefined, notes: [], stderr: undefined, exit: undefined });
    try {
      const connection: Connection = await Connection.open(
        {
          ...this.connectionOptions(),
          onNotification: (method, params) => this.notified(method, params),
          onStderr: () => this.connection && this.patch({ stderr: this.connection.stderr }),
          onClose: (close) => this.lost(connection, close),
          onSignIn: (problem) => this.signedOut(connection, problem),
        },
        signal,
      );
      this.connection = connection;
      this.patch(connectedState(connection, this.config));
    } catch (error) {
      const problem = problemOf(error, "connect-failed");
      if (problem.code === "cancelled") this.patch({ status: "disconnected", problem });
      else this.failed(problem);
      return;
    }
    // Saved evidence does not change.
    if (this.config.transport.kind !== "evidence")
      this.watch = new LivenessWatch(this.connection, () => this.listSoon(), {
        onBroken: (words) => this.patch({ notes: [...(this.connection?.notes ?? []), words] }),
      });
    for (const uri of this.opened.uris) this.watch?.follow(uri);
    void this.list();
  }

  private lost(connection: Connection, close: WireClose): void {
    if (this.connection !== connection) return;
    this.connection = undefined;
    this.watch?.stop();
    this.listing?.abort();
    if (close.reason === "asked") return;
    this.patch({
      status: "failed",
      exit: connection.exit,
      stderr: connection.stderr,
      problem: lostProblem(connection, close),
    });
  }

  /** The server wants a sign-in by now: everything of ours ends, and only the user begins again. */
  private signedOut(connection: Connection, problem: Problem): void {
    if (this.connection !== connection) return;
    this.connection = undefined;
    this.watch?.stop();
    this.listing?.abort();
    void connection.close();
    this.failed(problem);
  }

  /** Nothing goes on: for want of a sign-in, where the app can do that, or for whatever the problem says. */
  private failed(problem: Problem): void {
    const { wants } = this.signIn;
    if (!wants) {
      this.patch({ status: "failed", problem });
      return;
    }
    const detail = problem.detail ?? wants.problem.detail;
    this.patch({
      status: "needs-sign-in",
      problem: { ...wants.problem, ...(detail === undefined ? {} : { detail }) },
    });
  }

  private notified(method: string, params: unknown): void {
    const uri = updatedUri(method, params);
    if (uri !== undefined) this.updated.add(uri);
    if (saysChanged(method)) this.listSoon();
  }

  private listSoon(): void {
    clearTimeout(this.relist);
    this.relist = setTimeout(() => void this.list(), RELIST_MS);
  }
}
