import { useState } from "react";
import { visible } from "../../shared/model/visible";
import { openUri } from "../app/actions";
import { asHostError, type HostError, useHost, useOperation } from "../client/host";
import { useApp, useServer } from "../state/store";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { ErrorState } from "../ui/ErrorState";
import { Spinner } from "../ui/Spinner";

/**
 * A skill that its server does not list. Nothing is asked for by itself: a link may have led here, and the URI may
 * belong to another server.
 */
export function UnlistedSkill({ serverId, uri }: { serverId: string; uri: string }) {
  const host = useHost();
  const operation = useOperation();
  const label = useServer(serverId)?.config.label ?? serverId;
  const open = useApp((state) => state.open);
  const servers = useApp((state) => state.servers);
  const skills = useApp((state) => state.skills);
  const [error, setError] = useState<HostError>();
  const others = [...servers.values()].filter(
    ({ config }) => config.serverId !== serverId && skills.get(config.serverId)?.byUri.has(uri),
  );
  const ask = async () => {
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
  return (
    <EmptyState
      title={`${visible(label)} does not list this skill`}
      actions={
        operation.op !== undefined ? (
          <>
            <Spinner>Asking…</Spinner>
            <Button onPress={operation.cancel}>Cancel</Button>
          </>
        ) : (
          <>
            <Button variant="main" onPress={ask}>
              {`Ask ${visible(label)} for it`}
            </Button>
            {others.map(({ config }) => (
              <Button
                key={config.serverId}
                onPress={() => open({ kind: "skill", serverId: config.serverId, uri })}
              >
                {`Open it on ${visible(config.label)}`}
              </Button>
            ))}
          </>
        )
      }
    >
      <p>
        <code className="break">{visible(uri)}</code>
      </p>
      <p>
        A skill need not be listed to be readable.
        {others.length > 0 && " Another server lists one at the same address; it need not be the same skill."}
      </p>
      {error && <ErrorState title="The server did not give it" problem={error} />}
    </EmptyState>
  );
}
