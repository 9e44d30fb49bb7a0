import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { inject } from "vitest";
import WebSocket from "ws";
import { ownEnvironment } from "./cli";
import { root } from "./fixtures";
import { sandboxArgs } from "./provided";
import { until } from "./until";

/** Packs the built app with the Electron of these tests. @returns the folder of the packed app */
export async function packApp(work: string): Promise<string> {
  const { executablePath, origin } = inject("electron");
  const dist = join(work, "electron");
  cpSync(dirname(executablePath), dist, { recursive: true, verbatimSymlinks: true });
  rmSync(join(dist, "resources", "app"), { recursive: true, force: true });
  // The packager looks for the names of Electron's own distribution.
  if (!existsSync(join(dist, "electron")))
    renameSync(join(dist, basename(executablePath)), join(dist, "electron"));
  if (!existsSync(join(dist, "version")))
    writeFileSync(join(dist, "version"), /Electron (\d+\.\d+\.\d+)/.exec(origin)![1]!);
  const output = join(work, "packages");
  const child = spawn(process.execPath, [join(root, "scripts", "package.mjs"), "--dir", "--output", output], {
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: dist },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`The package could not be made:\n${said}`);
  rmSync(dist, { recursive: true });
  return join(output, "linux-unpacked");
}

export interface PackedApp {
  child: ChildProcess;
  /** What it was started with, for a second start. */
  env: Record<string, string>;
  /** Evaluates an expression in the page and gives its value. */
  evaluate<T>(expression: string): Promise<T>;
  quit(): Promise<void>;
}

/** Starts the packed app. A fused package lets no debugger into its main process: its page is spoken to by raw CDP. */
export async function startPacked(
  executable: string,
  home: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<PackedApp> {
  const started = { ...ownEnvironment(home), DISPLAY: inject("display"), ...env };
  const child = spawn(executable, [...sandboxArgs, "--disable-gpu", "--remote-debugging-port=0", ...args], {
    env: started,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk) => (said += chunk));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const quit = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    const limit = setTimeout(() => child.kill("SIGKILL"), 10_000);
    await ended;
    clearTimeout(limit);
  };
  try {
    const listening = () => /DevTools listening on ws:\/\/(127\.0\.0\.1:\d+)/.exec(said)?.[1];
    await until(() => listening() !== undefined, { what: () => `the debugging port; it wrote: ${said}` });
    let address: string | undefined;
    await until(
      async () => {
        const targets = (await (await fetch(`http://${listening()}/json/list`)).json()) as {
          type: string;
          url: string;
          webSocketDebuggerUrl: string;
        }[];
        address = targets.find(
          ({ type, url }) => type === "page" && url.startsWith("app:"),
        )?.webSocketDebuggerUrl;
        return address !== undefined;
      },
      { what: () => `the window; it wrote: ${said}` },
    );
    const evaluate = await pageOf(address!);
    // While the page is exchanged for the app's own there is nothing to evaluate in.
    const ready = () => evaluate("document.readyState === 'complete'").catch(() => false);
    await until(async () => (await ready()) === true, { what: () => "the page" });
    return { child, env: started, evaluate, quit };
  } catch (error) {
    await quit();
    throw error;
  }
}

async function pageOf(address: string): Promise<PackedApp["evaluate"]> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  let last = 0;
  return <T>(expression: string) =>
    new Promise<T>((resolve, reject) => {
      const id = ++last;
      const onMessage = (data: WebSocket.RawData) => {
        const message = JSON.parse(String(data));
        if (message.id !== id) return;
        socket.off("message", onMessage);
        const { result, exceptionDetails } = message.result ?? {};
        if (exceptionDetails || !result) reject(new Error(JSON.stringify(message)));
        else resolve(result.value as T);
      };
      socket.on("message", onMessage);
      const params = { expression, awaitPromise: true, returnByValue: true };
      socket.send(JSON.stringify({ id, method: "Runtime.evaluate", params }));
    });
}

/** The names of the files in an `app.asar`, as its own header lists them. */
export function asarNames(file: string): string[] {
  const bytes = readFileSync(file);
  const header = JSON.parse(bytes.subarray(16, 16 + bytes.readUInt32LE(12)).toString("utf8"));
  return Object.keys(header.files);
}
