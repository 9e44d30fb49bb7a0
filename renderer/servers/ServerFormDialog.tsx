import { commandLine, type ServerState } from "../../shared/model/server";
import { visible } from "../../shared/model/visible";
import { useApp } from "../state/store";
import { setUi, useUi } from "../state/ui-state";
import { AddServer } from "./AddServer";
import { FormDialog } from "./FormDialog";
import { draftOf, readDraft, type ServerDraft } from "./server-form";
import { useServerForm } from "./use-server-form";

/** Adds a server, or edits one. What it starts is shown and agreed to in the next dialog. */
export function ServerFormDialog() {
  const form = useUi((state) => state.serverForm);
  const server = useApp((state) => (form?.serverId ? state.servers.get(form.serverId) : undefined));
  const close = () => setUi({ serverForm: undefined });
  if (!form) return null;
  if (server) return <EditServer key={server.config.serverId} server={server} onClose={close} />;
  return <AddServer key={JSON.stringify(form)} start={form} onClose={close} />;
}

function EditServer({ server, onClose }: { server: ServerState; onClose: () => void }) {
  const form = useServerForm(() => draftOf(server.config), server, onClose);
  return (
    <FormDialog title={`Edit ${visible(server.config.label)}`} form={form} server={server} onClose={onClose}>
      {changesCommand(server, form.draft) && (
        <p className="quiet">A changed command must be confirmed again before it is started.</p>
      )}
    </FormDialog>
  );
}

function changesCommand(server: ServerState, draft: ServerDraft): boolean {
  const read = readDraft(draft, [], server.config.transport);
  if (read.faults || server.config.confirmedCommand === undefined) return false;
  const { transport } = read.input;
  return transport.kind === "stdio" && commandLine(transport) !== server.config.confirmedCommand;
}
