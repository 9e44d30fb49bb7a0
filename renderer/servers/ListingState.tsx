import { type ServerState, SKILLS_EXTENSION } from "../../shared/model/server";
import { visible } from "../../shared/model/visible";
import { refresh } from "../app/actions";
import { runCommand } from "../app/commands";
import { useHost } from "../client/host";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { ErrorState } from "../ui/ErrorState";
import { count } from "../ui/format";
import { Spinner } from "../ui/Spinner";

/** How the list of a connected server stands: under way, broken off, empty, or there with what is to know of it. */
export function ListingState({ server, held }: { server: ServerState; held: number }) {
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
