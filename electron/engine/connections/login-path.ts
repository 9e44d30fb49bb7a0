import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

export interface LoginPathOptions {
  platform?: NodeJS.Platform;
  env?: NodeJS.ProcessEnv;
  /** Limit for the shell, in milliseconds. */
  timeoutMs?: number;
}

/** Sets the PATH apart from whatever the profile of the shell prints. */
const MARK = "skill-inspector-path";
/** Characters of output that are looked at: a profile may print without end. */
const OUTPUT = 256 * 1024;

/**
 * The PATH with which a person's programs are found, for an app that a desktop started: Finder, Dock and menus give
 * only the system's own folders, while node, npx and uvx lie where the shell's profile says (field report d04). An
 * app that a terminal started has that PATH already, and so has every app on Windows.
 * @returns our own PATH where nothing better is known; else the login shell's, or else the usual folders, in front of
 *   or behind it. Takes no longer than the time limit and never throws.
 */
export async function loginPath(options: LoginPathOptions = {}): Promise<string | undefined> {
  const { platform = process.platform, env = process.env, timeoutMs = 3_000 } = options;
  if (platform === "win32" || env.TERM !== undefined) return env.PATH;
  const shell = env.SHELL ?? (platform === "darwin" ? "/bin/zsh" : "/bin/sh");
  const asked = await askShell(shell, env, timeoutMs);
  return asked === undefined ? joined(env.PATH, usualFolders(platform)) : joined(asked, env.PATH);
}

function usualFolders(platform: NodeJS.Platform): string {
  const home = homedir();
  const own = [
    join(home, ".local/bin"),
    join(home, ".volta/bin"),
    join(home, ".bun/bin"),
    join(home, ".cargo/bin"),
  ];
  return ["/usr/local/bin", ...(platform === "darwin" ? ["/opt/homebrew/bin"] : []), ...own].join(delimiter);
}

function joined(...paths: (string | undefined)[]): string {
  const folders = paths.flatMap((path) => path?.split(delimiter) ?? []).filter((folder) => folder !== "");
  return [...new Set(folders)].join(delimiter);
}

/** What PATH a login shell that reads all of its profile ends up with; undefined when it does not say. */
function askShell(shell: string, env: NodeJS.ProcessEnv, timeoutMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const script = `printf %s ${MARK}; printenv PATH; printf %s ${MARK}`;
    // In a session of its own: an interactive shell would stop for a terminal it cannot have.
    const child = spawn(shell, ["-ilc", script], {
      env,
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    });
    let output = "";
    const end = () => {
      clearTimeout(timer);
      try {
        // The whole group: a profile may have started something that holds the pipe open.
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended already.
      }
      child.stdout.destroy();
      resolve(pathIn(output));
    };
    const timer = setTimeout(end, timeoutMs);
    child.once("error", end).once("exit", () => setImmediate(end));
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-OUTPUT);
      // What follows the second mark, e.g. a farewell that takes its time, is not waited for.
      if (pathIn(output) !== undefined) end();
    });
  });
}

function pathIn(output: string): string | undefined {
  const [, between, rest] = output.split(MARK);
  const path = between?.trim();
  return rest === undefined || !path?.includes("/") || path.includes("\n") ? undefined : path;
}
