import { useMemo, useState } from "react";
import { visible } from "../../shared/model/visible";
import { expand } from "../../shared/uri/expand";
import { parseTemplate } from "../../shared/uri/rfc6570";
import { multiSegmentHint } from "../../shared/uri/template-help";
import { colourOf, ExpansionLine } from "../template/ExpansionLine";
import { type FieldValues, initialField, valuesOf } from "../template/field-value";
import { InvalidTemplate } from "../template/InvalidTemplate";
import { VariableField } from "../template/VariableField";
import { Chip } from "../ui/Chip";

/** The input as a template that belongs to no server: its level, its variables, and what they expand to. */
export function TemplateTab({ text }: { text: string }) {
  const template = useMemo(() => parseTemplate(text), [text]);
  const [typed, setTyped] = useState<FieldValues>({});
  const fields = useMemo(
    () =>
      Object.fromEntries(
        template.variables.map((name) => [
          name,
          Object.hasOwn(typed, name) ? typed[name]! : initialField(template, name),
        ]),
      ),
    [template, typed],
  );
  const values = useMemo(() => valuesOf(fields), [fields]);
  const expansion = useMemo(() => expand(template, values), [template, values]);
  const hints = useMemo(() => multiSegmentHint(template, values), [template, values]);
  if (!template.ok) return <InvalidTemplate template={template} />;
  return (
    <div className="tpl-form">
      <div className="facts uri-level">
        <Chip>RFC 6570 level {template.level}</Chip>
        {template.variables.length === 0 && <Chip>no variables: a plain URI</Chip>}
      </div>
      <ExpansionLine template={template} values={values} uri={expansion.ok ? expansion.uri : undefined} />
      {!expansion.ok &&
        expansion.faults.map((fault) => (
          <p key={`${fault.at} ${fault.code}`} className="doc-banner bad">
            {visible(fault.message)}
          </p>
        ))}
      {template.variables.map((name) => (
        <VariableField
          key={name}
          template={template}
          name={name}
          colour={colourOf(template, name)}
          field={fields[name]!}
          onChange={(field) =>
            setTyped((before) => Object.fromEntries([...Object.entries(before), [name, field]]))
          }
          ask={undefined}
          hints={hints.filter((hint) => hint.variable === name)}
        />
      ))}
    </div>
  );
}
