import type { AppCommand } from "../../shared/contract";
import type { Host } from "../client/host";
import { useApp } from "../state/store";
import { setUi, useUi } from "../state/ui-state";
import { recheck } from "./actions";
import { currentServerId } from "./current-server";
import { saveUi } from "./settings";

const COMMANDS: Record<AppCommand, (host: Host) => void> = {
  "add-server": () => setUi({ serverForm: {}, palette: undefined }),
  "open-folder": (host) => {
    host
      .call("platform.pickFolder", {})
      .then((folder) => folder !== null && setUi({ serverForm: { folder } }))
      // The browser has no folder dialog: the form takes a typed path.
      .catch(() => setUi({ serverForm: { folder: "" } }));
  },
  search: () => setUi({ palette: { text: "" } }),
  refresh: (host) => {
    const serverId = currentServerId(useApp.getState());
    if (serverId !== undefined) void recheck(host, serverId);
  },
  "show-skills": () => useApp.getState().goTo("skills"),
  "show-uri": () => useApp.getState().goTo("uri"),
  "show-serve": () => useApp.getState().goTo("serve"),
  "show-settings": () => useApp.getState().goTo("settings"),
  "toggle-traffic": (host) => {
    const trafficOpen = !useUi.getState().trafficOpen;
    setUi({ trafficOpen });
    saveUi(host, { trafficOpen });
  },
  back: () => useApp.getState().back(),
  forward: () => useApp.getState().forward(),
};

/** Does what a menu item, a key or a palette entry asks for. */
export function runCommand(command: AppCommand, host: Host): void {
  COMMANDS[command](host);
}
