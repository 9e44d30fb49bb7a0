import { useEffect, useState } from "react";
import { commandLine, type ServerState } from "../../shared/model/server";
import { visible } from "../../shared/model/visible";
import { callServer } from "../app/server-calls";
import { asHostError, type HostError, useHost } from "../client/host";
import { useApp } from "../state/store";
import { askConfirm, useUi } from "../state/ui-state";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { ErrorState } from "../ui/ErrorState";

/** Shows exactly what would be started and starts it only when that is agreed to. */
export function ConfirmDialog() {
  const serverId = useUi((state) => state.confirming);
  const server = useApp((state) => (serverId === undefined ? undefined : state.servers.get(serverId)));
  if (!server) return null;
  return <Confirm key={server.config.serverId} server={server} onClose={askNext} />;
}

const askNext = () => askConfirm(useUi.getState().confirmNext ?? []);

function Confirm({ server, onClose }: { server: ServerState; onClose: () => void }) {
  const host = useHost();
  const [error, setError] = useState<HostError>();
  const [busy, setBusy] = useState(false);
  const { serverId, transport, label } = server.config;
  // Agreed to and on its way: how it goes is told where the server is, and a slow start holds nothing up.
  const begun = busy && server.status !== "needs-confirmation";
  useEffect(() => {
    if (begun) onClose();
  }, [begun, onClose]);
  if (transport.kind !== "stdio") return null;
  const line = commandLine(transport);
  const env = Object.entries(transport.env);
  const agree = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await callServer(host, "servers.confirm", { serverId, commandLine: line });
    } catch (thrown) {
      setError(asHostError(thrown));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={`Start this program for ${visible(label)}?`}
      role="alertdialog"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Not now</Button>
          <Button variant="main" autoFocus onPress={agree} isDisabled={busy}>
            Start it
          </Button>
        </>
      }
    >
      <p>
        It runs on your computer with your rights. Start it only if you know where it comes from. You are
        asked again when any part of this line changes.
      </p>
      <pre className="words command">{visible(line)}</pre>
      <dl className="facts-list">
        <dt>Program</dt>
        <dd className="mono break">{visible(transport.command)}</dd>
        <dt>Arguments</dt>
        <dd className="mono break">
          {transport.args.length === 0
            ? "none"
            : transport.args.map((arg, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: arguments are told apart by their place alone.
                <div key={at}>{visible(arg) || "(empty)"}</div>
              ))}
        </dd>
        {env.length > 0 && (
          <>
            <dt>Environment</dt>
            <dd className="mono break">
              {env.map(([name, value]) => (
                <div key={name}>
                  {visible(name)}={visible(value)}
                </div>
              ))}
            </dd>
          </>
        )}
        <dt>Working folder</dt>
        <dd className="mono break">{transport.cwd ? visible(transport.cwd) : "the app's own"}</dd>
      </dl>
      {error && <ErrorState problem={error} title="It was not started" />}
    </Dialog>
  );
}
