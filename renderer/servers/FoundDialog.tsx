import { useState } from "react";
import { visible } from "../../shared/model/visible";
import { useHost } from "../client/host";
import { useApp } from "../state/store";
import { askConfirm } from "../state/ui-state";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { count } from "../ui/format";
import { addFound } from "./add-found";
import { FoundLine } from "./FoundLine";
import { alreadyThere, type FoundGroup, type FoundRow, hasPlaceholder } from "./found";
import { uniqueLabel } from "./server-form";
import { takenLabels } from "./use-server-form";

export interface FoundDialogProps {
  groups: readonly FoundGroup[];
  /** Opens the form filled with one of them. */
  onEdit: (row: FoundRow) => void;
  onBack: () => void;
  onClose: () => void;
}

/** What was found, to choose from; the chosen ones are added, and commands are confirmed one by one after that. */
export function FoundDialog({ groups, onEdit, onBack, onClose }: FoundDialogProps) {
  const host = useHost();
  const servers = useApp((state) => state.servers);
  const rows = groups.flatMap((group) => group.rows);
  // What was pasted was meant to be added; what other programs have is only looked at until it is chosen.
  const [chosen, setChosen] = useState<ReadonlySet<FoundRow>>(
    () =>
      new Set(
        groups
          .filter((group) => group.program === undefined)
          .flatMap((group) => group.rows)
          .filter((row) => !hasPlaceholder(row) && alreadyThere(row, servers.values()) === undefined),
      ),
  );
  const [failed, setFailed] = useState<ReadonlyMap<FoundRow, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const labels = labelsFor(rows.filter((row) => chosen.has(row)));
  const toggle = (row: FoundRow, selected: boolean) => {
    const next = new Set(chosen);
    if (selected) next.add(row);
    else next.delete(row);
    setChosen(next);
  };
  const add = async () => {
    setBusy(true);
    const result = await addFound(host, labels);
    setBusy(false);
    const [first] = result.added;
    if (first) useApp.getState().open({ kind: "server", serverId: first.config.serverId });
    if (result.failed.size === 0) onClose();
    else {
      setFailed(result.failed);
      setChosen(new Set(result.failed.keys()));
    }
    askConfirm(
      result.added
        .filter(({ status }) => status === "needs-confirmation")
        .map(({ config }) => config.serverId),
    );
  };
  return (
    <Dialog
      title={`Found: ${count(rows.length, "server")}`}
      wide
      isOpen
      onClose={onClose}
      footer={
        <>
          <span className="at-start">
            <Button onPress={onBack}>Back</Button>
          </span>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="main" onPress={add} isDisabled={busy || chosen.size === 0}>
            {chosen.size === 0 ? "Add" : `Add ${count(chosen.size, "server")}`}
          </Button>
        </>
      }
    >
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups neither move nor change places.
        <section key={at} className="found-group" aria-label={group.program ?? "What was pasted or dropped"}>
          {group.program && (
            <h3>
              {group.program} <span className="uri break">{visible(group.path ?? "")}</span>
            </h3>
          )}
          <ul className="plain">
            {group.rows.map((row) => (
              <FoundLine
                key={row.key}
                row={row}
                there={alreadyThere(row, servers.values())}
                label={labels.get(row)}
                problem={failed.get(row)}
                onToggle={(selected) => toggle(row, selected)}
                onEdit={() => onEdit(row)}
              />
            ))}
          </ul>
          {group.rows.length === 0 && group.problems.length === 0 && (
            <p className="quiet">It holds no servers.</p>
          )}
          {group.problems.length > 0 && (
            <ul className="notes plain bad" aria-label="Not taken over">
              {group.problems.map((problem) => (
                <li key={problem}>{visible(problem)}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </Dialog>
  );
}

/** A label of its own for each chosen server. */
function labelsFor(chosen: readonly FoundRow[]): ReadonlyMap<FoundRow, string> {
  const taken = takenLabels();
  const labels = new Map<FoundRow, string>();
  for (const row of chosen) {
    const label = uniqueLabel(row.server.name, taken) || uniqueLabel("server", taken);
    taken.push(label);
    labels.set(row, label);
  }
  return labels;
}
