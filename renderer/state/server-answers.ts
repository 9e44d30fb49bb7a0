import type { ServerState } from "../../shared/model/server";

export type Servers = ReadonlyMap<string, ServerState>;

/**
 * Takes in the answers of calls beside the events that come by another way. An event may overtake an answer that was
 * written before it, so an answer counts only for a server of which nothing was heard since the call was made.
 * @param before the servers when the call was made
 * @param now the servers when its answer came
 * @param answered the states that the answer holds
 * @returns the servers now: for one answer, `now` with it; pass `whole` for an answer that names every server, after
 * which those it does not name are gone, unless they came meanwhile.
 */
export function withAnswers(
  before: Servers,
  now: Servers,
  answered: readonly ServerState[],
  whole = false,
): Servers {
  const fresh = (serverId: string) => now.get(serverId) !== before.get(serverId);
  const named = new Map(
    answered.flatMap((state) => {
      const { serverId } = state.config;
      const held = fresh(serverId) ? now.get(serverId) : state;
      return held ? [[serverId, held] as const] : [];
    }),
  );
  if (!whole) return new Map([...now, ...named]);
  for (const [serverId, state] of now)
    if (!named.has(serverId) && fresh(serverId)) named.set(serverId, state);
  return named;
}
