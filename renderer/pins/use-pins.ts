import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import type { PinDifference } from "../../shared/contract";
import { asHostError, callKey, useCall, useHost } from "../client/host";
import { useApp } from "../state/store";

/** A remembered skill with what changed since; null for one that is not remembered, undefined until the host has said. */
export function usePin(serverId: string, uri: string): PinDifference | null | undefined {
  const { data, error } = useCall("pins.list", { serverId });
  if (error) return null;
  // The URI is a server's: it must not find what every object has.
  return data && (Object.hasOwn(data, uri) ? data[uri] : null);
}

/** Remembers a skill as it is listed now, or forgets it. Failures become notices. */
export function useSetPin(serverId: string, uri: string): (pinned: boolean) => Promise<void> {
  const host = useHost();
  const queries = useQueryClient();
  const notify = useApp((state) => state.notify);
  return useCallback(
    async (pinned) => {
      try {
        await host.call("pins.set", { serverId, uri, pinned });
        await queries.invalidateQueries({ queryKey: callKey("pins.list", { serverId }) });
      } catch (error) {
        const { message, detail } = asHostError(error);
        notify({
          level: "error",
          message: `${pinned ? "Not remembered" : "Not forgotten"}: ${message}`,
          detail,
        });
      }
    },
    [host, queries, notify, serverId, uri],
  );
}

/** Asks anew what changed whenever a server was listed anew. Once in the app. */
export function usePinSync(): void {
  const queries = useQueryClient();
  const servers = useApp((state) => state.servers);
  const lists = useApp((state) => state.skills);
  const seen = useRef(new Map<string, string>());
  useEffect(() => {
    for (const [serverId, { listing }] of servers) {
      // While a listing goes on, its skills come in batches: one question at its end is enough.
      if (listing === "running") continue;
      const state = `${listing} ${lists.get(serverId)?.version ?? 0}`;
      if (seen.current.get(serverId) === state) continue;
      seen.current.set(serverId, state);
      void queries.invalidateQueries({ queryKey: callKey("pins.list", { serverId }) });
    }
  }, [servers, lists, queries]);
}
