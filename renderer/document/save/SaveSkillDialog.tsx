import { useState } from "react";
import type { SavedSkill } from "../../../shared/contract";
import { saveUi } from "../../app/settings";
import { asHostError, type HostError, useHost, useOperation } from "../../client/host";
import { useApp } from "../../state/store";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorState } from "../../ui/ErrorState";
import { Spinner } from "../../ui/Spinner";
import { TextField } from "../../ui/TextField";
import { SavedResult } from "./SavedResult";

export interface SaveSkillDialogProps {
  serverId: string;
  uri: string;
  /** The skill's name, ready to print. */
  name: string;
  onClose: () => void;
}

/** Asks for a folder, writes the skill below it and tells what was written and what was left out. */
export function SaveSkillDialog({ serverId, uri, name, onClose }: SaveSkillDialogProps) {
  const host = useHost();
  const last = useApp.getState().settings.ui.saveFolder;
  const [folder, setFolder] = useState(typeof last === "string" ? last : "");
  const [fault, setFault] = useState<string>();
  const [problem, setProblem] = useState<HostError>();
  const [saved, setSaved] = useState<SavedSkill>();
  const operation = useOperation();
  const saving = operation.op !== undefined;
  const pick = async () => {
    setFault(undefined);
    try {
      const chosen = await host.call("platform.pickFolder", {});
      if (chosen !== null) setFolder(chosen);
    } catch (error) {
      const { code, message } = asHostError(error);
      setFault(code === "unavailable" ? "A browser has no folder dialog: type the path." : message);
    }
  };
  const save = async () => {
    const op = operation.begin();
    setProblem(undefined);
    try {
      setSaved(await host.call("skills.save", { serverId, uri, folder: folder.trim(), op }));
      saveUi(host, { saveFolder: folder.trim() });
    } catch (error) {
      const failure = asHostError(error);
      if (failure.code !== "cancelled") setProblem(failure);
    } finally {
      operation.end(op);
    }
  };
  return (
    <Dialog
      title={saved ? `Saved ${name}` : `Save ${name} to disk`}
      isOpen
      wide={saved !== undefined}
      onClose={onClose}
      footer={
        saved ? (
          <Button variant="main" autoFocus onPress={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button onPress={saving ? operation.cancel : onClose}>Cancel</Button>
            <Button variant="main" isDisabled={saving || folder.trim() === ""} onPress={() => void save()}>
              Save
            </Button>
          </>
        )
      }
    >
      {saved ? (
        <SavedResult saved={saved} skillUri={uri} />
      ) : (
        <>
          <div className="with-button">
            <TextField
              label="Folder"
              mono
              autoFocus
              value={folder}
              onChange={setFolder}
              placeholder="/path/to/an/existing/folder"
              help="The files go below it, under the names of server and skill. A file that differs from its entry is left out."
              {...(fault === undefined ? {} : { fault })}
            />
            <Button onPress={() => void pick()}>Choose…</Button>
          </div>
          {saving && <Spinner>Reading its files and writing them…</Spinner>}
          {problem && <ErrorState problem={problem} title="The skill was not saved" />}
        </>
      )}
    </Dialog>
  );
}
