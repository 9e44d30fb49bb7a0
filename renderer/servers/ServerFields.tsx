import { Checkbox } from "../ui/Checkbox";
import { Choice } from "../ui/Choice";
import { Segments } from "../ui/Segments";
import { TextField } from "../ui/TextField";
import { type Kind, suggestLabel } from "./server-form";
import { TransportFields, type TransportFieldsProps } from "./TransportFields";

const KINDS: { id: Kind; label: string }[] = [
  { id: "stdio", label: "Command (stdio)" },
  { id: "http", label: "URL (HTTP)" },
  { id: "folder", label: "Folder" },
  { id: "evidence", label: "Evidence" },
];
const ERAS = [
  { id: "auto", label: "Auto: try the new handshake, fall back to the old" },
  { id: "modern", label: "Modern: 2026-07-28 only" },
  { id: "legacy", label: "Legacy: up to 2025-11-25" },
] as const;

/** Every field of a server. */
export function ServerFields(props: TransportFieldsProps) {
  const { draft, faults, change } = props;
  const live = draft.kind === "stdio" || draft.kind === "http";
  return (
    <>
      <Segments
        label="What to connect to"
        value={draft.kind}
        options={KINDS}
        onChange={(kind) => change({ kind })}
      />
      <TransportFields {...props} />
      <TextField
        label="Name"
        value={draft.label}
        onChange={(label) => change({ label })}
        placeholder={suggestLabel(draft) || "my-server (dev)"}
        fault={faults.label}
        help="How you tell this server from the others. What it calls itself is only shown."
      />
      <details open={faults.timeoutSeconds !== undefined || undefined}>
        <summary>{live ? "Era, timeout and start" : "Start"}</summary>
        <div className="form">
          {live && (
            <>
              <Choice
                label="Protocol era"
                value={draft.era}
                options={ERAS}
                onChange={(era) => change({ era })}
              />
              <TextField
                label="Timeout for one request, in seconds"
                value={draft.timeoutSeconds}
                onChange={(timeoutSeconds) => change({ timeoutSeconds })}
                fault={faults.timeoutSeconds}
                inputMode="decimal"
              />
            </>
          )}
          <Checkbox isSelected={draft.autoConnect} onChange={(autoConnect) => change({ autoConnect })}>
            {live ? "Connect when the app starts" : "Open when the app starts"}
          </Checkbox>
        </div>
      </details>
    </>
  );
}
