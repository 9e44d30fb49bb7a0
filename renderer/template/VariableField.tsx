import { visible } from "../../shared/model/visible";
import type { ParsedTemplate } from "../../shared/uri/rfc6570";
import { operatorWords, type SegmentHint } from "../../shared/uri/template-help";
import { LinkButton } from "../ui/Button";
import { Segments } from "../ui/Segments";
import { converted, type FieldValue, occurrences } from "./field-value";
import type { CompletionQuestion } from "./use-completion";
import { ListValue, MapValue, TextValue } from "./value-fields";

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
