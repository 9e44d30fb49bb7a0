import { StringDecoder } from "node:string_decoder";
import type { Fault } from "../faults/fault";
import { lineSender } from "../faults/lines";

/** A longer line is no message this server could want; it is refused, so that memory stays bounded. */
const MAX_LINE = 64 * 1024 * 1024;

/** One client of a line-based transport. */
export interface LineSession {
  receive(text: string): void | Promise<void>;
  close(): void;
}

/** After the input has ended, answers are waited for no longer than this; less where faults keep them back. */
const PATIENCE_MS = 60_000;
const PATIENCE_WITH_FAULTS_MS = 2_000;

/**
 * Serves one client over newline-delimited JSON.
 * @param stderr where a fault that floods stderr writes
 * @returns once the input has ended and every request received by then is answered and written
 * @throws Error when a fault ended the connection, as a crash would
 */
export async function serveLines(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  faults: readonly Fault[],
  stderr: (text: string) => void,
  open: (send: (text: string) => void) => LineSession,
): Promise<void> {
  let gone = false;
  const onGone = () => {
    gone = true;
  };
  output.on("error", onGone);
  let crash: (error: Error) => void = () => {};
  const crashed = new Promise<never>((_, reject) => {
    crash = reject;
  });
  const sender = lineSender(faults, {
    write: (bytes) => {
      if (!gone) output.write(bytes);
    },
    stderr,
    crash: () => {
      gone = true;
      crash(new Error("Ended on purpose, as the fault demands"));
    },
  });
  const session = open(sender.send);
  const pending = new Set<Promise<void>>();
  const take = (line: string) => {
    const text = line.endsWith("\r") ? line.slice(0, -1) : line;
    if (text.trim() === "") return;
    const work = Promise.resolve(session.receive(text)).finally(() => pending.delete(work));
    pending.add(work);
  };
  try {
    await Promise.race([readLines(input, take), crashed]);
    const patience = faults.length > 0 ? PATIENCE_WITH_FAULTS_MS : PATIENCE_MS;
    await within(patience, Promise.allSettled(pending));
    session.close();
    await within(patience, sender.idle());
  } finally {
    session.close();
    if (!gone) await new Promise<void>((done) => output.write("", () => done()));
    output.off("error", onGone);
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

function readLines(input: NodeJS.ReadableStream, take: (line: string) => void): Promise<void> {
  const decoder = new StringDecoder("utf8");
  const parts: string[] = [];
  let held = 0;
  return new Promise((resolve, reject) => {
    input.on("data", (chunk: Buffer | string) => {
      let text = typeof chunk === "string" ? chunk : decoder.write(chunk);
      for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n")) {
        take(parts.splice(0).join("") + text.slice(0, at));
        held = 0;
        text = text.slice(at + 1);
      }
      held += text.length;
      if (held > MAX_LINE) {
        parts.splice(0);
        reject(new Error(`A line of more than ${MAX_LINE} characters was received`));
        return;
      }
      if (text) parts.push(text);
    });
    input.once("end", () => {
      const rest = parts.join("") + decoder.end();
      if (rest) take(rest);
      resolve();
    });
    input.once("close", () => resolve());
    input.once("error", reject);
  });
}
