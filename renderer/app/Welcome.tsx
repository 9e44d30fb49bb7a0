import { CirclePlus, FolderOpen } from "lucide-react";
import { useHost } from "../client/host";
import { useApp } from "../state/store";
import { setUi } from "../state/ui-state";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { runCommand } from "./commands";

/** The centre while nothing is open: what to begin with. */
export function Welcome() {
  const host = useHost();
  const none = useApp((state) => state.servers.size === 0);
  const actions = (
    <>
      <Button variant="main" onPress={() => setUi({ serverForm: {} })}>
        <CirclePlus size={14} aria-hidden="true" /> Add a server
      </Button>
      <Button onPress={() => runCommand("open-folder", host)}>
        <FolderOpen size={14} aria-hidden="true" /> Open a folder of skills
      </Button>
    </>
  );
  if (none) {
    return (
      <EmptyState center title="No server yet" actions={actions}>
        Add an MCP server to read and check the skills it serves, or open a folder of skills on disk.
      </EmptyState>
    );
  }
  return (
    <EmptyState center title="Nothing is open" actions={actions}>
      Choose a skill on the left, or search with the field above.
    </EmptyState>
  );
}
