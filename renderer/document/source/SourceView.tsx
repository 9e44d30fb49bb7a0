import { useMemo, useState } from "react";
import { ToggleButton } from "react-aria-components";
import { CopyButton } from "../../ui/CopyButton";
import { count } from "../../ui/format";
import { FindBar } from "../find/FindBar";
import { useTextFind } from "../find/use-text-find";
import { JumpToLine } from "./JumpToLine";
import { describeEndings, MAX_ROWS, splitLines } from "./lines";
import { SourceLines } from "./SourceLines";
import { useColoured } from "./use-coloured";

export interface SourceViewProps {
  text: string;
  /** highlight.js name. */
  language?: string;
  /** 1-based line to begin at, e.g. of a finding. */
  line?: number;
  /** What the text is of, for screen readers. */
  label: string;
}

/** A text as it was sent: numbered lines, nothing hidden. */
export function SourceView({ text, language, line, label }: SourceViewProps) {
  const [wrap, setWrap] = useState(true);
  const [whitespace, setWhitespace] = useState(false);
  const [pretty, setPretty] = useState(false);
  const formatted = useMemo(() => (language === "json" ? formatJson(text) : undefined), [language, text]);
  const shown = pretty && formatted !== undefined ? formatted : text;
  const [asked, setAsked] = useState<{ line: number }>();
  const given = useMemo(() => (line === undefined ? undefined : { line }), [line]);
  const lines = useMemo(() => splitLines(shown), [shown]);
  const coloured = useColoured(shown, language);
  const search = useTextFind(shown);
  return (
    <div className="doc-source">
      <div className="doc-bar">
        <span className="quiet">
          {count(lines.count, "line")} · {describeEndings(lines.endings)}
          {text.startsWith("\ufeff") && " · starts with a BOM"}
          {lines.count > MAX_ROWS && ` · the first ${MAX_ROWS.toLocaleString("en")} rows are shown`}
        </span>
        <span className="end">
          {formatted !== undefined && formatted !== text && (
            <ToggleButton className="btn s" isSelected={pretty} onChange={setPretty}>
              Formatted
            </ToggleButton>
          )}
          <ToggleButton className="btn s" isSelected={wrap} onChange={setWrap}>
            Wrap
          </ToggleButton>
          <ToggleButton className="btn s" isSelected={whitespace} onChange={setWhitespace}>
            Whitespace
          </ToggleButton>
          <JumpToLine last={lines.count} onJump={(to) => setAsked({ line: to })} />
          <CopyButton label="Copy all" text={shown} />
        </span>
      </div>
      <FindBar find={search.find} />
      <SourceLines
        lines={lines}
        coloured={coloured}
        wrap={wrap}
        whitespace={whitespace}
        jump={asked ?? given}
        search={search}
        label={label}
      />
    </div>
  );
}

/** JSON longer than this is not formatted: it would stop the window. */
const MAX_FORMATTED = 2_000_000;

function formatJson(text: string): string | undefined {
  if (text.length > MAX_FORMATTED) return undefined;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}
