import { useState } from "react";
import { visible } from "../../shared/model/visible";
import { openUri } from "../app/actions";
import { asHostError, type HostError, useHost, useOperation } from "../client/host";
import { useApp } from "../state/store";
import { Button } from "../ui/Button";
import { ErrorState } from "../ui/ErrorState";
import { Menu } from "../ui/Menu";

/** Opens a URI on one of the connected servers; with several of them the user names one. */
export function OpenOn({ uri }: { uri: string }) {
  const host = useHost();
  const operation = useOperation();
  const servers = useApp((state) => state.servers);
  const [error, setError] = useState<HostError>();
  const connected = [...servers.values()].filter(({ status }) => status === "connected");
  const openOn = async (serverId: string) => {
    const op = operation.begin();
    setError(undefined);
    try {
      await openUri(host, serverId, uri, op);
    } catch (thrown) {
      const problem = asHostError(thrown);
      if (problem.code !== "cancelled") setError(problem);
    } finally {
      operation.end(op);
    }
  };
  const [only] = connected;
  if (!only) return null;
  return (
    <>
      {connected.length === 1 ? (
        <Button size="s" isDisabled={operation.op !== undefined} onPress={() => openOn(only.config.serverId)}>
          {`Open on ${visible(only.config.label)}`}
        </Button>
      ) : (
        <Menu
          label="Server to open it on"
          trigger={<Button size="s">Open on…</Button>}
          entries={connected.map(({ config }) => ({
            id: config.serverId,
            label: visible(config.label),
            run: () => void openOn(config.serverId),
          }))}
        />
      )}
      {error && (
        <div className="uri-open-error">
          <ErrorState title="The server did not give it" problem={error} />
        </div>
      )}
    </>
  );
}
