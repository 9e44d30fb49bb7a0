import { once } from "node:events";
import { ConnectionError } from "../../engine/connections/connection-error";
import { checkChoice } from "../../engine/serving/choice";
import { createSkillServer, listFaults, type SkillServer } from "../../engine/skill-server";
import { EXIT, UsageError } from "../exit";
import { runSignal } from "../interrupt";
import { print, remark } from "../output";
import { SAMPLES_DIR } from "../paths";

export interface ServeOptions {
  convention: string;
  faults: string[];
  /** Port for HTTP on this machine; absent means stdio. */
  http?: number;
}

/** `serve --list-faults`: every fault with what it does and what a correct client does about it. */
export async function printFaults(): Promise<number> {
  await print(`${listFaults().join("\n")}\n`);
  return EXIT.ok;
}

/**
 * `serve`: the built-in server over folders, on stdio until the client has gone, or on HTTP until Ctrl-C.
 * @returns 0, or 1 when a fault ended the server as a crash would
 * @throws UsageError for an unknown convention or fault, a missing folder, or a port in use
 */
export async function serve(folders: string[], options: ServeOptions): Promise<number> {
  const { convention, faults, http } = options;
  const chosen = folders.length > 0 ? folders : [SAMPLES_DIR];
  const over = http === undefined ? "stdio" : "http";
  await checkChoice({ folders: chosen, convention, faults }, over).catch(asUsage);
  const server = await createSkillServer({
    folders: chosen,
    convention,
    faults,
    log: (line) => void remark(line),
  });
  const { signal, done } = runSignal();
  const interrupted = signal.aborted ? Promise.resolve() : once(signal, "abort");
  try {
    if (http === undefined) return await overStdio(server, interrupted);
    const { url } = await server.serveHttp({ port: http }).catch(asUsage);
    await remark(`Serving ${chosen.join(", ")} as ${convention} at ${url}`);
    await remark("Press Ctrl-C to end.");
    await interrupted;
    return EXIT.ok;
  } finally {
    done();
    await server.close();
  }
}

async function overStdio(server: SkillServer, interrupted: Promise<unknown>): Promise<number> {
  try {
    await Promise.race([server.serveStdio(process.stdin, process.stdout), interrupted]);
    return EXIT.ok;
  } catch (error) {
    await remark(error instanceof Error ? error.message : String(error));
    return EXIT.findings;
  }
}

function asUsage(error: unknown): never {
  if (error instanceof ConnectionError) throw new UsageError(error.problem.message, error.problem.hint);
  throw new UsageError(error instanceof Error ? error.message : String(error));
}
