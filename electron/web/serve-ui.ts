import type { ContractHandler } from "../../shared/contract";
import { openPrivately } from "./browser";
import { startWebHost } from "./web-host";

export interface ServeUiOptions {
  handler: ContractHandler;
  rendererDir: string;
  port?: number;
  /** Whether to open the user's browser, where there is one. */
  open: boolean;
  /** Why there is no desktop window and how to get one, when the browser UI stands in for it. */
  fallbackReason?: string;
  /** serverId of the server that the page opens on. */
  serverId?: string;
  out: (line: string) => void;
  err: (line: string) => void;
  /** Ends it; besides SIGINT, SIGTERM and SIGHUP. */
  signal?: AbortSignal;
}

/**
 * The browser UI for `web`, and for `open` where there is no desktop: prints one line with the address and, if there
 * is one, one with the reason; resolves when it was ended and everything is closed.
 * @throws Error with a readable message when the port cannot be had
 */
export async function serveUi(options: ServeUiOptions): Promise<void> {
  const { out, err } = options;
  const withServer = (url: string) =>
    options.serverId === undefined ? url : `${url}&server=${encodeURIComponent(options.serverId)}`;
  const host = await startWebHost({
    handler: options.handler,
    rendererDir: options.rendererDir,
    port: options.port,
    log: err,
    onUsedLink: (url) => out(`That address was used before. A new one: ${withServer(url)}`),
  });
  const ended = endOf(options.signal);
  const address = withServer(host.url);
  out(`MCP Skill Inspector is at ${address}`);
  if (options.fallbackReason !== undefined) err(`No desktop window: ${options.fallbackReason}`);
  const forget = options.open ? await openPrivately(address) : undefined;
  await ended;
  await forget?.();
  await host.close();
}

/** Resolves at the first signal that ends a program; those that follow change nothing. */
function endOf(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => resolve());
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}
