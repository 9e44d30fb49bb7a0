import { useState } from "react";
import { commandLine, type ServerState } from "../../shared/model/server";
import { visible } from "../../shared/model/visible";
import { asHostError, type HostError, useHost } from "../client/host";
import { useApp } from "../state/store";
import { setUi, useUi } from "../state/ui-state";
import { Button } from "../ui/Button";
import { Checkbox } from "../ui/Checkbox";
import { Choice } from "../ui/Choice";
import { Dialog } from "../ui/Dialog";
import { ErrorState } from "../ui/ErrorState";
import { Segments } from "../ui/Segments";
import { TextField } from "../ui/TextField";
import {
  type DraftFaults,
  draftOf,
  EMPTY_DRAFT,
  type Kind,
  readDraft,
  type ServerDraft,
  suggestLabel,
} from "./server-form";
import { TransportFields } from "./TransportFields";

const KINDS: { id: Kind; label: string }[] = [
  { id: "stdio", label: "Command (stdio)" },
  { id: "http", label: "URL (HTTP)" },
  { id: "folder", label: "Folder of skills" },
];
const ERAS = [
  { id: "auto", label: "Auto: try the new handshake, fall back to the old" },
  { id: "modern", label: "Modern: 2026-07-28 only" },
  { id: "legacy", label: "Legacy: up to 2025-11-25" },
] as const;

/** Adds a server, or edits one. What it starts is shown and agreed to in the next dialog. */
export function ServerFormDialog() {
  const form = useUi((state) => state.serverForm);
  const server = useApp((state) => (form?.serverId ? state.servers.get(form.serverId) : undefined));
  const close = () => setUi({ serverForm: undefined });
  if (!form) return null;
  return <Form key={form.serverId ?? "new"} server={server} folder={form.folder} onClose={close} />;
}

function Form({ server, folder, onClose }: { server?: ServerState; folder?: string; onClose: () => void }) {
  const host = useHost();
  const [draft, setDraft] = useState<ServerDraft>(() =>
    server
      ? draftOf(server.config)
      : { ...EMPTY_DRAFT, ...(folder === undefined ? {} : { kind: "folder", folder }) },
  );
  const [faults, setFaults] = useState<DraftFaults>({});
  const [error, setError] = useState<HostError>();
  const [busy, setBusy] = useState(false);
  const change = (patch: Partial<ServerDraft>) => {
    setDraft((now) => ({ ...now, ...patch }));
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([key]) => !(key in patch))));
  };
  const submit = async () => {
    const { servers, setServer, open } = useApp.getState();
    const others = [...servers.values()].filter((other) => other.config.serverId !== server?.config.serverId);
    const read = readDraft(
      draft,
      others.map((other) => other.config.label),
      server?.config.transport,
    );
    if (read.faults) return setFaults(read.faults);
    setBusy(true);
    setError(undefined);
    try {
      const state = server
        ? await host.call("servers.update", { serverId: server.config.serverId, patch: read.input })
        : await host.call("servers.add", read.input);
      const { serverId } = state.config;
      setServer(serverId, state);
      open({ kind: "server", serverId });
      onClose();
      if (state.status === "needs-confirmation") setUi({ confirming: serverId });
    } catch (thrown) {
      setError(asHostError(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={server ? `Edit ${visible(server.config.label)}` : "Add a server"}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="main" onPress={submit} isDisabled={busy}>
            {draft.kind === "stdio" ? "Continue…" : server ? "Save" : "Add"}
          </Button>
        </>
      }
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Segments
          label="What to connect to"
          value={draft.kind}
          options={KINDS}
          onChange={(kind) => change({ kind })}
        />
        <TransportFields draft={draft} faults={faults} change={change} />
        <TextField
          label="Name"
          value={draft.label}
          onChange={(label) => change({ label })}
          placeholder={suggestLabel(draft) || "my-server (dev)"}
          fault={faults.label}
          help="How you tell this server from the others. What it calls itself is only shown."
        />
        <details>
          <summary>Era, timeout and start</summary>
          <div className="form">
            <Choice
              label="Protocol era"
              value={draft.era}
              options={ERAS}
              onChange={(era) => change({ era })}
            />
            <TextField
              label="Timeout for one request, in seconds"
              value={draft.timeoutSeconds}
              onChange={(timeoutSeconds) => change({ timeoutSeconds })}
              fault={faults.timeoutSeconds}
              inputMode="decimal"
            />
            <Checkbox isSelected={draft.autoConnect} onChange={(autoConnect) => change({ autoConnect })}>
              Connect when the app starts
            </Checkbox>
          </div>
        </details>
        {server && changesCommand(server, draft) && (
          <p className="quiet">A changed command must be confirmed again before it is started.</p>
        )}
        {error && <ErrorState problem={error} title="The server was not saved" />}
        <input type="submit" hidden />
      </form>
    </Dialog>
  );
}

function changesCommand(server: ServerState, draft: ServerDraft): boolean {
  const read = readDraft(draft, [], server.config.transport);
  if (read.faults || server.config.confirmedCommand === undefined) return false;
  const { transport } = read.input;
  return transport.kind === "stdio" && commandLine(transport) !== server.config.confirmedCommand;
}
