import { commandLine, type ServerConfig, type ServerState } from "../../../shared/model/server";

/** The state of a server that was not connected yet in this run. */
export function initialState(config: ServerConfig): ServerState {
  return {
    config,
    status: needsConfirmation(config) ? "needs-confirmation" : "disconnected",
    notes: [],
    completions: false,
    counts: { skills: 0, templates: 0, resources: 0 },
    listing: "none",
  };
}

/** A stdio command runs only after exactly this line was confirmed (DESIGN section 3). */
export function needsConfirmation(config: ServerConfig): boolean {
  return config.transport.kind === "stdio" && config.confirmedCommand !== commandLine(config.transport);
}
