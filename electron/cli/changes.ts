import { watch } from "chokidar";
import { saysChanged } from "../engine/connections/listen";
import { LivenessWatch } from "../engine/servers/liveness";
import { linkTo, type TargetLink } from "./connect";
import { UsageError } from "./exit";
import { remark } from "./output";
import type { Target } from "./target";

/** Changes that come together count as one, in milliseconds. */
const SETTLE_MS = 200;
/** The longest pause before a lost server is looked for again, in milliseconds. */
const LONGEST_PAUSE_MS = 10_000;

/**
 * Yields once at the start and then after each change of a target: files of a folder, or what a server tells (where
 * it tells nothing, what asking again every minute shows). Ends when the signal aborts.
 */
export async function* changes(target: Target, timeoutMs: number, signal: AbortSignal): AsyncGenerator<void> {
  let wake: (() => void) | undefined;
  let changed = false;
  const notify = () => {
    changed = true;
    wake?.();
  };
  signal.addEventListener("abort", () => wake?.(), { once: true });
  const stop = await observe(target, timeoutMs, signal, notify);
  try {
    yield;
    while (!signal.aborted) {
      if (!changed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      changed = false;
      if (!signal.aborted) yield;
    }
  } finally {
    await stop();
  }
}

async function observe(
  target: Target,
  timeoutMs: number,
  signal: AbortSignal,
  notify: () => void,
): Promise<() => Promise<void>> {
  if (target.kind === "well-known") {
    throw new UsageError(
      "--watch needs a folder or a server: a web site tells of no changes.",
      "Run the check again when the site was published anew.",
    );
  }
  if (target.kind === "folder" || target.kind === "evidence") {
    const watcher = watch(target.path, {
      ignoreInitial: true,
      ignored: (path) => /[\\/](node_modules|\.git)([\\/]|$)/.test(path),
    });
    watcher.on("all", notify);
    // What changes before everything is watched would be missed.
    await new Promise<void>((resolve) => {
      watcher.once("ready", resolve);
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    return () => watcher.close();
  }
  return new ServerWatch(target, timeoutMs, signal, notify).start();
}

/** Watches a server over a connection of its own; one that is lost is opened again, for as long as it takes. */
class ServerWatch {
  private live: LivenessWatch | undefined;
  private readonly link: TargetLink;

  constructor(
    target: Target,
    timeoutMs: number,
    private readonly signal: AbortSignal,
    private readonly notify: () => void,
  ) {
    this.link = linkTo(target, timeoutMs, {
      onNotification: (method) => saysChanged(method) && notify(),
      onClose: ({ reason, message }) => {
        if (reason !== "asked") void this.reopen(message);
      },
    });
  }

  /** @returns what ends it. @throws ConnectionError when there is no server to begin with */
  async start(): Promise<() => Promise<void>> {
    await this.open();
    return async () => {
      this.live?.stop();
      await this.link.close();
    };
  }

  private async open(): Promise<void> {
    const connection = await this.link.open("auto", this.signal);
    this.live = new LivenessWatch(connection, this.notify);
  }

  private async reopen(why: string): Promise<void> {
    this.live?.stop();
    await remark(`The connection was lost: ${why} Waiting until the server is back. Ctrl-C ends.`);
    for (let pause = 500; !this.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      try {
        await this.open();
        return this.notify();
      } catch {
        // Not back yet.
      }
    }
  }
}
