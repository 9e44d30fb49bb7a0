import type { Settings } from "../../shared/contract";
import { asHostError, type Host } from "../client/host";
import { useApp } from "../state/store";

/** Takes a change of settings at once on the screen and hands it to the host. */
export function saveSettings(host: Host, patch: Partial<Settings>): void {
  const { settings, setSettings, notify } = useApp.getState();
  setSettings({ ...settings, ...patch });
  host.call("settings.set", patch).catch((error: unknown) => {
    const { message, detail } = asHostError(error);
    notify({ level: "warning", message: `The setting was not saved: ${message}`, detail });
  });
}

/** Remembers pane sizes (percent by pane id). */
export function savePanes(host: Host, sizes: Record<string, number>): void {
  saveSettings(host, { panes: { ...useApp.getState().settings.panes, ...sizes } });
}

/** Remembers small facts of the screen, e.g. whether the traffic pane is open. */
export function saveUi(host: Host, facts: Record<string, unknown>): void {
  saveSettings(host, { ui: { ...useApp.getState().settings.ui, ...facts } });
}
