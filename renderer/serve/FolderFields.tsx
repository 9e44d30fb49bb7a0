import { useState } from "react";
import { asHostError, useHost } from "../client/host";
import { Button, LinkButton } from "../ui/Button";
import { TextField } from "../ui/TextField";

export interface FolderFieldsProps {
  /** Paths, one a line. */
  text: string;
  onChange: (text: string) => void;
  samples: string;
}

/** The folders to serve: chosen where the host has a dialog, typed anywhere. */
export function FolderFields({ text, onChange, samples }: FolderFieldsProps) {
  const host = useHost();
  const [fault, setFault] = useState<string>();
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const add = (folder: string) => onChange([...lines.filter((line) => line !== samples), folder].join("\n"));
  const pick = async () => {
    setFault(undefined);
    try {
      const folder = await host.call("platform.pickFolder", {});
      if (folder !== null) add(folder);
    } catch (thrown) {
      const { code, message } = asHostError(thrown);
      setFault(code === "unavailable" ? "A browser has no folder dialog: type the path." : message);
    }
  };
  return (
    <div className="with-button">
      <TextField
        label="Folders, one a line"
        mono
        multiline
        rows={3}
        value={text}
        onChange={onChange}
        placeholder="/path/to/skills"
        fault={fault}
        help={
          lines.includes(samples) ? (
            "The samples of this app."
          ) : (
            <LinkButton onPress={() => onChange([...lines, samples].join("\n"))}>Add the samples</LinkButton>
          )
        }
      />
      <Button onPress={pick}>Choose…</Button>
    </div>
  );
}
