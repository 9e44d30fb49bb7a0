import type { ServerState } from "../../shared/model/server";
import { connect } from "../app/actions";
import { useHost } from "../client/host";
import { setUi } from "../state/ui-state";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { ErrorState } from "../ui/ErrorState";
import { count } from "../ui/format";
import { Spinner } from "../ui/Spinner";
import { ListingState } from "./ListingState";
import { SignInBox } from "./SignInBox";

/** What stands between the reader and a server's skills: each state said plainly, with what can be done. */
export function ServerStateBox({ server, held }: { server: ServerState; held: number }) {
  const host = useHost();
  const { serverId, transport } = server.config;
  const kept = held > 0 ? `Below is what it listed before: ${count(held, "skill")}.` : "";
  const edit =
    transport.kind === "builtin" ? null : (
      <Button onPress={() => setUi({ serverForm: { serverId } })}>Edit…</Button>
    );
  switch (server.status) {
    case "needs-confirmation":
      return (
        <EmptyState
          title="This server has not been started"
          actions={
            <>
              <Button variant="main" onPress={() => setUi({ confirming: serverId })}>
                Review and start…
              </Button>
              {edit}
            </>
          }
        >
          A program on your computer runs only after you have seen its exact command line and agreed to it.
        </EmptyState>
      );
    case "needs-sign-in":
      return <SignInBox server={server} kept={kept} />;
    case "connecting":
      return (
        <EmptyState title="Connecting…">
          <Spinner>Waiting for the server to answer the handshake.</Spinner>
        </EmptyState>
      );
    case "failed":
      return (
        <div className="state">
          <ErrorState
            title={
              server.problem?.code === "connection-lost" ? "The connection was lost" : "Could not connect"
            }
            problem={{
              ...(server.problem ?? { message: "The connection failed and gave no reason." }),
              detail: server.problem?.detail ?? server.stderr?.trim(),
            }}
            actions={
              <>
                <Button variant="main" onPress={() => connect(host, serverId)}>
                  Try again
                </Button>
                {edit}
              </>
            }
          />
          <p>{kept}</p>
        </div>
      );
    case "disconnected":
      return (
        <div className="state">
          {server.problem ? (
            <ErrorState tone="warn" title="The connection ended" problem={server.problem} />
          ) : (
            <h2>Not connected</h2>
          )}
          <p>{kept || "Connect to see what this server serves."}</p>
          <div className="actions">
            <Button variant="main" onPress={() => connect(host, serverId)}>
              Connect
            </Button>
          </div>
        </div>
      );
    case "connected":
      return (
        <>
          <SignInBox server={server} />
          <ListingState server={server} held={held} />
        </>
      );
  }
}
