import { create } from "zustand";

/** What the dialog for a server begins with; empty: nothing. */
export interface ServerFormStart {
  /** Server to edit. */
  serverId?: string;
  /** Server to copy. */
  copyOf?: string;
  folder?: string;
  /** Folders and evidence files that were dropped. */
  paths?: readonly string[];
  /** A configuration, command or URL to read at once. */
  pasted?: string;
}

/** What is open on top of the panes; nothing of it is remembered. */
export interface UiState {
  /** The search and command palette, with a text to start from. */
  palette?: { text: string };
  /** The dialog to add a server, or to edit the one with this id. */
  serverForm?: ServerFormStart;
  /** Server whose command line is shown for agreement. */
  confirming?: string;
  /** Servers that are asked about after that one. */
  confirmNext?: readonly string[];
  /** All servers are shown as `mcp.json`. */
  exporting?: boolean;
  /** Server about to be removed. */
  removing?: string;
  shortcuts: boolean;
  /** Text that narrows the tree. */
  filter: string;
  trafficOpen: boolean;
  /** `lost`: the host's events stopped for now; `ended`: this page's session is over. */
  link: "ok" | "lost" | "ended";
  linkMessage?: string;
}

export const useUi = create<UiState>(() => ({
  shortcuts: false,
  filter: "",
  trafficOpen: false,
  link: "ok",
}));

/** Changes part of it. */
export const setUi = (patch: Partial<UiState>): void => useUi.setState(patch);

/** Shows the command lines of these servers for agreement, one after the other. */
export function askConfirm([confirming, ...confirmNext]: readonly string[]): void {
  setUi({ confirming, confirmNext });
}
