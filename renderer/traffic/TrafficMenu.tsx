import { EllipsisVertical, FileDown, FileUp, Trash2 } from "lucide-react";
import { asHostError, useHost } from "../client/host";
import { useApp } from "../state/store";
import { EMPTY_TRAFFIC } from "../state/traffic-log";
import { IconButton } from "../ui/IconButton";
import { Menu } from "../ui/Menu";
import type { Line } from "./pairs";
import type { TrafficFiles } from "./use-traffic-files";

/** Saves what is shown, shows what was saved, empties the record. */
export function TrafficMenu({ lines, files }: { lines: readonly Line[]; files: TrafficFiles }) {
  const host = useHost();
  const { loaded, saving } = files;
  const clear = () =>
    host.call("traffic.clear", {}).then(
      () => useApp.setState({ traffic: EMPTY_TRAFFIC }),
      (error: unknown) => useApp.getState().notify({ level: "error", message: asHostError(error).message }),
    );
  return (
    <Menu
      label="Traffic"
      trigger={
        <IconButton label="Save, load or clear the traffic" size="s">
          <EllipsisVertical size={14} aria-hidden="true" />
        </IconButton>
      }
      entries={[
        {
          id: "save",
          label: "Save what is shown…",
          icon: <FileDown size={14} aria-hidden="true" />,
          disabled: loaded !== undefined || lines.length === 0 || saving !== undefined,
          run: () => void files.save(lines),
        },
        {
          id: "load",
          label: "Look at a saved file…",
          icon: <FileUp size={14} aria-hidden="true" />,
          run: files.choose,
        },
        "-",
        {
          id: "clear",
          label: "Clear the traffic",
          icon: <Trash2 size={14} aria-hidden="true" />,
          danger: true,
          disabled: loaded !== undefined,
          run: () => void clear(),
        },
      ]}
    />
  );
}
