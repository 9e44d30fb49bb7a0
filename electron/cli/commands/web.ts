import { openTarget } from "../../../shared/client/open-target";
import { createEngine } from "../../engine/engine";
import { VERSION } from "../../engine/version";
import { startWebHost } from "../../web/web-host";
import { EXIT } from "../exit";
import { runSignal } from "../interrupt";
import { print, remark } from "../output";
import { dataDir, RENDERER_DIR, SAMPLES_DIR, WORKER_FILE } from "../paths";
import { serverInput, type Target } from "../target";

export interface WebOptions {
  port?: number;
  /** Opens the address in the default browser. */
  openBrowser?: (url: string) => Promise<void>;
  /** Why the browser UI stands in for the desktop app. */
  fallbackReason?: string;
}

/** `web`: the UI in a browser, on loopback, until it is interrupted. @returns the exit code */
export async function web(target: Target, options: WebOptions): Promise<number> {
  const engine = createEngine({
    dataDir: dataDir(),
    host: "web",
    version: VERSION,
    samplesDir: SAMPLES_DIR,
    workerFile: WORKER_FILE,
    ...(options.fallbackReason ? { fallbackReason: options.fallbackReason } : {}),
    platform: {
      openExternal: async () => {
        throw new Error("The browser opens addresses itself.");
      },
      pickFolder: async () => {
        throw new Error("A browser cannot pick a folder of this machine; type its path.");
      },
    },
  });
  const { signal, done } = runSignal();
  await engine.start();
  const host = await startWebHost({
    handler: engine,
    rendererDir: RENDERER_DIR,
    port: options.port,
    log: (line) => void remark(line),
    onUsedLink: (url) => void print(`A fresh address: ${url}\n`),
  });
  try {
    if (target.kind !== "samples") await openTarget(engine, serverInput(target));
    await print(`MCP Skill Inspector: ${host.url}\n`);
    if (options.fallbackReason) await print(`${options.fallbackReason}\n`);
    await options.openBrowser?.(host.url);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  } finally {
    done();
    await host.close();
    await engine.close();
  }
  return EXIT.ok;
}
