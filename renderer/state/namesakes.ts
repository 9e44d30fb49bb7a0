import type { AppState } from "./store";

/** Names of the skills of one server, made anew when its list changes. */
const known = new WeakMap<ReadonlyMap<string, number>, { version: number; names: Set<string> }>();

/**
 * The labels of the other servers that list a skill of this name, as one text; empty when there are none. Skills of
 * one name stay apart by server and URI, and a person is told (released extension, Security: name collisions).
 */
export function serversWithName(state: AppState, serverId: string, name: string): string {
  const labels: string[] = [];
  for (const [other, list] of state.skills) {
    if (other === serverId) continue;
    let entry = known.get(list.byUri);
    if (entry?.version !== list.version) {
      entry = { version: list.version, names: new Set(list.rows.map((skill) => skill.name)) };
      known.set(list.byUri, entry);
    }
    if (entry.names.has(name)) labels.push(state.servers.get(other)?.config.label ?? other);
  }
  return labels.join(", ");
}
