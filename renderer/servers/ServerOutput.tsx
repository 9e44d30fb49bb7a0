import type { ServerState } from "../../shared/model/server";
import { visible } from "../../shared/model/visible";
import { Chip } from "../ui/Chip";
import { CopyButton } from "../ui/CopyButton";
import { EmptyState } from "../ui/EmptyState";

/** What the process wrote to stderr, and how it ended. */
export function ServerOutput({ server }: { server: ServerState }) {
  const { stderr, exit, config } = server;
  if (config.transport.kind !== "stdio") {
    return (
      <EmptyState title="No output">
        Only a server that the app starts as a program has output of its own.
      </EmptyState>
    );
  }
  return (
    <div className="page">
      {exit && (
        <p>
          The process ended{" "}
          {exit.signal ? (
            <Chip tone="bad">by signal {exit.signal}</Chip>
          ) : (
            <Chip tone={exit.code === 0 ? "plain" : "bad"}>with exit code {exit.code}</Chip>
          )}
        </p>
      )}
      {stderr?.trim() ? (
        <section>
          <h2>
            Standard error <CopyButton label="Copy output" text={stderr} />
          </h2>
          <pre className="words log">{visible(stderr)}</pre>
        </section>
      ) : (
        <p className="quiet">It wrote nothing to standard error.</p>
      )}
    </div>
  );
}
