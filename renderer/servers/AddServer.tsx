import { useState } from "react";
import { visible } from "../../shared/model/visible";
import { useApp } from "../state/store";
import type { ServerFormStart } from "../state/ui-state";
import { FormDialog } from "./FormDialog";
import { FoundDialog } from "./FoundDialog";
import { type FoundGroup, type FoundRow, rowsOf } from "./found";
import { isSecret } from "./header-draft";
import { PasteBox } from "./PasteBox";
import { copyOf, EMPTY_DRAFT, pathDraft, type ServerDraft, transportDraft, uniqueLabel } from "./server-form";
import { takenLabels, useServerForm } from "./use-server-form";

/**
 * Adds servers: one by its form, filled by hand or from what was pasted; or several out of what was found, of which
 * nothing is taken over before it was shown and chosen.
 */
export function AddServer({ start, onClose }: { start: ServerFormStart; onClose: () => void }) {
  const [found, setFound] = useState<FoundGroup[] | undefined>(() => droppedGroups(start.paths ?? []));
  const [listShown, showList] = useState(found !== undefined);
  /** The line of the list that the form was filled from. */
  const [from, setFrom] = useState<FoundRow>();
  const form = useServerForm(
    () => firstDraft(start),
    undefined,
    () => {
      const rest = found?.map((group) => ({ ...group, rows: group.rows.filter((row) => row !== from) }));
      if (!from || !rest?.some((group) => group.rows.length > 0)) return onClose();
      setFound(rest);
      setFrom(undefined);
      showList(true);
    },
  );
  const fill = (row: FoundRow) => {
    form.reset({
      ...emptyDraft(),
      ...transportDraft(row.server.transport),
      label: uniqueLabel(row.server.name, takenLabels()),
    });
    setFrom(row);
    showList(false);
  };
  const onFound = (groups: FoundGroup[]) => {
    const [first, ...more] = groups.flatMap((group) => group.rows);
    const plain = groups.every(({ program, problems }) => program === undefined && problems.length === 0);
    if (first && more.length === 0 && plain) {
      setFound(undefined);
      fill(first);
    } else {
      setFound(groups);
      showList(true);
    }
  };
  if (found && listShown)
    return <FoundDialog groups={found} onEdit={fill} onBack={() => showList(false)} onClose={onClose} />;
  const original = start.copyOf ? useApp.getState().servers.get(start.copyOf)?.config.label : undefined;
  return (
    <FormDialog
      title={original === undefined ? "Add a server" : `Duplicate ${visible(original)}`}
      form={form}
      onClose={onClose}
      before={
        original === undefined ? (
          <PasteBox start={start.pasted} onFound={onFound} />
        ) : form.draft.headers.some(isSecret) ? (
          <p className="quiet">Values of secret headers are not copied: type them again.</p>
        ) : undefined
      }
    >
      {from && from.server.notes.length > 0 && (
        <ul className="notes plain" aria-label="To know about this server">
          {from.server.notes.map((note) => (
            <li key={note}>{visible(note)}</li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}

/** A blank form, with the time that is set for new servers. */
function emptyDraft(): ServerDraft {
  const { requestSeconds } = useApp.getState().settings.limits;
  return { ...EMPTY_DRAFT, timeoutSeconds: String(requestSeconds) };
}

function firstDraft({ copyOf: copied, folder, paths = [] }: ServerFormStart): ServerDraft {
  const original = copied === undefined ? undefined : useApp.getState().servers.get(copied);
  if (original) return copyOf(original.config, takenLabels());
  if (folder !== undefined) return { ...emptyDraft(), kind: "folder", folder };
  return { ...emptyDraft(), ...(paths.length === 1 ? pathDraft(paths[0]!) : {}) };
}

/** Several dropped paths as a list to choose from; one alone goes to the form. */
function droppedGroups(paths: readonly string[]): FoundGroup[] | undefined {
  if (paths.length < 2) return undefined;
  const servers = paths.map((path) => {
    const { kind } = pathDraft(path);
    const name =
      path
        .replace(/[\\/]+$/, "")
        .split(/[\\/]/)
        .at(-1) || path;
    return {
      name,
      transport: { kind: kind === "evidence" ? ("evidence" as const) : ("folder" as const), path },
      notes: [],
    };
  });
  return [{ problems: [], rows: rowsOf(servers) }];
}
