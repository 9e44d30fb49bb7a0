import { useDeferredValue, useMemo, useState } from "react";
import { visible } from "../../shared/model/visible";
import { connect } from "../app/actions";
import { useHost } from "../client/host";
import { useApp, useServer } from "../state/store";
import { Button, LinkButton } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { ErrorState } from "../ui/ErrorState";
import { Segments } from "../ui/Segments";
import { TextField } from "../ui/TextField";
import { FindingList } from "./FindingList";
import { countBySeverity, type Filter, type GroupBy, groupFindings } from "./group";
import { RunButtons, RunProgress } from "./RunBar";
import { NotTested, Summary } from "./Summary";
import { type Checks, useChecks } from "./use-checks";
import "./checks.css";

const GROUPS: { id: GroupBy; label: string }[] = [
  { id: "level", label: "By level" },
  { id: "rule", label: "By rule" },
  { id: "skill", label: "By skill" },
];

export interface ChecksPageProps {
  serverId: string;
  by?: GroupBy;
}

/** The whole report of one server, while it runs and after. */
export function ChecksPage({ serverId, by: asked }: ChecksPageProps) {
  const server = useServer(serverId);
  const open = useApp((state) => state.open);
  const checks = useChecks(serverId);
  const [by, setBy] = useState<GroupBy>(asked ?? "level");
  const [filter, setFilter] = useState<Filter>("all");
  const [text, setText] = useState("");
  const findings = useDeferredValue(checks.findings);
  const wanted = useDeferredValue(text);
  const groups = useMemo(() => groupFindings(findings, by, filter, wanted), [findings, by, filter, wanted]);
  const counts = countBySeverity(findings);
  if (!server) return <EmptyState center title="This server is no longer there" />;
  const filters: { id: Filter; label: string }[] = [
    { id: "all", label: "All" },
    { id: "error", label: `Errors ${counts.error}` },
    { id: "warning", label: `Warnings ${counts.warning}` },
    { id: "info", label: `Notes ${counts.info}` },
  ];
  return (
    <div className="doc">
      <header className="head">
        <div className="uri">
          <LinkButton onPress={() => open({ kind: "server", serverId })}>
            {visible(server.config.label)}
          </LinkButton>
        </div>
        <div className="head-row">
          <h1 className="name">Checks</h1>
          <div className="head-actions">
            <RunButtons serverId={serverId} checks={checks} />
          </div>
        </div>
        <Summary checks={checks} findings={findings} />
        <RunProgress checks={checks} />
      </header>
      {findings.length > 0 && (
        <div className="toolbar">
          <Segments label="Group findings" value={by} options={GROUPS} onChange={setBy} />
          <Segments label="Show" value={filter} options={filters} onChange={setFilter} />
          <TextField
            label="Search in findings"
            labelHidden
            size="s"
            placeholder="Search in findings"
            value={text}
            onChange={setText}
          />
        </div>
      )}
      <FindingList
        serverId={serverId}
        groups={groups}
        by={by}
        checks={checks}
        before={<RunState serverId={serverId} checks={checks} shown={groups.length} />}
        after={<NotTested checks={checks} />}
      />
    </div>
  );
}

/** What must be said before the findings: not run yet, failed, cancelled, incomplete, nothing found. */
function RunState({ serverId, checks, shown }: { serverId: string; checks: Checks; shown: number }) {
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
