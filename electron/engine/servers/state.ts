import { commandLine, type Problem, type ServerConfig, type ServerState } from "../../../shared/model/server";
import type { Connection } from "../connections/connection";
import type { WireClose } from "../connections/wire";

const SITE_NOTE =
  "This is a web site, which speaks no MCP: its skills are read from its index, and each resources/read in the traffic stands for one GET.";

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

/** What is known of a server once it is connected. A web site speaks no revision of MCP; that is this app's own. */
export function connectedState(connection: Connection, { transport }: ServerConfig): Partial<ServerState> {
  const isSite = transport.kind === "well-known";
  return {
    status: "connected",
    ...(isSite ? {} : { era: connection.era, protocolVersion: connection.protocolVersion }),
    serverInfo: connection.serverInfo as ServerState["serverInfo"],
    capabilities: connection.capabilities,
    instructions: connection.instructions,
    notes: isSite ? [SITE_NOTE] : [...connection.notes],
    stderr: connection.stderr,
    skillsExtension: { declared: connection.skillsDeclared, directoryRead: connection.directoryRead },
    completions: connection.completions,
  };
}

/** What to say of a connection that ended without being asked to. */
export function lostProblem({ stderr }: Connection, close: WireClose): Problem {
  return {
    code: "connection-lost",
    message: `The connection was lost: ${close.message}`,
    hint: "What was listed before is still shown. Connect again to go on.",
    ...(stderr.trim() ? { detail: stderr.trim().slice(-2_000) } : {}),
  };
}
