import type { ReactNode } from "react";

export interface EmptyStateProps {
  title: string;
  /** What it means and what it does not. */
  children?: ReactNode;
  /** The next act. */
  actions?: ReactNode;
  icon?: ReactNode;
  center?: boolean;
}

/** Nothing to show, said as a fact with what it means and what can be done. */
export function EmptyState({ title, children, actions, icon, center }: EmptyStateProps) {
  return (
    <div className={center ? "state center" : "state"}>
      {icon}
      <h2>{title}</h2>
      {typeof children === "string" ? <p>{children}</p> : children}
      {actions && <div className="actions">{actions}</div>}
    </div>
  );
}
