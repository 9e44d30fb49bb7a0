import { connect } from "../app/actions";
import { useHost } from "../client/host";
import { useServer } from "../state/store";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { ErrorState } from "../ui/ErrorState";
import type { Checks } from "./use-checks";

/** What must be said before the findings: not run yet, failed, cancelled, incomplete, nothing found. */
export function RunState({ serverId, checks, shown }: { serverId: string; checks: Checks; shown: number }) {
  const host = useHost();
  const server = useServer(serverId);
  const { progress, report, running, findings } = checks;
  if (running) return findings.length === 0 ? <p className="quiet pad">Nothing found so far.</p> : null;
  if (progress?.phase === "failed")
    return (
      <ErrorState title="The run failed" problem={progress.problem ?? { message: "No reason was given." }} />
    );
  if (progress?.phase === "cancelled")
    return (
      <ErrorState
        tone="warn"
        title="The run was cancelled"
        problem={{
          message: "What is below was found until then. Skills that were not reached carry no badge.",
        }}
      />
    );
  if (!report)
    return server?.status === "connected" ? (
      <EmptyState title="Not checked yet">
        A check reads every file of every skill, follows directories, sends a few odd requests that only read,
        and judges what comes back by every rule of the conventions this server follows.
      </EmptyState>
    ) : (
      <EmptyState
        title="Not checked yet"
        actions={
          <Button variant="main" onPress={() => connect(host, serverId)}>
            Connect
          </Button>
        }
      >
        The server must be connected before it can be checked.
      </EmptyState>
    );
  if (report.incomplete !== undefined)
    return (
      <ErrorState tone="warn" title="Not everything was checked" problem={{ message: report.incomplete }} />
    );
  if (findings.length === 0)
    return <EmptyState title="Nothing found">Every rule that could be tested passes.</EmptyState>;
  return shown === 0 ? <p className="quiet pad">No finding matches the filter.</p> : null;
}
