import { useDeferredValue, useMemo, useState } from "react";
import { visible } from "../../shared/model/visible";
import { useApp, useServer } from "../state/store";
import { LinkButton } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { Segments } from "../ui/Segments";
import { TextField } from "../ui/TextField";
import { ExportMenu } from "./ExportMenu";
import { FindingList } from "./FindingList";
import { countBySeverity, type Filter, type GroupBy, groupFindings } from "./group";
import { RunButtons, RunProgress } from "./RunBar";
import { RunState } from "./RunState";
import { Since, type SinceFilter, useComparison } from "./Since";
import { NotTested, Summary } from "./Summary";
import { exchangesOf, useChecks } from "./use-checks";
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
  const [since, setSince] = useState<SinceFilter>("all");
  const comparison = useComparison(checks);
  const all = useDeferredValue(checks.findings);
  const findings = comparison && since !== "all" ? comparison[since] : all;
  // What was fixed is proved by the messages of the run before.
  const shownChecks = useMemo(
    () => (since === "fixed" && comparison ? { ...checks, exchanges: exchangesOf(checks.earlier) } : checks),
    [since, comparison, checks],
  );
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
            <ExportMenu serverId={serverId} checks={checks} />
            <RunButtons serverId={serverId} checks={checks} />
          </div>
        </div>
        <Summary checks={checks} findings={all} />
        <Since checks={checks} comparison={comparison} value={since} onChange={setSince} />
        <RunProgress checks={checks} />
      </header>
      {all.length > 0 && (
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
        checks={shownChecks}
        before={<RunState serverId={serverId} checks={checks} shown={groups.length} />}
        after={<NotTested checks={checks} />}
      />
    </div>
  );
}
