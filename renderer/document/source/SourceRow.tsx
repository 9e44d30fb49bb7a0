import type { Ref } from "react";
import type { LineEnd } from "./lines";
import type { Segment } from "./segments";

export interface SourceRowProps {
  ref?: Ref<HTMLDivElement>;
  index: number;
  /** 1-based number, absent on a further row of the same line. */
  number: number | undefined;
  segments: readonly Segment[];
  /** The line break to show, when whitespace is shown and the line ends here. */
  end?: LineEnd;
  current: boolean;
}

const END_NAMES: Record<LineEnd, string> = { "\n": "LF", "\r\n": "CRLF", "\r": "CR", "": "" };

/** One row of source. */
export function SourceRow({ ref, index, number, segments, end, current }: SourceRowProps) {
  return (
    <div ref={ref} data-index={index} className={current ? "src-row current" : "src-row"}>
      <span className="src-no" aria-hidden={number === undefined}>
        {number ?? "↳"}
      </span>
      <code className="src-text">
        {segments.map((segment, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: segments have nothing else and are drawn anew as a whole.
          <Piece key={at} segment={segment} />
        ))}
        {end ? <span className="src-end">{END_NAMES[end]}</span> : "\n"}
      </code>
    </div>
  );
}

function Piece({ segment }: { segment: Segment }) {
  const { text, className, kind, mark } = segment;
  const classes = [className, kind && `src-${kind}`, mark && `src-mark-${mark}`].filter(Boolean).join(" ");
  return classes === "" ? text : <span className={classes}>{text}</span>;
}
