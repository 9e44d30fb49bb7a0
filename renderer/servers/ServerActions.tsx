import { EllipsisVertical, KeyRound, Play, Plug, ShieldCheck, X } from "lucide-react";
import type { ServerState } from "../../shared/model/server";
import { cancelCheck, cancelConnect, check, connect } from "../app/actions";
import { useHost } from "../client/host";
import { isRunning } from "../state/check-state";
import { useApp } from "../state/store";
import { setUi } from "../state/ui-state";
import { Button } from "../ui/Button";
import { FoundChips } from "../ui/FoundChips";
import { IconButton } from "../ui/IconButton";
import { ServerMenu } from "./ServerMenu";
import { cancelSignIn, signIn } from "./sign-in-acts";

/** The next act for a server as a button, the others in its menu. */
export function ServerActions({ server }: { server: ServerState }) {
  return (
    <div className="head-actions">
      <LastReport serverId={server.config.serverId} />
      <NextAct server={server} />
      <ServerMenu
        server={server}
        trigger={
          <IconButton label="More actions">
            <EllipsisVertical size={16} aria-hidden="true" />
          </IconButton>
        }
      />
    </div>
  );
}

/** What the last check said, leading to its report. */
function LastReport({ serverId }: { serverId: string }) {
  const check = useApp((state) => state.checks.get(serverId));
  const open = useApp((state) => state.open);
  if (!check?.report && !isRunning(check)) return null;
  return (
    <Button onPress={() => open({ kind: "checks", serverId })}>
      Report
      {check?.report && <FoundChips {...check.report.summary} checked />}
    </Button>
  );
}

function NextAct({ server }: { server: ServerState }) {
  const host = useHost();
  const { serverId } = server.config;
  const running = useApp((state) => isRunning(state.checks.get(serverId)));
  const open = useApp((state) => state.open);
  switch (server.status) {
    case "connected":
      return running ? (
        <Button onPress={() => cancelCheck(host, serverId)}>
          <X size={14} aria-hidden="true" /> Cancel checks
        </Button>
      ) : (
        <Button
          variant="main"
          onPress={() => {
            open({ kind: "checks", serverId });
            void check(host, serverId);
          }}
        >
          <ShieldCheck size={14} aria-hidden="true" /> Check
        </Button>
      );
    case "connecting":
      return <Button onPress={() => cancelConnect(host, serverId)}>Cancel</Button>;
    case "needs-confirmation":
      return (
        <Button variant="main" onPress={() => setUi({ confirming: serverId })}>
          <Play size={14} aria-hidden="true" /> Review and start…
        </Button>
      );
    case "needs-sign-in":
      return server.signIn?.attempt ? (
        <Button onPress={() => cancelSignIn(host, serverId)}>Cancel</Button>
      ) : (
        <Button variant="main" onPress={() => signIn(host, serverId)}>
          <KeyRound size={14} aria-hidden="true" /> Sign in…
        </Button>
      );
    default:
      return (
        <Button variant="main" onPress={() => connect(host, serverId)}>
          <Plug size={14} aria-hidden="true" /> Connect
        </Button>
      );
  }
}
