import { StringDecoder } from "node:string_decoder";

/** A longer line is no message this server could want; it is refused, so that memory stays bounded. */
const MAX_LINE = 64 * 1024 * 1024;

/** One client of a line-based transport. */
export interface LineSession {
  receive(text: string): void | Promise<void>;
  close(): void;
}

/**
 * Serves one client over newline-delimited JSON.
 * @returns once the input has ended and every request received by then is answered and written
 */
export async function serveLines(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  open: (send: (text: string) => void) => LineSession,
): Promise<void> {
  let gone = false;
  const onGone = () => {
    gone = true;
  };
  output.on("error", onGone);
  const session = open((text) => {
    if (!gone) output.write(`${text}\n`);
  });
  const pending = new Set<Promise<void>>();
  const take = (line: string) => {
    const text = line.endsWith("\r") ? line.slice(0, -1) : line;
    if (text.trim() === "") return;
    const work = Promise.resolve(session.receive(text)).finally(() => pending.delete(work));
    pending.add(work);
  };
  try {
    await readLines(input, take);
    await Promise.allSettled(pending);
  } finally {
    session.close();
    if (!gone) await new Promise<void>((done) => output.write("", () => done()));
    output.off("error", onGone);
  }
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
