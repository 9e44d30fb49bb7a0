import { create } from "zustand";
import type { EventMessage, Settings } from "../../shared/contract";
import { DEFAULT_LIMITS } from "../../shared/model/limits";
import type { Report } from "../../shared/model/report";
import type { ServerState } from "../../shared/model/server";
import type { SkillSummary } from "../../shared/model/skill";
import { type Badges, withBadges } from "./badges";
import { type CheckState, withFindings, withProgress, withReport } from "./check-state";
import { currentOf, type History, lastWhere, moved, NO_HISTORY, opened, withoutServer } from "./history";
import { type Servers, withAnswers } from "./server-answers";
import { type SkillList, withSkills } from "./skill-list";
import { type Section, sectionOf, type Target } from "./target";
import { EMPTY_TRAFFIC, type TrafficLog, withTraffic } from "./traffic-log";

export interface Notice {
  id: number;
  level: "info" | "warning" | "error";
  message: string;
  detail?: string;
}

interface Data {
  /** False until the first answers of the host are in. */
  ready: boolean;
  servers: Servers;
  skills: ReadonlyMap<string, SkillList>;
  badges: ReadonlyMap<string, Badges>;
  checks: ReadonlyMap<string, CheckState>;
  traffic: TrafficLog;
  /** Counts up when templates or resources of a server were listed anew. */
  catalogs: ReadonlyMap<string, number>;
  notices: readonly Notice[];
  settings: Settings;
  history: History;
  /** Traffic rows to show: opens the pane and selects them. `at` makes equal requests differ. */
  shownTraffic?: { seqs: number[]; at: number };
}

interface Actions {
  /** Opens a target in the centre and adds it to the history (`replace`: instead of the current one). */
  open(target: Target, options?: { replace?: boolean }): void;
  back(): void;
  forward(): void;
  /** Goes to a section, where possible to what was last open in it. */
  goTo(section: Section): void;
  /** Opens the traffic pane at these messages. */
  showTraffic(seqs: number[]): void;
  notify(notice: Omit<Notice, "id">): void;
  dismiss(id: number): void;

  /** Takes a batch of events in, as one update. */
  receive(events: readonly EventMessage[]): void;
  setServers(servers: readonly ServerState[]): void;
  removeServer(serverId: string): void;
  /** Takes in what a call answered; see `withAnswers`. */
  takeServers(before: Servers, answered: readonly ServerState[], whole?: boolean): void;
  addSkills(serverId: string, added: SkillSummary[], reset: boolean): void;
  addTraffic(rows: TrafficLog["rows"], dropped: number): void;
  setReport(serverId: string, report: Report | null): void;
  setSettings(settings: Settings): void;
  setReady(): void;
}

const DEFAULT_SETTINGS: Settings = { theme: "system", limits: DEFAULT_LIMITS, panes: {}, ui: {} };
let noticeCount = 0;

export type AppState = Data & Actions;

/** The one store of the renderer. Lists inside are shared and versioned, see their files. */
export const useApp = create<AppState>((set, get) => ({
  ready: false,
  servers: new Map(),
  skills: new Map(),
  badges: new Map(),
  checks: new Map(),
  traffic: EMPTY_TRAFFIC,
  catalogs: new Map(),
  notices: [],
  settings: DEFAULT_SETTINGS,
  history: NO_HISTORY,

  open: (target, options) => set(({ history }) => ({ history: opened(history, target, options?.replace) })),
  back: () => set(({ history }) => ({ history: moved(history, -1) })),
  forward: () => set(({ history }) => ({ history: moved(history, 1) })),
  goTo: (section) => {
    const { history, servers, open } = get();
    if (sectionOf(currentOf(history)) === section && history.at >= 0) return;
    if (section !== "skills") {
      open(lastWhere(history, (target) => target.kind === section) ?? { kind: section });
      return;
    }
    const first = servers.keys().next().value;
    const last = lastWhere(history, (target) => sectionOf(target) === "skills");
    if (last) open(last);
    else if (first !== undefined) open({ kind: "server", serverId: first });
    else set({ history: { ...history, at: -1 } });
  },
  showTraffic: (seqs) => set({ shownTraffic: { seqs, at: Date.now() } }),
  notify: (notice) =>
    set(({ notices }) => ({ notices: [...notices.slice(-4), { ...notice, id: noticeCount++ }] })),
  dismiss: (id) => set(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) })),

  receive: (events) => {
    set((state) => {
      let data: Data = state;
      for (const event of events) data = { ...data, ...reduce(data, event) };
      return data;
    });
  },
  setServers: (servers) =>
    set({ servers: new Map(servers.map((server) => [server.config.serverId, server])) }),
  removeServer: (serverId) => get().receive([{ event: "server", data: { serverId, state: null } }]),
  takeServers: (before, answered, whole) =>
    set(({ servers }) => ({ servers: withAnswers(before, servers, answered, whole) })),
  addSkills: (serverId, added, reset) =>
    get().receive([{ event: "skills", data: { serverId, reset, added } }]),
  addTraffic: (rows, dropped) => get().receive([{ event: "traffic", data: { rows, dropped } }]),
  setReport: (serverId, report) =>
    set(({ checks }) => ({ checks: put(checks, serverId, withReport(checks.get(serverId), report)) })),
  setSettings: (settings) => set({ settings }),
  setReady: () => set({ ready: true }),
}));

/** What one event changes. Pure apart from the shared lists. */
function reduce(state: Data, { event, data }: EventMessage): Partial<Data> {
  switch (event) {
    case "server": {
      if (data.state) return { servers: put(state.servers, data.serverId, data.state) };
      return forget(state, data.serverId);
    }
    case "skills": {
      const list = withSkills(state.skills.get(data.serverId), data.added, data.reset);
      return { skills: put(state.skills, data.serverId, list) };
    }
    case "catalog":
      return {
        catalogs: put(state.catalogs, data.serverId, (state.catalogs.get(data.serverId) ?? 0) + 1),
      };
    case "traffic":
      return {
        traffic: withTraffic(state.traffic, data.rows, data.dropped, state.settings.limits.trafficMessages),
      };
    case "check":
      return {
        checks: put(state.checks, data.serverId, withProgress(state.checks.get(data.serverId), data)),
      };
    case "badges": {
      const badges = withBadges(state.badges.get(data.serverId), data.badges, data.reset);
      return { badges: put(state.badges, data.serverId, badges) };
    }
    case "findings": {
      const check = withFindings(state.checks.get(data.serverId), data.findings, data.rules);
      return { checks: put(state.checks, data.serverId, check) };
    }
    case "notice":
      return { notices: [...state.notices.slice(-4), { ...data, id: noticeCount++ }] };
    // Acts on the page as a whole, not on what is kept here: whoever wires the host listens for these.
    case "updated":
    case "host":
    case "command":
    case "dropped":
    case "offered":
    case "served":
    case "servedRequests":
      return {};
  }
}

function forget(state: Data, serverId: string): Partial<Data> {
  return {
    servers: without(state.servers, serverId),
    skills: without(state.skills, serverId),
    badges: without(state.badges, serverId),
    checks: without(state.checks, serverId),
    history: withoutServer(state.history, serverId),
  };
}

function put<V>(map: ReadonlyMap<string, V>, key: string, value: V): ReadonlyMap<string, V> {
  return new Map(map).set(key, value);
}

function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}

/** The current target. */
export const useTarget = (): Target | undefined => useApp((state) => currentOf(state.history));
/** The state of one server. */
export const useServer = (serverId: string): ServerState | undefined =>
  useApp((state) => state.servers.get(serverId));
