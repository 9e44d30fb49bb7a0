import type { ReactElement } from "react";
import type { ServerState } from "../../shared/model/server";
import { cancelCheck, cancelConnect, check, connect, disconnect, recheck, refresh } from "../app/actions";
import { keyName } from "../app/keys";
import { type Host, useHost } from "../client/host";
import { isRunning } from "../state/check-state";
import { useApp } from "../state/store";
import { setUi } from "../state/ui-state";
import { Menu, type MenuEntry } from "../ui/Menu";
import { move, saveEvidence } from "./server-acts";
import { signIn, signOut } from "./sign-in-acts";

/** The menu with everything that can be done with a server. */
export function ServerMenu({ server, trigger }: { server: ServerState; trigger: ReactElement }) {
  const host = useHost();
  const running = useApp((state) => isRunning(state.checks.get(server.config.serverId)));
  return (
    <Menu
      label={`Actions for ${server.config.label}`}
      trigger={trigger}
      entries={entriesFor(host, server, running)}
    />
  );
}

function entriesFor(host: Host, server: ServerState, running: boolean): (MenuEntry | "-")[] {
  const { status, config } = server;
  const { serverId } = config;
  const { open } = useApp.getState();
  const connected = status === "connected";
  const entries: (MenuEntry | "-")[] = [];
  if (status === "connecting")
    entries.push({ id: "cancel", label: "Cancel connecting", run: () => void cancelConnect(host, serverId) });
  else if (status === "needs-confirmation")
    entries.push({ id: "confirm", label: "Review the command…", run: () => setUi({ confirming: serverId }) });
  else if (status === "needs-sign-in")
    entries.push({ id: "sign-in", label: "Sign in…", run: () => signIn(host, serverId) });
  else if (!connected)
    entries.push({ id: "connect", label: "Connect", run: () => void connect(host, serverId) });
  if (connected) {
    entries.push({ id: "list", label: "List again", run: () => void refresh(host, serverId) });
    entries.push({
      id: "restart",
      label: "Restart, list and check",
      end: <span className="kbd">{keyName("Alt+R")}</span>,
      run: () => void recheck(host, serverId),
    });
    entries.push(
      running
        ? { id: "cancel-check", label: "Cancel the checks", run: () => void cancelCheck(host, serverId) }
        : {
            id: "check",
            label: "Check",
            run: () => {
              open({ kind: "checks", serverId });
              void check(host, serverId);
            },
          },
    );
  }
  entries.push("-");
  entries.push({ id: "checks", label: "Show checks", run: () => open({ kind: "checks", serverId }) });
  entries.push({
    id: "evidence",
    label: "Save evidence of the last check…",
    disabled: useApp.getState().checks.get(serverId)?.report == null,
    run: () => void saveEvidence(host, serverId),
  });
  if (connected) {
    entries.push({ id: "disconnect", label: "Disconnect", run: () => void disconnect(host, serverId) });
  }
  if (server.signIn?.account)
    entries.push({ id: "sign-out", label: "Sign out", run: () => void signOut(host, serverId) });
  entries.push("-", ...settingEntries(host, server), "-");
  entries.push({ id: "remove", label: "Remove…", danger: true, run: () => setUi({ removing: serverId }) });
  return entries;
}

/** What concerns the server as it is configured, not as it runs. */
function settingEntries(host: Host, { config }: ServerState): MenuEntry[] {
  const { serverId, transport } = config;
  const order = [...useApp.getState().servers.keys()];
  const at = order.indexOf(serverId);
  const own: MenuEntry[] =
    transport.kind === "builtin"
      ? []
      : [
          { id: "edit", label: "Edit…", run: () => setUi({ serverForm: { serverId } }) },
          { id: "copy", label: "Duplicate…", run: () => setUi({ serverForm: { copyOf: serverId } }) },
        ];
  return [
    ...own,
    { id: "up", label: "Move up", disabled: at <= 0, run: () => void move(host, serverId, -1) },
    {
      id: "down",
      label: "Move down",
      disabled: at >= order.length - 1,
      run: () => void move(host, serverId, 1),
    },
    { id: "export", label: "Export all as mcp.json…", run: () => setUi({ exporting: true }) },
  ];
}
