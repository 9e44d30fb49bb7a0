import { visible } from "../../shared/model/visible";
import { expandParts, type TemplateValues } from "../../shared/uri/expand";
import type { ParsedTemplate } from "../../shared/uri/rfc6570";
import { CopyButton } from "../ui/CopyButton";

/** Number of colours for variables; they repeat after that. */
export const COLOURS = 6;

/** 1-based colour of a variable by its place in the template. */
export const colourOf = (template: ParsedTemplate, name: string): number =>
  (Math.max(template.variables.indexOf(name), 0) % COLOURS) + 1;

export interface ExpansionLineProps {
  template: ParsedTemplate;
  values: TemplateValues;
  /** The URI as it would be read; undefined while there is none. */
  uri: string | undefined;
}

/** The template as it stands with the values given: each variable in its colour, missing ones as placeholders. */
export function ExpansionLine({ template, values, uri }: ExpansionLineProps) {
  const parts = expandParts(template, values);
  return (
    <div className="tpl-expansion">
      <output className="tpl-expansion-text" aria-label="The URI so far">
        {parts.map((part) =>
          part.kind === "literal" ? (
            <span key={part.start} className="lit">
              {visible(part.text)}
            </span>
          ) : (
            <span
              key={`${part.start} ${part.variable}`}
              className={`v${colourOf(template, part.variable!)}${part.unfilled ? " unfilled" : ""}`}
              title={part.unfilled ? `${part.variable} is left out` : part.variable}
            >
              {part.unfilled ? part.placeholder : part.text}
            </span>
          ),
        )}
      </output>
      {uri !== undefined && <CopyButton label="Copy URI" text={uri} />}
    </div>
  );
}
