import { create } from "zustand";

/** What is open on top of the panes; nothing of it is remembered. */
export interface UiState {
  /** The search and command palette, with a text to start from. */
  palette?: { text: string };
  /** The dialog to add a server, or to edit the one with this id. */
  serverForm?: { serverId?: string; folder?: string };
  /** Server whose command line is shown for agreement. */
  confirming?: string;
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
