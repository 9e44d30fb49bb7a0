import type { CallInput, CallName, CallOutput } from "../../shared/contract";
import type { ServerState } from "../../shared/model/server";
import type { Host } from "../client/host";
import { useApp } from "../state/store";

/** Calls whose answer is the server's state. */
export type ServerCall = {
  [N in CallName]: CallOutput<N> extends ServerState ? N : never;
}[CallName];

/**
 * Makes a call that answers with a server's state, and keeps the answer unless an event overtook it.
 * @returns the answer. @throws HostError as the call does
 */
export async function callServer<N extends ServerCall>(
  host: Host,
  name: N,
  input: CallInput<N>,
): Promise<ServerState> {
  const before = useApp.getState().servers;
  const state = await host.call(name, input);
  useApp.getState().takeServers(before, [state]);
  return state;
}
