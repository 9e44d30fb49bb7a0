import { type ChildProcess, spawn } from "node:child_process";
import { cliFile, killGroup, ownEnvironment } from "./cli";
import { until } from "./until";

export interface WebUi {
  /** Address with the one-time token. */
  url: string;
  origin: string;
  child: ChildProcess;
  /** Everything it printed so far. */
  output(): string;
  /** Ends it as a user would, with Ctrl+C. @returns its exit code. */
  stop(): Promise<number | null>;
}

/** Starts `skill-inspector web` in a home of its own and waits for its address. */
export async function startWebUi(
  home: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<WebUi> {
  const child = spawn(process.execPath, [cliFile, "web", "--no-open", ...args], {
    env: { ...ownEnvironment(home), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  const address = () => /http:\/\/127\.0\.0\.1:\d+\/\S*#token=\S+/.exec(output)?.[0];
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  try {
    await until(() => address() !== undefined || child.exitCode !== null, {
      what: () => `the web UI printed its address, but it printed: ${output}`,
      timeoutMs: 20_000,
    });
    if (address() === undefined) throw new Error(`The web UI ended with ${child.exitCode}: ${output}`);
  } catch (error) {
    killGroup(child);
    throw error;
  }
  const url = address()!;
  return {
    url,
    origin: new URL(url).origin,
    child,
    output: () => output,
    async stop() {
      child.kill("SIGINT");
      const limit = setTimeout(() => killGroup(child), 10_000);
      const code = await ended;
      clearTimeout(limit);
      return code;
    },
  };
}
