import { Plus, X } from "lucide-react";
import { visible } from "../../shared/model/visible";
import { Button, LinkButton } from "../ui/Button";
import { IconButton } from "../ui/IconButton";
import { TextField } from "../ui/TextField";
import { CompletionField } from "./CompletionField";
import type { FieldValue } from "./field-value";
import type { CompletionQuestion } from "./use-completion";

interface ValueProps<K extends FieldValue["kind"]> {
  name: string;
  onChange: (field: FieldValue) => void;
  ask: Omit<CompletionQuestion, "value"> | undefined;
  field: Extract<FieldValue, { kind: K }>;
}

/** One text, or none: left out and empty are not the same in a URI. */
export function TextValue({ name, field, onChange, ask }: ValueProps<"text">) {
  return (
    <div className="tpl-text">
      <CompletionField
        label={visible(name)}
        value={field.text}
        onChange={(text) => onChange({ kind: "text", text, empty: false })}
        ask={ask}
      />
      {field.text === "" && (
        <p className="tpl-empty">
          {field.empty ? "Set to an empty text." : "Left out."}{" "}
          <LinkButton onPress={() => onChange({ ...field, empty: !field.empty })}>
            {field.empty ? "Leave it out" : "Set it to an empty text"}
          </LinkButton>
        </p>
      )}
    </div>
  );
}

/** Several texts in order. */
export function ListValue({ name, field, onChange, ask }: ValueProps<"list">) {
  const { items } = field;
  const set = (next: string[]) => onChange({ kind: "list", items: next });
  return (
    <div className="tpl-items">
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is what an item is.
        <div key={at} className="tpl-item">
          <CompletionField
            label={items.length === 1 ? visible(name) : `${visible(name)} ${at + 1}`}
            value={item}
            onChange={(text) => set(replaced(items, at, text))}
            ask={ask}
          />
          <Remove what={`${name} ${at + 1}`} onPress={() => set(items.filter((_, other) => other !== at))} />
        </div>
      ))}
      <Button size="s" onPress={() => set([...items, ""])}>
        <Plus size={13} aria-hidden="true" /> Add a value
      </Button>
    </div>
  );
}

/** Keys with a text each. */
export function MapValue({ name, field, onChange }: Omit<ValueProps<"map">, "ask">) {
  const { entries } = field;
  const set = (next: [string, string][]) => onChange({ kind: "map", entries: next });
  const twice = entries.find(([key], at) => key !== "" && entries.findIndex(([other]) => other === key) < at);
  return (
    <div className="tpl-items">
      {entries.map(([key, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is what an entry is.
        <div key={at} className="tpl-item">
          <TextField
            label={`Key ${at + 1}`}
            value={key}
            onChange={(text) => set(replaced(entries, at, [text, value]))}
          />
          <TextField
            label={`Value ${at + 1}`}
            value={value}
            onChange={(text) => set(replaced(entries, at, [key, text]))}
          />
          <Remove
            what={`${name} entry ${at + 1}`}
            onPress={() => set(entries.filter((_, other) => other !== at))}
          />
        </div>
      ))}
      {twice && (
        <p className="tpl-hint">The key “{visible(twice[0])}” is given twice; the last one counts.</p>
      )}
      <Button size="s" onPress={() => set([...entries, ["", ""]])}>
        <Plus size={13} aria-hidden="true" /> Add an entry
      </Button>
    </div>
  );
}

function Remove({ what, onPress }: { what: string; onPress: () => void }) {
  return (
    <IconButton size="s" label={`Remove ${visible(what)}`} onPress={onPress}>
      <X size={13} aria-hidden="true" />
    </IconButton>
  );
}

function replaced<T>(items: readonly T[], at: number, item: T): T[] {
  return items.map((old, index) => (index === at ? item : old));
}
