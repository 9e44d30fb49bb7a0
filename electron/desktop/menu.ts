import type { MenuItemConstructorOptions } from "electron";
import type { AppCommand } from "../../shared/contract";

/**
 * The native menu. Its keys are the page's own: the page acts on them, the menu only shows them, except on a Mac,
 * where the menu comes after a page that took the key.
 */
export function menuTemplate(
  platform: NodeJS.Platform,
  send: (command: AppCommand) => void,
): MenuItemConstructorOptions[] {
  const item = (label: string, command: AppCommand, accelerator?: string): MenuItemConstructorOptions => ({
    id: command,
    label,
    ...(accelerator ? { accelerator, registerAccelerator: false } : {}),
    click: () => send(command),
  });
  const line: MenuItemConstructorOptions = { type: "separator" };
  const mac = platform === "darwin";
  return [
    ...(mac ? [{ role: "appMenu" as const }] : []),
    {
      label: "&File",
      submenu: [
        item("Add server…", "add-server"),
        item("Open folder…", "open-folder"),
        item("Open by URI…", "search", "CmdOrCtrl+K"),
        line,
        { role: mac ? "close" : "quit" },
      ],
    },
    { role: "editMenu" },
    {
      label: "&Go",
      submenu: [
        item("Back", "back", "Alt+Left"),
        item("Forward", "forward", "Alt+Right"),
        line,
        item("Skills", "show-skills", "Alt+1"),
        item("URI", "show-uri", "Alt+2"),
        item("Serve", "show-serve", "Alt+3"),
        item("Settings", "show-settings", "Alt+4"),
      ],
    },
    {
      label: "&View",
      submenu: [
        item("Restart server, list and check again", "refresh", "Alt+R"),
        item("Traffic", "toggle-traffic", "CmdOrCtrl+J"),
        line,
        { role: "resetZoom" },
        { role: "zoomIn" },
        { role: "zoomOut" },
        { role: "togglefullscreen" },
        line,
        { role: "reload" },
        { role: "toggleDevTools" },
      ],
    },
    { role: "windowMenu" },
  ];
}
