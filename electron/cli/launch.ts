import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ServerInput } from "../../shared/contract";
import { hasDisplay } from "../web/browser";
import { obtainElectron } from "./electron-binary";

export interface LaunchOptions {
  /** The built app: `main.cjs`, its package.json and the rest. */
  distDir: string;
  /** A server to bring into the app, confirmed by having been named. */
  target?: ServerInput;
  /** Serves the browser UI instead, see `serveUi`; the reason says why and how to get the desktop app. */
  web: (reason: string) => Promise<number>;
  err: (line: string) => void;
  env?: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
}

/** Time the desktop app gets to end after it was asked to. */
const END_MS = 8_000;

/**
 * `skill-inspector open`: the desktop app where it can be had, else the browser UI. Resolves with the exit code when
 * the app was closed. A desktop app that ends before its window is there counts as one that cannot be had.
 */
export async function launch(options: LaunchOptions): Promise<number> {
  const { distDir, err, web, env = process.env, platform = process.platform } = options;
  if (!hasDisplay({ platform, env })) {
    return web(
      "there is no display ($DISPLAY and $WAYLAND_DISPLAY are not set). Start it again from a desktop session.",
    );
  }
  const found = await obtainElectron({ from: join(distDir, "main.cjs"), env, err });
  if ("reason" in found) return web(found.reason);
  const outcome = await runDesktop(found.file, options, env);
  return typeof outcome === "number" ? outcome : web(outcome.reason);
}

/** Runs the desktop app to its end. @returns its exit code, or why it has not come up */
async function runDesktop(
  file: string,
  { distDir, target, err }: LaunchOptions,
  env: NodeJS.ProcessEnv,
): Promise<number | { reason: string }> {
  const root = process.platform === "linux" && process.getuid?.() === 0;
  const { ELECTRON_RUN_AS_NODE: _, ...rest } = env;
  const child = spawn(file, [...(root ? ["--no-sandbox"] : []), distDir], {
    env: target ? { ...rest, SKILL_INSPECTOR_TARGET: JSON.stringify(target) } : rest,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    // Out of the terminal's group: Ctrl-C comes here, and the app is asked to end once. A second signal would cut
    // short how it ends its servers. Should this process be killed, the app ends as the channel between them closes.
    detached: process.platform !== "win32",
  });
  const stopForwarding = forwardSignals(child);
  const tail = collectTail(child, err);
  let ready = false;
  child.on("message", () => {
    ready = true;
  });
  const [code, problem] = await new Promise<[number | null, string?]>((resolve) => {
    child.once("error", (error) => resolve([null, error.message]));
    child.once("close", (exit) => resolve([exit]));
  });
  const asked = stopForwarding();
  if (ready || asked || code === 0) return code ?? 0;
  return { reason: whyNotUp(file, problem ?? tail(), code) };
}

/** Passes the first signal on as SIGTERM and, if nothing follows, kills. @returns ends it and tells if one came */
function forwardSignals(child: ChildProcess): () => boolean {
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    if (timer) return;
    child.kill("SIGTERM");
    timer = setTimeout(() => child.kill("SIGKILL"), END_MS);
  };
  const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of names) process.on(name, end);
  return () => {
    for (const name of names) process.removeListener(name, end);
    clearTimeout(timer);
    return timer !== undefined;
  };
}

/** Chromium's own log lines: about buses and GPUs that a machine lacks, of no use to who runs this. */
const CHROMIUM_LOG = /^\[\d+:\d+\/[\d.]+:|^$|DevTools listening on/;

/** Shows what the app itself writes. @returns the end of all it wrote */
function collectTail(child: ChildProcess, err: (line: string) => void): () => string {
  let tail = "";
  let rest = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    tail = (tail + text).slice(-4_000);
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (!CHROMIUM_LOG.test(line)) err(line);
  });
  return () => tail;
}

function whyNotUp(file: string, said: string, code: number | null): string {
  if (/sandbox/i.test(said) && usersMayNotSandbox()) {
    const helper = join(dirname(file), "chrome-sandbox");
    return (
      "this system does not let Chromium build its sandbox. " +
      `Allow it with \`sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'\`, then start again.`
    );
  }
  const library = /error while loading shared libraries: (\S+?):/.exec(said)?.[1];
  if (library)
    return `Electron lacks the library ${library}. Install the package that holds it, then start again.`;
  if (/Missing X server|cannot open display|Unable to open X display/i.test(said)) {
    return "the display that $DISPLAY names cannot be opened. Start it again from a desktop session.";
  }
  const last = said.split("\n").findLast((line) => !CHROMIUM_LOG.test(line));
  return `Electron ended before its window was there (${last || `exit ${code}`}). Try \`${file} --version\`.`;
}

/** Whether the kernel keeps ordinary users from user namespaces, on which Chromium's sandbox stands. */
function usersMayNotSandbox(): boolean {
  const is = (setting: string, value: string) => {
    try {
      return readFileSync(`/proc/sys/${setting}`, "utf8").trim() === value;
    } catch {
      return false;
    }
  };
  return (
    is("kernel/apparmor_restrict_unprivileged_userns", "1") ||
    is("kernel/unprivileged_userns_clone", "0") ||
    is("user/max_user_namespaces", "0")
  );
}
