import type { FoundServer } from "../../shared/config/mcp-json";
import { wellKnownAddress } from "../../shared/config/well-known-address";
import { commandLine, type ServerState, type TransportConfig } from "../../shared/model/server";

/** One found server in the list; rows are told apart by identity. */
export interface FoundRow {
  key: string;
  server: FoundServer;
}

/** What one place holds: a pasted text, dropped paths, or the configuration of another program. */
export interface FoundGroup {
  program?: string;
  path?: string;
  rows: FoundRow[];
  problems: string[];
}

let count = 0;

export const rowsOf = (servers: readonly FoundServer[]): FoundRow[] =>
  servers.map((server) => ({ key: `found-${count++}`, server }));

/** What a transport reaches, in one line for people; told without the values of headers. */
export function addressOf(transport: TransportConfig): string {
  switch (transport.kind) {
    case "stdio":
      return commandLine(transport);
    case "http":
      return transport.url;
    case "well-known":
      return wellKnownAddress(transport.url);
    case "folder":
    case "evidence":
      return transport.path;
    case "builtin":
      return "built into the app";
  }
}

/** The label of a server that reaches the same place, if there is one. */
export function alreadyThere(row: FoundRow, servers: Iterable<ServerState>): string | undefined {
  const { transport } = row.server;
  for (const { config } of servers) {
    if (config.transport.kind !== transport.kind || transport.kind === "builtin") continue;
    if (addressOf(config.transport) === addressOf(transport)) return config.label;
  }
  return undefined;
}

/** True when something that the other program fills in is still to be filled in. */
export const hasPlaceholder = ({ server }: FoundRow): boolean =>
  /\$\{[^}]+\}/.test(JSON.stringify(server.transport));
