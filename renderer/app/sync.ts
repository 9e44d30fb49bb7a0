import type { QueryClient } from "@tanstack/react-query";
import type { EventMessage } from "../../shared/contract";
import type { ServerState } from "../../shared/model/server";
import { asHostError, callKey, type Host } from "../client/host";
import { badgesOf } from "../state/badges";
import { currentOf } from "../state/history";
import { useApp } from "../state/store";
import type { Target } from "../state/target";
import { setUi, useUi } from "../state/ui-state";
import { ownRuns } from "./actions";
import { targetOf } from "./address";
import { followHistory, keptHistory } from "./browser-history";
import { runCommand } from "./commands";
import { onDropped, onOffered, readDroppedFiles } from "./drops";

const PAGE = 5_000;
let stopFollowing: (() => void) | undefined;
/** Counts listings that start anew, so that paging which is under way knows it is out of date. */
const generations = new Map<string, number>();

/**
 * Keeps the store in step with the host: first everything that is there, then events as they come; on a resync
 * everything again. @returns its end.
 */
export function startSync(host: Host, queries: QueryClient): () => void {
  const endDrops = readDroppedFiles();
  const end = host.subscribe((events) => {
    for (const event of events) onEvent(event, host, queries);
    useApp.getState().receive(events);
  });
  void load(host);
  return () => {
    endDrops();
    stopFollowing?.();
    stopFollowing = undefined;
    end();
  };
}

function onEvent({ event, data }: EventMessage, host: Host, queries: QueryClient): void {
  switch (event) {
    case "skills":
      if (data.reset) generations.set(data.serverId, (generations.get(data.serverId) ?? 0) + 1);
      return;
    case "catalog":
      for (const name of ["templates.list", "resources.list"] as const)
        void queries.invalidateQueries({ queryKey: callKey(name, { serverId: data.serverId }) });
      return;
    case "updated":
      void queries.invalidateQueries({ predicate: ({ queryKey }) => opens(queryKey, data) });
      return;
    case "server":
      if (!data.state)
        queries.removeQueries({ predicate: (query) => concerns(query.queryKey, data.serverId) });
      return;
    case "check":
      // Of a run begun elsewhere, e.g. in another tab, only the end is told: its report is asked for.
      if (data.phase === "done" && !ownRuns.has(data.op)) void loadReport(host, data.serverId);
      return;
    case "host":
      setUi({ link: data.state === "resync" ? "ok" : data.state, linkMessage: data.message });
      if (data.state === "resync") {
        // Emptied first: what events add from here on is then newer than the pages asked for.
        const { servers, addSkills } = useApp.getState();
        for (const serverId of servers.keys()) addSkills(serverId, [], true);
        void queries.invalidateQueries({ queryKey: callKey("templates.list") });
        void queries.invalidateQueries({ queryKey: callKey("resources.list") });
        void load(host);
      }
      return;
    case "command":
      runCommand(data.command, host);
      return;
    case "dropped":
      onDropped(data.paths);
      return;
    case "offered":
      onOffered(data.pasted);
      return;
  }
}

function concerns(key: readonly unknown[], serverId: string): boolean {
  return (key[1] as { serverId?: string } | undefined)?.serverId === serverId;
}

/** Whether a query opened one of these files: then it is read again where it is on the screen. */
function opens(key: readonly unknown[], { serverId, uris }: { serverId: string; uris: string[] }): boolean {
  const input = key[1] as { uri?: string } | undefined;
  return key[0] === "files.open" && concerns(key, serverId) && uris.includes(input?.uri ?? "");
}

async function load(host: Host): Promise<void> {
  const app = useApp.getState();
  const before = app.servers;
  try {
    const [settings, servers] = await Promise.all([
      host.call("settings.get", {}),
      host.call("servers.list", {}),
    ]);
    app.setSettings(settings);
    setUi({ trafficOpen: settings.ui.trafficOpen === true });
    app.takeServers(before, servers, true);
    openFirst(servers);
    app.setReady();
    await Promise.all([
      ...servers.map((server) => loadSkills(host, server.config.serverId)),
      ...servers.map((server) => loadReport(host, server.config.serverId)),
      host.call("traffic.page", { limit: PAGE }).then(({ rows, dropped }) => app.addTraffic(rows, dropped)),
    ]);
  } catch (error) {
    const { message, detail } = asHostError(error);
    app.notify({ level: "error", message: `Could not load everything: ${message}`, detail });
    app.setReady();
  }
}

/** Pages through a server's list. Stops when the list starts anew meanwhile: then events bring it. */
async function loadSkills(host: Host, serverId: string): Promise<void> {
  const generation = generations.get(serverId) ?? 0;
  for (let offset = 0; ; offset += PAGE) {
    const { skills, total } = await host.call("skills.page", { serverId, offset, limit: PAGE });
    if ((generations.get(serverId) ?? 0) !== generation) return;
    if (skills.length > 0) useApp.getState().addSkills(serverId, skills, false);
    if (skills.length === 0 || offset + skills.length >= total) return;
  }
}

async function loadReport(host: Host, serverId: string): Promise<void> {
  const report = await host.call("checks.report", { serverId });
  const { setReport, receive, skills, badges } = useApp.getState();
  setReport(serverId, report);
  if (report && !badges.has(serverId)) {
    const uris = skills.get(serverId)?.rows.map((skill) => skill.uri) ?? [];
    receive([{ event: "badges", data: { serverId, reset: true, badges: badgesOf(report, uris) } }]);
  }
}

/**
 * The first thing on the screen: where a reload left off, else what the address names, else the first server (the
 * samples on a first run). From then on the address follows.
 */
function openFirst(servers: ServerState[]): void {
  const { history, open } = useApp.getState();
  if (history.at >= 0) return;
  const there = (target: Target | undefined) =>
    target && (!("serverId" in target) || servers.some(({ config }) => config.serverId === target.serverId));
  const kept = keptHistory();
  const named = targetOf(window.location.hash);
  const first = servers[0];
  if (kept && there(currentOf(kept))) useApp.setState({ history: kept });
  else if (named && there(named)) open(named);
  else if (first && !useUi.getState().serverForm) open({ kind: "server", serverId: first.config.serverId });
  stopFollowing ??= followHistory();
}
