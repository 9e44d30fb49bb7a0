import { useHost } from "../client/host";
import { Button } from "../ui/Button";
import { TextField } from "../ui/TextField";
import { HttpFields } from "./HttpFields";
import type { DraftFaults, ServerDraft } from "./server-form";

export interface TransportFieldsProps {
  draft: ServerDraft;
  faults: DraftFaults;
  change: (patch: Partial<ServerDraft>) => void;
}

/** The fields of the chosen transport. */
export function TransportFields(props: TransportFieldsProps) {
  switch (props.draft.kind) {
    case "http":
      return <HttpFields {...props} />;
    case "folder":
      return <FolderField {...props} />;
    case "evidence":
      return <EvidenceField {...props} />;
    case "stdio":
      return <CommandFields {...props} />;
  }
}

function FolderField({ draft, faults, change }: TransportFieldsProps) {
  const host = useHost();
  const pick = () =>
    host
      .call("platform.pickFolder", {})
      .then((folder) => folder !== null && change({ folder }))
      // A browser has no folder dialog; the path can be typed.
      .catch(() => undefined);
  return (
    <div className="with-button">
      <TextField
        label="Folder"
        mono
        autoFocus
        value={draft.folder}
        onChange={(folder) => change({ folder })}
        fault={faults.folder}
        placeholder="/path/to/skills"
        help="Read from disk as it is, without a server between."
      />
      <Button onPress={pick}>Choose…</Button>
    </div>
  );
}

function EvidenceField({ draft, faults, change }: TransportFieldsProps) {
  return (
    <TextField
      label="Evidence file"
      mono
      autoFocus
      value={draft.evidence}
      onChange={(evidence) => change({ evidence })}
      fault={faults.evidence}
      placeholder="/path/to/server.evidence.ndjson"
      help="What a check saw of a server, saved with “Save evidence” or --save-evidence: looked at and checked again without the server."
    />
  );
}

function CommandFields({ draft, faults, change }: TransportFieldsProps) {
  return (
    <>
      <TextField
        label="Command line"
        mono
        multiline
        rows={2}
        autoFocus
        value={draft.command}
        onChange={(command) => change({ command: command.replace(/\r?\n/g, " ") })}
        fault={faults.command}
        placeholder="node server.js --folder ./skills"
        help="Started directly, without a shell: quotes group words, nothing is expanded."
      />
      <details open={draft.env !== "" || draft.cwd !== "" || faults.env !== undefined}>
        <summary>Environment and working folder</summary>
        <div className="form">
          <TextField
            label="Environment, one NAME=value a line"
            mono
            multiline
            rows={3}
            value={draft.env}
            onChange={(env) => change({ env })}
            fault={faults.env}
          />
          <TextField label="Working folder" mono value={draft.cwd} onChange={(cwd) => change({ cwd })} />
        </div>
      </details>
    </>
  );
}
