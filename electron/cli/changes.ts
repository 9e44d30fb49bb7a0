import { watch } from "chokidar";
import { saysChanged } from "../engine/connections/listen";
import { LivenessWatch } from "../engine/servers/liveness";
import { linkTo } from "./connect";
import type { Target } from "./target";

/** Changes that come together count as one, in milliseconds. */
const SETTLE_MS = 200;

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
  if (target.kind === "folder" || target.kind === "evidence") {
    const watcher = watch(target.path, {
      ignoreInitial: true,
      ignored: (path) => /[\\/](node_modules|\.git)([\\/]|$)/.test(path),
    });
    watcher.on("all", notify);
    return () => watcher.close();
  }
  const link = linkTo(target, timeoutMs, (method) => saysChanged(method) && notify());
  const connection = await link.open("auto", signal);
  const live = new LivenessWatch(connection, notify);
  return async () => {
    live.stop();
    await link.close();
  };
}
