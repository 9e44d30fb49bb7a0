import type { AppCommand } from "../../shared/contract";

const MAC = /mac|iphone|ipad/i.test(navigator.userAgent);

/** A key as its keyboard prints it: `Mod` is Cmd on a Mac and Ctrl elsewhere. */
export function keyName(key: string): string {
  return key
    .split("+")
    .map((part) => (part === "Mod" ? (MAC ? "⌘" : "Ctrl") : part === "Alt" && MAC ? "⌥" : part))
    .join(MAC ? "" : " ");
}

export interface Shortcut {
  /** e.g. `Mod+K`. */
  keys: string;
  what: string;
  command?: AppCommand | "shortcuts" | "filter" | "check-all";
}

/** Every key of the app, in the order the help lists them. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: "Mod+K", what: "Search everything, or open a URI", command: "search" },
  { keys: "/", what: "Filter the tree", command: "filter" },
  { keys: "Alt+←", what: "Back", command: "back" },
  { keys: "Alt+→", what: "Forward", command: "forward" },
  { keys: "Alt+R", what: "Restart the server, list and check again", command: "refresh" },
  { keys: "Alt+C", what: "Check all servers", command: "check-all" },
  { keys: "Mod+J", what: "Show or hide the traffic", command: "toggle-traffic" },
  { keys: "Alt+1", what: "Skills", command: "show-skills" },
  { keys: "Alt+2", what: "URI", command: "show-uri" },
  { keys: "Alt+3", what: "Serve", command: "show-serve" },
  { keys: "Alt+4", what: "Settings", command: "show-settings" },
  { keys: "?", what: "This list", command: "shortcuts" },
  { keys: "↑ ↓", what: "In the tree: one row up or down" },
  { keys: "← →", what: "In the tree: close or open, or go to parent or child" },
  { keys: "Home End", what: "In the tree: first or last row" },
  { keys: "A–Z", what: "In the tree: the next row that begins so" },
  { keys: "Enter", what: "In the tree: open" },
  { keys: "F6", what: "Next pane" },
];

const ARROWS: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→" };

/** The command of a key press, if it has one. Keys without a modifier do nothing while a text is being typed. */
export function commandOf(event: KeyboardEvent): Shortcut["command"] {
  const typing =
    event.target instanceof HTMLElement &&
    (event.target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName));
  const mod = MAC ? event.metaKey : event.ctrlKey;
  if ((MAC ? event.ctrlKey : event.metaKey) || (event.shiftKey && event.key !== "?")) return undefined;
  if (!mod && !event.altKey && typing) return undefined;
  // With Alt a letter can become a sign on some keyboards, so the physical key decides.
  const code = /^(?:Key|Digit)(.)$/.exec(event.code)?.[1];
  const name = ARROWS[event.key] ?? (mod || event.altKey ? code : undefined) ?? event.key;
  const pressed = `${mod ? "Mod+" : ""}${event.altKey ? "Alt+" : ""}${name}`;
  return SHORTCUTS.find(({ keys, command }) => command && keys === pressed)?.command;
}
