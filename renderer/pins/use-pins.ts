import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import type { PinDifference } from "../../shared/contract";
import { asHostError, callKey, useCall, useHost } from "../client/host";
import { useApp } from "../state/store";

const NONE: Readonly<Record<string, PinDifference>> = {};

/** Remembered skills of a server by URI, each with what changed since; undefined until the host has said. */
export function usePins(serverId: string): Readonly<Record<string, PinDifference>> | undefined {
  const { data, error } = useCall("pins.list", { serverId });
  return error ? NONE : data;
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
