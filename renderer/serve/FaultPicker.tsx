import { useMemo, useState } from "react";
import type { ServeOptions } from "../../shared/contract";
import { LinkButton } from "../ui/Button";
import { Checkbox } from "../ui/Checkbox";
import { TextField } from "../ui/TextField";
import { faultsByKind } from "./recipe";

const KINDS: Record<ServeOptions["faults"][number]["kind"], string> = {
  content: "Content that is wrong",
  protocol: "Messages that are wrong",
  transport: "Messages that travel wrongly",
  hostile: "Hostile content",
};

export interface FaultPickerProps {
  faults: ServeOptions["faults"];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** The faults by kind, each with what the server then does and what a correct client makes of it. */
export function FaultPicker({ faults, chosen, onChange }: FaultPickerProps) {
  const [search, setSearch] = useState("");
  const groups = useMemo(() => faultsByKind(faults, search), [faults, search]);
  const set = (id: string, on: boolean) =>
    onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <fieldset className="serve-faults">
      <legend className="label">
        Faults on purpose{" "}
        <span className="quiet">
          {chosen.length === 0 ? "none: a correct server" : `${chosen.length} chosen`}
        </span>
        {chosen.length > 0 && <LinkButton onPress={() => onChange([])}>Clear</LinkButton>}
      </legend>
      <TextField
        label="Search the faults"
        labelHidden
        size="s"
        placeholder={`Search ${faults.length} faults`}
        value={search}
        onChange={setSearch}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <section className="serve-fault-list" tabIndex={0} aria-label="Faults">
        {groups.map(({ kind, faults: found }) => (
          <div key={kind}>
            <h3>{KINDS[kind]}</h3>
            {found.map(({ id, what, client }) => (
              <div key={id} className="serve-fault">
                <Checkbox isSelected={chosen.includes(id)} onChange={(on) => set(id, on)}>
                  <code>{id}</code>
                </Checkbox>
                <p>{what}</p>
                <p className="quiet">A correct client: {client}</p>
              </div>
            ))}
          </div>
        ))}
        {groups.length === 0 && <p className="quiet">No fault has these words.</p>}
      </section>
    </fieldset>
  );
}
