import type { ServerStatus } from "../../shared/model/server";

export const STATUS_WORDS: Record<ServerStatus, string> = {
  connected: "connected",
  connecting: "connecting",
  disconnected: "disconnected",
  failed: "failed",
  "needs-confirmation": "waits for your confirmation",
  "needs-sign-in": "asks for sign-in",
};

/** A server's status as a dot: told by form as well as by colour. */
export function StatusDot({ status }: { status: ServerStatus }) {
  return (
    <span className={`dot ${status}`}>
      <span className="sr-only">{STATUS_WORDS[status]}</span>
    </span>
  );
}
