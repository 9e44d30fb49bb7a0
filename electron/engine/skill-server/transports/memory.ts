import type { Fault } from "../faults/fault";
import { lineSender } from "../faults/lines";
import type { LineSession } from "./stdio";

/**
 * Serves one client in memory as it would be over stdio: what faults write arrives line by line.
 * @param stderr told what a process would write there
 */
export function serveMemory(
  faults: readonly Fault[],
  send: (text: string) => void,
  stderr: (text: string) => void,
  open: (send: (text: string) => void) => LineSession,
): { receive(text: string): void; close(): void } {
  let held = "";
  let closed = false;
  const sender = lineSender(faults, {
    write(bytes) {
      const lines = (held + bytes.toString()).split("\n");
      held = lines.pop() ?? "";
      for (const line of lines) if (!closed) send(line);
    },
    stderr,
    crash: () => close(),
  });
  const session = open(faults.some(({ line }) => line) ? sender.send : send);
  const close = () => {
    session.close();
    closed = true;
  };
  return {
    receive: (text) => {
      if (!closed) void session.receive(text);
    },
    close,
  };
}
