import { styleText } from "node:util";
import { visible } from "../../shared/model/visible";

/**
 * Writes to stdout and waits until it is taken, so that a pipe gets every byte before the process ends.
 * A reader that closed the pipe (`| head -1`) ends the writing quietly.
 */
export function print(data: string | Uint8Array): Promise<void> {
  return write(process.stdout, data);
}

/** Writes one line to stderr: progress, remarks and errors never mix with a report. */
export function remark(line: string): Promise<void> {
  return write(process.stderr, `${line}\n`);
}

/** Colours for a terminal; plain text in a pipe, a file, or with NO_COLOR. */
export function paint(style: Parameters<typeof styleText>[0], text: string): string {
  return process.stdout.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text;
}

/** Text of a server on a terminal: control and disguising characters are shown, line breaks flattened. */
export function inline(text: string): string {
  return visible(text).replace(/\s*[\r\n]+\s*/g, " ");
}

/**
 * Makes a closed pipe no error. Called once at start. Without a reader of the result there is nothing left to do;
 * without one of the remarks everything goes on, e.g. a server whose log nobody reads any more.
 */
export function quietOnClosedPipe(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
    throw error;
  });
  process.stderr.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

function write(stream: NodeJS.WriteStream, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => stream.write(data, () => resolve()));
}
