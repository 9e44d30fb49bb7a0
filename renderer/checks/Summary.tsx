import type { Finding } from "../../shared/model/finding";
import { Chip } from "../ui/Chip";
import { count, formatDuration } from "../ui/format";
import { countBySeverity } from "./group";
import type { Checks } from "./use-checks";

/** What came of a run in a line of chips: findings, then rules. */
export function Summary({ checks, findings }: { checks: Checks; findings: readonly Finding[] }) {
  const { error, warning, info } = countBySeverity(findings);
  const { report, running } = checks;
  return (
    <div className="facts summary">
      {error > 0 && <Chip tone="bad">{count(error, "error")}</Chip>}
      {warning > 0 && <Chip tone="warn">{count(warning, "warning")}</Chip>}
      {info > 0 && <Chip tone="note">{count(info, "note")}</Chip>}
      {!running && report && error + warning === 0 && report.incomplete === undefined && (
        <Chip tone="ok">no error, no warning</Chip>
      )}
      {report && !running && (
        <>
          <Chip>{count(report.summary.pass, "rule")} passed</Chip>
          <Chip>{report.summary.notApplicable} not applicable</Chip>
          {report.summary.untestable > 0 && <Chip>{report.summary.untestable} could not be tested</Chip>}
          <Chip>
            {count(report.summary.skills, "skill")}, {count(report.summary.files, "file")} in{" "}
            {formatDuration(report.summary.durationMs)}
          </Chip>
        </>
      )}
    </div>
  );
}

/** What was not checked, and why: never left unsaid. */
export function NotTested({ checks }: { checks: Checks }) {
  const untested = checks.rules.filter((rule) => rule.outcome === "untestable");
  if (checks.running || untested.length === 0) return null;
  return (
    <details className="not-tested">
      <summary>{count(untested.length, "rule")} could not be tested</summary>
      <dl className="facts-list">
        {untested.map(({ rule, reason }) => (
          <div key={rule}>
            <dt>
              <code>{rule}</code>
            </dt>
            <dd>{reason ?? "No reason is given."}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
