import type { ReactNode } from "react";

export type Tone = "plain" | "ok" | "warn" | "bad" | "note";

export interface ChipProps {
  children: ReactNode;
  tone?: Tone;
  title?: string;
  /** What a screen reader says in place of a bare number or mark. */
  label?: string;
}

/** A small fact: a count, a state, a level. */
export function Chip({ children, tone = "plain", title, label }: ChipProps) {
  return (
    <span className={`chip ${tone}`} title={title ?? label}>
      {label === undefined ? (
        children
      ) : (
        <>
          <span aria-hidden="true">{children}</span>
          <span className="sr-only">{label}</span>
        </>
      )}
    </span>
  );
}
