import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { DEFAULT_LIMITS, type Limits, megabytes } from "../../../shared/model/limits";
import { ConnectionError } from "./connection-error";
import { LineReader } from "./line-reader";
import { guardProcess, releaseProcess, startGuard } from "./orphan-guard";
import { tooLong } from "./over-limit";
import { groupAlive, MARK, marked, signalTree } from "./process-tree";
import { spawnCommand } from "./spawn-command";
import { cleanEnvironment } from "./spawn-environment";
import type { WireClose, WireHandlers, WireMessage, WireTransport } from "./wire";

export interface StdioOptions {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd?: string;
  /** Default: `DEFAULT_LIMITS`. */
  limits?: Limits;
  /** Where programs are looked for, when that is not our own PATH; asked when the server is started. */
  searchPath?: () => Promise<string | undefined>;
}

const STDERR_KEPT = 64 * 1024;
/** How long a server may take to leave by itself after its stdin was closed, in milliseconds. */
const GRACE_MS = 800;
const TERM_MS = 1_500;

/**
 * A stdio server as a child process (base spec: transports, stdio). Unlike the SDK's transport it keeps what an
 * inspector must show: lines that are no JSON, stderr, and the exit code. No shell is involved.
 */
export class StdioTransport implements WireTransport {
  readonly kind = "stdio" as const;
  handlers!: WireHandlers;
  /** The end of stderr, at most 64 kB. */
  stderr = "";
  private readonly mark = randomUUID();
  private child: ChildProcess | undefined;
  private ended: WireClose | undefined;
  private closing: Promise<void> | undefined;
  private asked = false;
  private outbox: string[] = [];
  private flushed: Promise<void> = Promise.resolve();

  constructor(private readonly options: StdioOptions) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  async start(signal: AbortSignal): Promise<void> {
    const { command, args, cwd, searchPath } = this.options;
    const path = await searchPath?.();
    const env = cleanEnvironment(this.options.env, path ? { ...process.env, PATH: path } : process.env);
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new ConnectionError({ code: "cancelled", message: "Cancelled." }));
      let child: ChildProcess;
      try {
        const { file, args: words, verbatim } = spawnCommand({ command, args, env, cwd });
        startGuard();
        child = spawn(file, words, {
          cwd,
          env: { ...env, [MARK]: this.mark },
          stdio: ["pipe", "pipe", "pipe"],
          detached: process.platform !== "win32",
          windowsHide: true,
          windowsVerbatimArguments: verbatim,
        });
      } catch (error) {
        return reject(startError(command, cwd, error as NodeJS.ErrnoException, pathOf(env)));
      }
      this.child = child;
      if (child.pid !== undefined) guardProcess(child.pid);
      child.once("error", (error: NodeJS.ErrnoException) => {
        reject(startError(command, cwd, error, pathOf(env)));
        this.end({ reason: "failed", message: `${command} could not be started: ${error.message}` });
      });
      child.once("spawn", () => resolve());
      this.read(child);
    });
  }

  /** Messages of one turn of the event loop go out in one write: thousands of small writes cost more than the work. */
  send(text: string, _message: WireMessage): Promise<void> {
    const stdin = this.child?.stdin;
    if (!stdin || stdin.destroyed || this.ended)
      return Promise.reject(new Error("the server's process has ended"));
    if (this.outbox.push(text) === 1) {
      this.flushed = new Promise((resolve) => {
        setImmediate(() => {
          const lines = `${this.outbox.join("\n")}\n`;
          this.outbox = [];
          if (stdin.destroyed || stdin.write(lines)) resolve();
          else stdin.once("drain", resolve).once("close", resolve);
        });
      });
    }
    return this.flushed;
  }

  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  private read(child: ChildProcess): void {
    const { limits = DEFAULT_LIMITS } = this.options;
    const lines = new LineReader(
      (line) => this.handlers.onText(line),
      (start, bytes) => {
        this.handlers.onNoise(start, bytes, true);
        this.end({
          reason: "limit",
          message: `The server wrote ${bytes.toLocaleString("en")} bytes without a line end: ${tooLong(megabytes(limits.messageMb), limits)}`,
        });
        void this.close();
      },
      megabytes(limits.messageMb),
    );
    child.stdout?.on("data", (chunk: Buffer) => {
      if (!this.ended) lines.push(chunk);
    });
    child.stdout?.once("end", () => {
      if (!this.ended) lines.end();
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr = (this.stderr + text).slice(-STDERR_KEPT);
      this.handlers.onStderr(text);
    });
    // A server that closed its stdin early makes writes fail; `close` then tells the exit.
    child.stdin?.on("error", () => {});
    child.once("exit", (code, signal) => {
      // A descendant may hold the pipes open for ever: do not wait for "close" longer than this.
      const timer = setTimeout(() => this.exited(code, signal), 200);
      child.once("close", () => {
        clearTimeout(timer);
        this.exited(code, signal);
      });
    });
  }

  private exited(code: number | null, signal: string | null): void {
    const how = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
    this.end({
      reason: this.asked ? "asked" : "exit",
      message: `The server's process ${how}.`,
      code,
      signal,
    });
  }

  private end(close: WireClose): void {
    if (this.ended) return;
    this.ended = close;
    this.handlers.onClose(close);
  }

  private async shutDown(): Promise<void> {
    const child = this.child;
    const pid = child?.pid;
    this.asked = true;
    if (!child || pid === undefined) return;
    child.stdin?.end();
    // A group that is gone may have left processes in sessions of their own.
    const rest = async (ms: number) => !(await gone(pid, ms)) || (await marked(this.mark)).length > 0;
    if (await rest(GRACE_MS)) {
      await signalTree(pid, "SIGTERM", this.mark);
      if (await rest(TERM_MS)) {
        await signalTree(pid, "SIGKILL", this.mark);
        await gone(pid, TERM_MS);
      }
    }
    if (!groupAlive(pid)) releaseProcess(pid);
    child.stdout?.destroy();
    child.stderr?.destroy();
    this.end({ reason: "asked", message: "Disconnected.", code: child.exitCode, signal: child.signalCode });
  }
}

/** Waits until no process of the group is left, at most `ms` milliseconds. */
async function gone(pid: number, ms: number): Promise<boolean> {
  // Not by the clock on the wall, which may be set back meanwhile.
  const until = performance.now() + ms;
  for (let pause = 5; groupAlive(pid); pause = Math.min(pause * 2, 50)) {
    if (performance.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return true;
}

/** PATH by its name in any case, as Windows keeps it. */
function pathOf(env: Record<string, string>): string | undefined {
  return Object.entries(env).find(([name]) => name.toUpperCase() === "PATH")?.[1];
}

function startError(
  command: string,
  cwd: string | undefined,
  error: NodeJS.ErrnoException,
  path: string | undefined,
): ConnectionError {
  if (error.code === "ENOENT") {
    return new ConnectionError({
      code: "command-not-found",
      message: `The command "${command}" was not found${cwd ? ` (working folder ${cwd})` : ""}.`,
      hint: cwd
        ? "Check that the command is installed and that the working folder exists."
        : "Check the spelling, install it, or give its full path.",
      detail: `Folders searched (PATH): ${path ?? "none"}`,
    });
  }
  if (error.code === "EACCES") {
    return new ConnectionError({
      code: "not-executable",
      message: `"${command}" may not be executed.`,
      hint: "Make the file executable (chmod +x), or start it through its interpreter, e.g. node server.js.",
    });
  }
  return new ConnectionError({
    code: "start-failed",
    message: `"${command}" could not be started: ${error.message}`,
    hint: "Try the same command in a terminal.",
  });
}
