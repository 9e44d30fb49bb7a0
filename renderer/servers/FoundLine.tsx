import { visible } from "../../shared/model/visible";
import { Button } from "../ui/Button";
import { Checkbox } from "../ui/Checkbox";
import { Chip } from "../ui/Chip";
import { addressOf, type FoundRow, hasPlaceholder } from "./found";

export interface FoundLineProps {
  row: FoundRow;
  /** Label of a server that reaches the same place. */
  there?: string;
  /** The label it will be added under; absent while it is not chosen. */
  label?: string;
  /** Why it was not added. */
  problem?: string;
  onToggle: (selected: boolean) => void;
  onEdit: () => void;
}

/** A found server: its name, exactly what it runs or reaches, and what must be known about it. */
export function FoundLine({ row, there, label, problem, onToggle, onEdit }: FoundLineProps) {
  const { name, transport, notes } = row.server;
  const headers = transport.kind === "http" ? transport.headers : [];
  const edit = hasPlaceholder(row) ? "Fill in…" : "Edit first…";
  return (
    <li className="found-line">
      <div className="found-head">
        <Checkbox isSelected={label !== undefined} onChange={onToggle}>
          <b className="break">{visible(name)}</b>
        </Checkbox>
        {label !== undefined && label !== name && <Chip tone="note">as “{visible(label)}”</Chip>}
        {there !== undefined && <Chip>there already as “{visible(there)}”</Chip>}
        {transport.kind === "http" && transport.sse && <Chip>SSE</Chip>}
        <span className="end">
          <Button size="s" variant="quiet" aria-label={`${edit} ${visible(name)}`} onPress={onEdit}>
            {edit}
          </Button>
        </span>
      </div>
      <code className="break">{visible(addressOf(transport))}</code>
      {headers.length > 0 && (
        <p className="quiet">
          With {headers.length === 1 ? "the header" : "the headers"}{" "}
          {headers.map((header) => visible(header.name)).join(", ")}
        </p>
      )}
      {notes.length > 0 && (
        <ul className="notes plain">
          {notes.map((note) => (
            <li key={note}>{visible(note)}</li>
          ))}
        </ul>
      )}
      {problem && (
        <p className="fault" role="alert">
          {visible(problem)}
        </p>
      )}
    </li>
  );
}
