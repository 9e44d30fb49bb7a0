import type { Finding, RuleResult } from "../model/finding";
import type { ServerState } from "../model/server";
import type { SkillSummary } from "../model/skill";
import type { TrafficRow } from "../model/traffic";
import type { CheckProgress, ServedRequest, ServedServer, SkillBadge } from "./answers";

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
