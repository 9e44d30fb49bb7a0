import type { OpenedSkillFile } from "../../../shared/contract";
import { visible } from "../../../shared/model/visible";
import type { FrontmatterField, FrontmatterResult } from "../../../shared/skill-file/types";
import { LinkButton } from "../../ui/Button";
import { valueText } from "./value-text";

export interface FrontmatterTableProps {
  frontmatter: FrontmatterResult;
  /** Fields that differ from the entry. */
  diff?: OpenedSkillFile["frontmatterDiff"];
  /** Opens the source at a line; without it places are plain. */
  onLine?: (line: number) => void;
}

/** Every field with its value, type, place and the author's spelling. */
export function FrontmatterTable({ frontmatter, diff = [], onLine }: FrontmatterTableProps) {
  const onlyInEntry = diff.filter((d) => !frontmatter.fields.some((field) => field.key === d.key));
  const rows = frontmatter.fields.flatMap((field) =>
    field.key === "metadata" && frontmatter.metadata.length > 0
      ? [
          { field, name: field.key },
          ...frontmatter.metadata.map((inner) => ({ field: inner, name: `metadata.${inner.key}` })),
        ]
      : [{ field, name: field.key }],
  );
  return (
    <table className="fm-table">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Value</th>
          <th scope="col">Type</th>
          <th scope="col">Line</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, name }) => (
          <Row
            key={`${name} ${field.keyAt.offset}`}
            name={name}
            field={field}
            hideValue={name === "metadata" && rows.some((row) => row.name.startsWith("metadata."))}
            difference={diff.find((d) => d.key === name)}
            onLine={onLine}
          />
        ))}
        {onlyInEntry.map((d) => (
          <tr key={`entry ${d.key}`} className="differs">
            <th scope="row">{visible(d.key)}</th>
            <td>
              <span className="quiet">absent in the file</span>
              <EntryValue value={d.entry} />
            </td>
            <td />
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  name: string;
  field: FrontmatterField;
  hideValue: boolean;
  difference?: { key: string; entry?: unknown; file?: unknown };
  onLine?: (line: number) => void;
}

function Row({ name, field, hideValue, difference, onLine }: RowProps) {
  const { line, column } = field.keyAt;
  const value = valueText(field.value);
  const spelled = visible(field.source.trim());
  const otherwise = !hideValue && spelled !== "" && spelled !== value;
  return (
    <tr className={difference ? "differs" : undefined}>
      <th scope="row">{visible(name)}</th>
      <td>
        {hideValue ? null : field.value === null ? (
          <span className="quiet">empty</span>
        ) : (
          <span className="fm-value">{value}</span>
        )}
        {otherwise && (
          <span className="fm-spelled">
            written as <code>{spelled.length > 300 ? `${spelled.slice(0, 300)}…` : spelled}</code>
          </span>
        )}
        {difference && <EntryValue value={difference.entry} />}
      </td>
      <td className="quiet">{field.type}</td>
      <td className="fm-place">
        {onLine ? (
          <LinkButton onPress={() => onLine(line)}>
            {line}:{column}
            <span className="sr-only"> show in source</span>
          </LinkButton>
        ) : (
          <>
            {line}:{column}
          </>
        )}
      </td>
    </tr>
  );
}

function EntryValue({ value }: { value: unknown }) {
  return (
    <span className="fm-entry">
      the entry says <code>{valueText(value)}</code>
    </span>
  );
}
