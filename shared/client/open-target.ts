import type { CallOutput, ContractHandler, ServerInput } from "../contract";
import { commandLine, type ServerState, type TransportConfig } from "../model/server";
import { dispatch } from "./dispatch";

/**
 * Brings a target that was named on the command line into the app: the server that is configured for it already, or a
 * new one under a free label, confirmed (naming a command is its confirmation) and connected.
 * @returns the serverId
 * @throws Error with the host's words when it cannot be added; that it does not connect is shown in the app
 */
export async function openTarget(handler: ContractHandler, target: ServerInput): Promise<string> {
  const ask = async <N extends "servers.list" | "servers.add" | "servers.confirm" | "servers.connect">(
    name: N,
    input: unknown,
  ): Promise<CallOutput<N>> => {
    const answer = await dispatch(handler, name, input);
    if (!answer.ok) throw new Error(answer.message);
    return answer.value as CallOutput<N>;
  };

  const known = await ask("servers.list", {});
  let state: ServerState =
    known.find(({ config }) => sameTransport(config.transport, target.transport as TransportConfig)) ??
    (await ask("servers.add", { ...target, label: freeLabel(target.label, known) }));
  const { serverId, transport } = state.config;
  if (transport.kind === "stdio" && state.config.confirmedCommand !== commandLine(transport)) {
    state = await ask("servers.confirm", { serverId, commandLine: commandLine(transport) });
  }
  if (state.status === "disconnected" || state.status === "failed") {
    // Not awaited: a server may take its time, and how it goes is shown in the window.
    void dispatch(handler, "servers.connect", { serverId });
  }
  return serverId;
}

function sameTransport(one: TransportConfig, other: TransportConfig): boolean {
  return canonical(one) === canonical(other);
}

/** Equal for equal values, whatever the order of keys and whether what is absent is absent or undefined. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
    .join(",")}}`;
}

function freeLabel(wanted: string, known: readonly ServerState[]): string {
  const taken = new Set(known.map(({ config }) => config.label));
  const base = wanted.slice(0, 74);
  let label = base;
  for (let count = 2; taken.has(label); count++) label = `${base} ${count}`;
  return label;
}
