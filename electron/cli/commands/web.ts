import { openTarget } from "../../../shared/client/open-target";
import { defaultDataDir } from "../../engine/data-dir";
import { createEngine } from "../../engine/engine";
import { VERSION } from "../../engine/version";
import { serveUi } from "../../web/serve-ui";
import { ListenError } from "../../web/web-host";
import { createWebPlatform } from "../../web/web-platform";
import { EXIT, UsageError } from "../exit";
import { launch } from "../launch";
import { remark } from "../output";
import { DIST, RENDERER_DIR, SAMPLES_DIR, WORKER_FILE } from "../paths";
import { serverInput, type Target } from "../target";

export interface WebOptions {
  port?: number;
  /** Whether to open the address in the default browser, where there is one. */
  openBrowser: boolean;
  /** Why the browser UI stands in for the desktop app. */
  fallbackReason?: string;
}

/** `web`: the UI in a browser, on loopback, until it is interrupted. @returns the exit code */
export async function web(target: Target, options: WebOptions): Promise<number> {
  const engine = createEngine({
    dataDir: defaultDataDir(),
    host: "web",
    version: VERSION,
    samplesDir: SAMPLES_DIR,
    workerFile: WORKER_FILE,
    ...(options.fallbackReason ? { fallbackReason: options.fallbackReason } : {}),
    platform: createWebPlatform(),
  });
  await engine.start();
  try {
    await serveUi({
      handler: engine,
      rendererDir: RENDERER_DIR,
      port: options.port,
      open: options.openBrowser,
      fallbackReason: options.fallbackReason,
      ...(target.kind === "samples" ? {} : { serverId: await openTarget(engine, serverInput(target)) }),
      out: (line) => process.stdout.write(`${line}\n`),
      err: (line) => void remark(line),
    });
  } catch (error) {
    throw error instanceof ListenError ? new UsageError(error.message) : error;
  } finally {
    await engine.close();
  }
  return EXIT.ok;
}

/** `open`: the desktop app where it can be had, else the browser UI. @returns the exit code */
export function open(target: Target, options: WebOptions): Promise<number> {
  return launch({
    distDir: DIST,
    ...(target.kind === "samples" ? {} : { target: serverInput(target) }),
    web: (reason) => web(target, { ...options, fallbackReason: reason }),
    err: (line) => void remark(line),
  });
}
