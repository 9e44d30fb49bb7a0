import { useState } from "react";
import type { ServerInput } from "../../shared/contract";
import type { ServerState } from "../../shared/model/server";
import { callServer } from "../app/server-calls";
import { asHostError, type HostError, useHost } from "../client/host";
import { useApp } from "../state/store";
import { askConfirm } from "../state/ui-state";
import { type DraftFaults, readDraft, type ServerDraft } from "./server-form";

export interface ServerForm {
  draft: ServerDraft;
  faults: DraftFaults;
  error: HostError | undefined;
  busy: boolean;
  change(patch: Partial<ServerDraft>): void;
  /** Puts another draft in the place of this one. */
  reset(draft: ServerDraft): void;
  /** The call's input, or nothing after showing what is wrong at the fields. */
  read(): ServerInput | undefined;
  submit(): Promise<void>;
}

/** Labels of all servers but one: what a label must differ from. */
export function takenLabels(except?: string): string[] {
  return [...useApp.getState().servers.values()]
    .filter((other) => other.config.serverId !== except)
    .map((other) => other.config.label);
}

/**
 * The form's state and what saving does.
 * @param server the server to edit; without one a new one is added
 * @param onDone called once it is saved, with the server as saved
 */
export function useServerForm(
  start: () => ServerDraft,
  server: ServerState | undefined,
  onDone: (saved: ServerState) => void,
): ServerForm {
  const host = useHost();
  const [draft, setDraft] = useState<ServerDraft>(start);
  const [faults, setFaults] = useState<DraftFaults>({});
  const [error, setError] = useState<HostError>();
  const [busy, setBusy] = useState(false);
  const read = () => {
    const result = readDraft(draft, takenLabels(server?.config.serverId), server?.config.transport);
    setFaults(result.faults ?? {});
    return result.faults ? undefined : result.input;
  };
  return {
    draft,
    faults,
    error,
    busy,
    read,
    change(patch) {
      setDraft((now) => ({ ...now, ...patch }));
      // A typed bearer token answers a complaint about the headers, too.
      const settled = "bearer" in patch ? { ...patch, headers: [] } : patch;
      setFaults((now) => Object.fromEntries(Object.entries(now).filter(([key]) => !(key in settled))));
    },
    reset(next) {
      setDraft(next);
      setFaults({});
      setError(undefined);
    },
    async submit() {
      const input = read();
      if (!input || busy) return;
      setBusy(true);
      setError(undefined);
      try {
        const saved = server
          ? await callServer(host, "servers.update", { serverId: server.config.serverId, patch: input })
          : await callServer(host, "servers.add", input);
        const { serverId } = saved.config;
        useApp.getState().open({ kind: "server", serverId });
        onDone(saved);
        if (saved.status === "needs-confirmation") askConfirm([serverId]);
      } catch (thrown) {
        setError(asHostError(thrown));
      } finally {
        setBusy(false);
      }
    },
  };
}
