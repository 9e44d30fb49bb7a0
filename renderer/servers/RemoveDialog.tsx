import { visible } from "../../shared/model/visible";
import { remove } from "../app/actions";
import { useHost } from "../client/host";
import { useApp } from "../state/store";
import { setUi, useUi } from "../state/ui-state";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";

/** Asks before a server is forgotten. */
export function RemoveDialog() {
  const host = useHost();
  const serverId = useUi((state) => state.removing);
  const server = useApp((state) => (serverId === undefined ? undefined : state.servers.get(serverId)));
  const close = () => setUi({ removing: undefined });
  if (!server) return null;
  return (
    <Dialog
      title={`Remove ${visible(server.config.label)}?`}
      role="alertdialog"
      isOpen
      onClose={close}
      footer={
        <>
          <Button onPress={close} autoFocus>
            Keep it
          </Button>
          <Button
            variant="danger"
            onPress={() => {
              close();
              void remove(host, server.config.serverId);
            }}
          >
            Remove
          </Button>
        </>
      }
    >
      <p>
        Its settings, its confirmation and its last report are forgotten. The server itself and its files stay
        as they are.
      </p>
    </Dialog>
  );
}
