import { createSkillServer } from "../../engine/skill-server";
import { EXIT } from "../exit";
import { remark } from "../output";
import { SAMPLES_DIR } from "../paths";

export interface ServeOptions {
  convention: string;
  faults: string[];
}

/** `serve`: the built-in server over folders, on stdio. @returns the exit code once the client has gone */
export async function serve(folders: string[], options: ServeOptions): Promise<number> {
  const server = await createSkillServer({
    folders: folders.length > 0 ? folders : [SAMPLES_DIR],
    convention: options.convention,
    faults: options.faults,
    log: (line) => void remark(line),
  });
  try {
    await server.serveStdio(process.stdin, process.stdout);
  } finally {
    await server.close();
  }
  return EXIT.ok;
}
