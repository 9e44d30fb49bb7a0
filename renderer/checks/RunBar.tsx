import { RotateCcw, ShieldCheck, X } from "lucide-react";
import { cancelCheck, check, recheck } from "../app/actions";
import { keyName } from "../app/keys";
import { useHost } from "../client/host";
import { useServer } from "../state/store";
import { Button } from "../ui/Button";
import { count } from "../ui/format";
import type { Checks } from "./use-checks";

const PHASES = {
  listing: "Listing what the server serves",
  reading: "Reading files",
  directories: "Reading directories",
  probes: "Sending odd requests",
  judging: "Judging",
  done: "Done",
  cancelled: "Cancelled",
  failed: "Failed",
} as const;

/** Starts, cancels and repeats a run. */
export function RunButtons({ serverId, checks }: { serverId: string; checks: Checks }) {
  const host = useHost();
  const connected = useServer(serverId)?.status === "connected";
  if (checks.running) {
    return (
      <Button onPress={() => cancelCheck(host, serverId)}>
        <X size={14} aria-hidden="true" /> Cancel
      </Button>
    );
  }
  const again = checks.report !== undefined || checks.progress !== undefined;
  return (
    <>
      <Button onPress={() => recheck(host, serverId)} isDisabled={!connected}>
        <RotateCcw size={14} aria-hidden="true" /> Restart and check{" "}
        <span className="kbd">{keyName("Alt+R")}</span>
      </Button>
      <Button variant="main" onPress={() => check(host, serverId)} isDisabled={!connected}>
        <ShieldCheck size={14} aria-hidden="true" /> {again ? "Check again" : "Check"}
      </Button>
    </>
  );
}

/** How far a run is. */
export function RunProgress({ checks }: { checks: Checks }) {
  const { progress, running } = checks;
  if (!progress || !running) return null;
  const { skillsDone, skillsTotal, requests, phase } = progress;
  const known = skillsTotal > 0;
  return (
    <div className="progress">
      <progress
        aria-label="Progress of the checks"
        {...(known ? { value: skillsDone, max: skillsTotal } : {})}
      />
      <span role="status">
        {PHASES[phase]}
        {known && `: ${skillsDone.toLocaleString("en-US")} of ${count(skillsTotal, "skill")}`}
      </span>
      <span className="quiet">{count(requests, "request")} sent</span>
    </div>
  );
}
