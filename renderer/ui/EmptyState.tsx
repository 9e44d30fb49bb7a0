import type { ReactNode } from "react";

export interface EmptyStateProps {
  title: string;
  /** What it means and what it does not. */
  children?: ReactNode;
  /** The next act. */
  actions?: ReactNode;
  icon?: ReactNode;
  /** It is all there is in the centre, so its title is the page's. */
  center?: boolean;
}

/** Nothing to show, said as a fact with what it means and what can be done. */
export function EmptyState({ title, children, actions, icon, center }: EmptyStateProps) {
  const Title = center ? "h1" : "h2";
  return (
    <div className={center ? "state center" : "state"}>
      {icon}
      <Title>{title}</Title>
      {typeof children === "string" ? <p>{children}</p> : children}
      {actions && <div className="actions">{actions}</div>}
    </div>
  );
}
