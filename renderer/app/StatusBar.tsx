import { ChevronDown, ChevronUp } from "lucide-react";
import { visible } from "../../shared/model/visible";
import { useHost } from "../client/host";
import { isRunning, serverCounts } from "../state/check-state";
import { useApp } from "../state/store";
import { useUi } from "../state/ui-state";
import { count } from "../ui/format";
import { runCommand } from "./commands";

/** The bottom line: traffic, what the checks say, what is under way. */
export function StatusBar() {
  const host = useHost();
  const trafficOpen = useUi((state) => state.trafficOpen);
  const messages = useApp((state) => state.traffic.rows.length);
  return (
    <footer className="status">
      <button type="button" aria-expanded={trafficOpen} onClick={() => runCommand("toggle-traffic", host)}>
        {trafficOpen ? (
          <ChevronDown size={13} aria-hidden="true" />
        ) : (
          <ChevronUp size={13} aria-hidden="true" />
        )}
        Traffic {messages.toLocaleString("en-US")}
      </button>
      <Verdicts />
      <Running />
    </footer>
  );
}

/** The verdict of each checked server, the worst first; a clean one is said too, or a check seems to do nothing. */
function Verdicts() {
  const servers = useApp((state) => state.servers);
  const badges = useApp((state) => state.badges);
  const checks = useApp((state) => state.checks);
  const open = useApp((state) => state.open);
  const said = [...servers.keys()]
    .map((serverId) => {
      const check = checks.get(serverId);
      const clean = check?.report !== undefined && !isRunning(check);
      return { serverId, clean, ...serverCounts(check, badges.get(serverId)) };
    })
    .filter(({ errors, warnings, clean }) => errors + warnings > 0 || clean)
    .sort((a, b) => b.errors - a.errors || b.warnings - a.warnings)
    .slice(0, 3);
  return said.map(({ serverId, errors, warnings }) => (
    <button
      key={serverId}
      type="button"
      className="ellipsis"
      title="Open the report"
      onClick={() => open({ kind: "checks", serverId })}
    >
      {visible(servers.get(serverId)?.config.label ?? "")}:{" "}
      {[errors && count(errors, "error"), warnings && count(warnings, "warning")]
        .filter(Boolean)
        .join(", ") || "checked, no errors or warnings"}
    </button>
  ));
}

function Running() {
  const checks = useApp((state) => state.checks);
  const servers = useApp((state) => state.servers);
  const under: string[] = [];
  for (const [serverId, check] of checks) {
    const label = visible(servers.get(serverId)?.config.label ?? "");
    const { skillsDone, skillsTotal } = check.progress ?? { skillsDone: 0, skillsTotal: 0 };
    if (isRunning(check))
      under.push(`checking ${label} ${skillsTotal > 0 ? `${skillsDone}/${skillsTotal}` : ""}`);
  }
  for (const { status, listing, config } of servers.values()) {
    if (status === "connecting") under.push(`connecting to ${visible(config.label)}`);
    else if (status === "connected" && listing === "running") under.push(`listing ${visible(config.label)}`);
  }
  return <span className="end ellipsis">{under.join(", ") || "Nothing running"}</span>;
}
