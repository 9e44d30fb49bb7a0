import { Plus, X } from "lucide-react";
import { visible } from "../../shared/model/visible";
import type { ParsedTemplate } from "../../shared/uri/rfc6570";
import { operatorWords, type SegmentHint } from "../../shared/uri/template-help";
import { Button, LinkButton } from "../ui/Button";
import { IconButton } from "../ui/IconButton";
import { Segments } from "../ui/Segments";
import { TextField } from "../ui/TextField";
import { CompletionField } from "./CompletionField";
import { converted, type FieldValue, occurrences } from "./field-value";
import type { CompletionQuestion } from "./use-completion";

export interface VariableFieldProps {
  template: ParsedTemplate;
  name: string;
  /** 1-based number of its colour. */
  colour: number;
  field: FieldValue;
  onChange: (field: FieldValue) => void;
  ask: Omit<CompletionQuestion, "value"> | undefined;
  hints: readonly SegmentHint[];
}

/** The field of one variable: a text, a list or a map, with what its operator does in a word. */
export function VariableField({ template, name, colour, field, onChange, ask, hints }: VariableFieldProps) {
  const places = occurrences(template, name);
  const spread = places.some(({ variable }) => variable.explode);
  const prefix = places.find(({ variable }) => variable.prefix !== undefined)?.variable.prefix;
  const words = [...new Set(places.map(({ operator }) => operator))].map(
    (operator) => operatorWords[operator as keyof typeof operatorWords],
  );
  const shapes = spread || field.kind !== "text";
  return (
    <fieldset className="tpl-field" aria-label={visible(name)}>
      <div className="tpl-field-head">
        <span className={`tpl-dot v${colour}`} aria-hidden="true" />
        {words.map((word) => (
          <span key={word.word} className="chip plain" title={word.explanation}>
            {word.word}
          </span>
        ))}
        {prefix !== undefined && <span className="chip plain">first {prefix} characters</span>}
        {shapes ? (
          <span className="end">
            <Segments
              label={`Kind of value of ${name}`}
              value={field.kind}
              options={[
                { id: "text", label: "Text" },
                { id: "list", label: "List" },
                { id: "map", label: "Map" },
              ]}
              onChange={(kind) => onChange(converted(field, kind))}
            />
          </span>
        ) : (
          prefix === undefined && (
            <span className="end tpl-shape">
              <LinkButton onPress={() => onChange(converted(field, "list"))}>list or map</LinkButton>
            </span>
          )
        )}
      </div>
      {field.kind === "text" && <TextValue name={name} field={field} onChange={onChange} ask={ask} />}
      {field.kind === "list" && <ListValue name={name} field={field} onChange={onChange} ask={ask} />}
      {field.kind === "map" && <MapValue name={name} field={field} onChange={onChange} />}
      {hints.map((hint) => (
        <p key={`${hint.kind} ${hint.at}`} className="tpl-hint" role="note">
          {visible(hint.message)}
        </p>
      ))}
    </fieldset>
  );
}

type ValueProps<K extends FieldValue["kind"]> = Pick<VariableFieldProps, "name" | "onChange" | "ask"> & {
  field: Extract<FieldValue, { kind: K }>;
};

function TextValue({ name, field, onChange, ask }: ValueProps<"text">) {
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

function ListValue({ name, field, onChange, ask }: ValueProps<"list">) {
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

function MapValue({ name, field, onChange }: Omit<ValueProps<"map">, "ask">) {
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
