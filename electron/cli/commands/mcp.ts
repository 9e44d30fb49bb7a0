import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { dispatch } from "../../../shared/client/dispatch";
import { openTarget } from "../../../shared/client/open-target";
import { defaultDataDir } from "../../engine/data-dir";
import { createEngine } from "../../engine/engine";
import { VERSION } from "../../engine/version";
import { assistantServer } from "../assistant/tools";
import { EXIT } from "../exit";
import { SAMPLES_DIR, WORKER_FILE } from "../paths";
import { serverInput, type Target } from "../target";

/**
 * `mcp`: the inspector as an MCP server on stdio. With targets only these are reached, else the servers the user
 * configured in the app. Nothing the user configured is changed. @returns the exit code once the client has gone
 */
export async function mcp(targets: Target[]): Promise<number> {
  const own = targets.length > 0 ? await mkdtemp(join(tmpdir(), "skill-inspector-")) : undefined;
  const engine = createEngine({
    dataDir: own ?? defaultDataDir(),
    host: "web",
    version: VERSION,
    samplesDir: SAMPLES_DIR,
    workerFile: WORKER_FILE,
    autoConnect: false,
    readOnly: true,
    platform: {
      openExternal: async () => {
        throw new Error("An assistant opens no addresses.");
      },
      pickFolder: async () => null,
    },
  });
  try {
    await engine.start();
    if (own) {
      if (!targets.some(({ kind }) => kind === "samples"))
        await dispatch(engine, "servers.remove", { serverId: "samples" });
      for (const target of targets)
        if (target.kind !== "samples") await openTarget(engine, serverInput(target));
    }
    serveStdio(() => assistantServer(engine, VERSION));
    await new Promise<void>((resolve) => {
      process.stdin.once("end", resolve).once("close", resolve);
      for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => resolve());
    });
  } finally {
    await engine.close();
    if (own) await rm(own, { recursive: true, force: true });
  }
  return EXIT.ok;
}
