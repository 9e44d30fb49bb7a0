import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root. */
export const root = fileURLToPath(new URL("../../", import.meta.url));
/** Where tests keep what may be thrown away at any time; git ignores it. */
export const cache = join(root, ".cache");

const windows = process.platform === "win32";

/** Shown to the user: what is missing and what to do. Anything else that is thrown is a fault of the scripts. */
export class Missing extends Error {}

/** The full path of a program on the PATH, or undefined. */
export function which(name) {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not here; the next folder may have it.
    }
  }
  return undefined;
}

/**
 * Runs a program with its output on ours.
 * @param options `env` is added to the environment; `limitMs` ends the program and everything it started.
 * @returns its exit code; 1 when a signal ended it.
 */
export function run(command, args, { env = {}, limitMs = 1_800_000, cwd = root } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
      detached: !windows,
      // npm's own programs are batch files there.
      shell: windows,
    });
    const end = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // Gone already.
      }
    };
    const limit = setTimeout(() => {
      console.error(
        `\n${command} ${args.join(" ")} ran longer than ${limitMs / 60_000} minutes and is ended.`,
      );
      end("SIGKILL");
    }, limitMs);
    const interrupted = () => end("SIGTERM");
    process.once("SIGINT", interrupted);
    process.once("SIGTERM", interrupted);
    child.once("error", (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      finish(1);
    });
    child.once("exit", (code) => finish(code ?? 1));
    function finish(code) {
      clearTimeout(limit);
      process.off("SIGINT", interrupted);
      process.off("SIGTERM", interrupted);
      resolve(code);
    }
  });
}

/** Runs a program and keeps its output. @returns `{code, output}` with stdout and stderr together. */
export function capture(command, args, options = {}) {
  const done = spawnSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], ...options });
  const output = `${done.stdout ?? ""}${done.stderr ?? ""}${done.error ? done.error.message : ""}`;
  return { code: done.status ?? 1, output };
}

/** A program of our own dependencies, by its name in node_modules/.bin. */
export const bin = (name) => join(root, "node_modules", ".bin", windows ? `${name}.cmd` : name);
