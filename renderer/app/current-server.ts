import { currentOf } from "../state/history";
import type { AppState } from "../state/store";

/** The server that what is open belongs to; else the first one. */
export function currentServerId(state: AppState): string | undefined {
  const target = currentOf(state.history);
  if (target && "serverId" in target) return target.serverId;
  return state.servers.keys().next().value;
}
