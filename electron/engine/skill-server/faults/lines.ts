import type { Fault, LineIo } from "./fault";

/** Sends message texts to a line-based client, one after the other, through whatever faults say about lines. */
export interface LineSender {
  send(text: string): void;
  /** Resolves when everything sent so far is written. */
  idle(): Promise<void>;
}

type Write = (text: string) => void | Promise<void>;

export function lineSender(faults: readonly Fault[], io: LineIo): LineSender {
  const write = faults.reduceRight<Write | undefined>(
    (next, { line }) => (line ? through(line, next, io) : next),
    undefined,
  );
  if (!write) {
    return { send: (text) => io.write(`${text}\n`), idle: async () => {} };
  }
  let last: Promise<void> = Promise.resolve();
  return {
    send(text) {
      last = last.then(() => write(text)).catch((error: Error) => io.stderr(`${error.message}\n`));
    },
    idle: () => last,
  };
}

/** One fault; what it writes goes line by line through the next one, if there is one. */
function through(line: NonNullable<Fault["line"]>, next: Write | undefined, io: LineIo): Write {
  if (!next) return (text) => line(text, io);
  return async (text) => {
    let held = "";
    await line(text, {
      stderr: io.stderr,
      write: (bytes) => {
        held += bytes.toString();
      },
      crash: () => {
        io.write(held);
        held = "";
        io.crash();
      },
    });
    const lines = held.split("\n");
    const rest = lines.pop();
    for (const each of lines) await next(each);
    if (rest) io.write(rest);
  };
}
