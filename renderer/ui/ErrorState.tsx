import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { visible } from "../../shared/model/visible";

export interface ErrorStateProps {
  /** A `Problem`, a `HostError` or anything of that shape. */
  problem: { message: string; hint?: string; detail?: string; code?: string };
  /** Heads the message, e.g. "Could not open the file". */
  title?: string;
  actions?: ReactNode;
  tone?: "bad" | "warn";
}

/** What went wrong, what to do about it, and the other side's own words. */
export function ErrorState({ problem, title, actions, tone = "bad" }: ErrorStateProps) {
  return (
    <div className={`fault-box ${tone}`} role={tone === "bad" ? "alert" : "status"}>
      <div className="title">
        <CircleAlert size={15} aria-hidden="true" />
        <span>{title ?? visible(problem.message)}</span>
      </div>
      {title && <p>{visible(problem.message)}</p>}
      {problem.hint && <p>{visible(problem.hint)}</p>}
      {problem.detail && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        <pre className="words" tabIndex={0}>
          {visible(problem.detail)}
        </pre>
      )}
      {actions && <div className="actions">{actions}</div>}
    </div>
  );
}
