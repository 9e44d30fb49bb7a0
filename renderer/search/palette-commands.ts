import { checkAll } from "../app/actions";
import { runCommand } from "../app/commands";
import { SHORTCUTS } from "../app/keys";
import type { Host } from "../client/host";
import { setUi } from "../state/ui-state";
import type { PaletteItem } from "./palette-items";

/** Commands that make no sense from within the palette, or stand in its list under words of their own. */
const LEFT_OUT = ["search", "filter", "shortcuts", "check-all", "back", "forward"];

/** The acts that the palette offers. `close` is called before one of them is done. */
export function commandsFor(host: Host, close: () => void): Extract<PaletteItem, { kind: "command" }>[] {
  const act = (id: string, label: string, run: () => void, keys?: string) => ({
    kind: "command" as const,
    id: `c:${id}`,
    label,
    ...(keys ? { keys } : {}),
    run: () => {
      close();
      run();
    },
  });
  return [
    act("add-server", "Add a server…", () => runCommand("add-server", host)),
    act("export", "Export all servers as mcp.json…", () => setUi({ exporting: true })),
    act("check-all", "Check all servers", () => void checkAll(host), "Alt+C"),
    ...SHORTCUTS.flatMap(({ command, what, keys }) =>
      command && !LEFT_OUT.includes(command)
        ? [
            act(
              command,
              command.startsWith("show-") ? `Go to ${what}` : what,
              () => runCommand(command as never, host),
              keys,
            ),
          ]
        : [],
    ),
    act("shortcuts", "Show all keys", () => setUi({ shortcuts: true }), "?"),
  ];
}
