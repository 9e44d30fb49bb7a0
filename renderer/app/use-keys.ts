import { useEffect } from "react";
import { type Host, useHost } from "../client/host";
import { FILTER_ID } from "../sidebar/FilterField";
import { useApp } from "../state/store";
import { setUi, useUi } from "../state/ui-state";
import { checkAll } from "./actions";
import { runCommand } from "./commands";
import { commandOf } from "./keys";

/** Keys that work everywhere; while a dialog is open only its own do. */
export function useKeys(): void {
  const host = useHost();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      if (event.key === "F6") {
        event.preventDefault();
        nextPane(event.shiftKey ? -1 : 1);
        return;
      }
      const command = commandOf(event);
      if (!command) return;
      event.preventDefault();
      run(command, host);
    };
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("mouseup", onSideButton);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("mouseup", onSideButton);
    };
  }, [host]);
}

/** The side buttons of a mouse go through what was opened here, not away from the page. */
function onSideButton(event: MouseEvent): void {
  if (event.button !== 3 && event.button !== 4) return;
  event.preventDefault();
  const { back, forward } = useApp.getState();
  if (event.button === 3) back();
  else forward();
}

function run(command: NonNullable<ReturnType<typeof commandOf>>, host: Host): void {
  if (command === "shortcuts") setUi({ shortcuts: true });
  else if (command === "filter") document.getElementById(FILTER_ID)?.focus();
  else if (command === "check-all") void checkAll(host);
  else runCommand(command, host);
}

/** Moves the focus from pane to pane: bar, tree, centre, traffic. */
function nextPane(step: number): void {
  const panes = [
    document.querySelector<HTMLElement>(".top .search"),
    document.getElementById("skill-tree"),
    document.getElementById("centre-pane"),
    useUi.getState().trafficOpen
      ? document.querySelector<HTMLElement>(".traffic-list, .traffic input")
      : null,
  ].filter((pane): pane is HTMLElement => pane !== null);
  const containers = panes.map((pane) => pane.closest("header, .fill, .traffic"));
  const now = containers.findIndex((container) => container?.contains(document.activeElement));
  panes[(now + step + panes.length) % panes.length]?.focus();
}
