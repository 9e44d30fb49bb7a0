import { type ServerState, SKILLS_EXTENSION } from "../../shared/model/server";
import { visible } from "../../shared/model/visible";
import { connect, refresh } from "../app/actions";
import { runCommand } from "../app/commands";
import { useHost } from "../client/host";
import { setUi } from "../state/ui-state";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { ErrorState } from "../ui/ErrorState";
import { count } from "../ui/format";
import { Spinner } from "../ui/Spinner";
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
            title="Could not connect"
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
          <Listing server={server} held={held} />
        </>
      );
  }
}

function Listing({ server, held }: { server: ServerState; held: number }) {
  const host = useHost();
  const { serverId } = server.config;
  const notes = server.notes.length > 0 && (
    <ul className="notes plain">
      {server.notes.map((note) => (
        <li key={note}>{visible(note)}</li>
      ))}
    </ul>
  );
  const again = <Button onPress={() => refresh(host, serverId)}>List again</Button>;
  if (server.listing === "running" || (server.listing === "none" && held === 0)) {
    return (
      <div className="state slim">
        {notes}
        <Spinner>
          {held > 0 ? `Listing… ${count(held, "skill")} so far` : "Asking the server for its skills…"}
        </Spinner>
      </div>
    );
  }
  if (server.listing === "partial") {
    return (
      <div className="state">
        {notes}
        <ErrorState
          tone="warn"
          title={`The list is not complete: ${count(held, "skill")} came before it broke off`}
          problem={server.listingProblem ?? { message: "The server gave no reason." }}
          actions={again}
        />
      </div>
    );
  }
  if (held > 0) return notes ? <div className="state slim">{notes}</div> : null;
  return (
    <EmptyState
      title="This server lists no skills"
      actions={
        <>
          {again}
          <Button onPress={() => runCommand("search", host)}>Open by URI…</Button>
        </>
      }
    >
      {notes}
      <p>
        {server.skillsExtension?.declared
          ? "It declares the skills extension and its list is empty. A server may leave skills out of the list, so one can still be opened by its URI."
          : `It does not declare the skills extension (${SKILLS_EXTENSION}), and none of the older conventions was recognised in its resources. That does not say it has none: one can be opened by its URI.`}
      </p>
    </EmptyState>
  );
}
