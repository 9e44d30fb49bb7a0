import { useMemo } from "react";
import { check } from "../app/actions";
import { useHost } from "../client/host";
import { useApp, useServer } from "../state/store";
import { Button, LinkButton } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { ErrorState } from "../ui/ErrorState";
import { FindingCard } from "./FindingCard";
import { findingsOf } from "./group";
import { RunButtons, RunProgress } from "./RunBar";
import { Summary } from "./Summary";
import { useChecks } from "./use-checks";
import "./checks.css";

export interface SkillChecksProps {
  serverId: string;
  /** SKILL.md URI of the skill. */
  uri: string;
}

/** The checks of one skill: what was found in it and its files, out of its server's run. */
export function SkillChecks({ serverId, uri }: SkillChecksProps) {
  const host = useHost();
  const checks = useChecks(serverId);
  const server = useServer(serverId);
  const open = useApp((state) => state.open);
  const badge = useApp((state) => state.badges.get(serverId)?.byUri.get(uri));
  const findings = useMemo(() => findingsOf(checks.findings, uri), [checks.findings, uri]);
  const { running, report, progress } = checks;
  const ended = report !== undefined || progress !== undefined;
  if (!ended && !running) {
    return (
      <EmptyState
        title="Not checked yet"
        actions={
          <Button
            variant="main"
            isDisabled={server?.status !== "connected"}
            onPress={() => void check(host, serverId)}
          >
            Check this server
          </Button>
        }
      >
        Rules look at a skill together with its server, so all skills of the server are checked in one run.
      </EmptyState>
    );
  }
  return (
    <div className="page skill-checks">
      <div className="head-row">
        <Summary checks={checks} findings={findings} />
        <div className="head-actions">
          <RunButtons serverId={serverId} checks={checks} />
        </div>
      </div>
      <RunProgress checks={checks} />
      {progress?.phase === "failed" && (
        <ErrorState
          title="The run failed"
          problem={progress.problem ?? { message: "No reason was given." }}
        />
      )}
      {!running && badge && !badge.checked && (
        <ErrorState
          tone="warn"
          title="This skill was not checked to the end"
          problem={{ message: report?.incomplete ?? "The run ended before every rule had looked at it." }}
        />
      )}
      <h2 className="sr-only">Findings</h2>
      {findings.map((finding) => (
        <FindingCard
          key={finding.fingerprint}
          serverId={serverId}
          finding={finding}
          exchanges={checks.exchanges}
        />
      ))}
      {findings.length === 0 && (
        <p className="quiet">
          {badge?.checked
            ? "Nothing was found in this skill or its files."
            : running
              ? "Nothing found so far."
              : "Nothing was found in what was checked."}
        </p>
      )}
      <p className="quiet">
        Counts of rules are of the whole server.{" "}
        <LinkButton onPress={() => open({ kind: "checks", serverId })}>
          Show all checks of the server
        </LinkButton>
      </p>
    </div>
  );
}
