import type { ReactNode } from "react";

/** Something goes on. With a text where there is room; alone it needs a `label`. */
export function Spinner({ children, label }: { children?: ReactNode; label?: string }) {
  return (
    <span className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      {children}
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
