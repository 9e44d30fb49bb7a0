import type { MemoryPeer } from "../connections/memory";
import type { SkillServer } from "../skill-server";
import type { LocalServers } from "./transports";

/** The skill servers that run in this process: the samples, and folders the user opened. Each is made once. */
export class LocalSkillServers implements LocalServers {
  private readonly made = new Map<string, Promise<SkillServer>>();

  constructor(
    private readonly samplesDir: string,
    private readonly warn: (message: string) => void,
  ) {}

  samples(): Promise<MemoryPeer> {
    return this.over(this.samplesDir, "skill-inspector-samples");
  }

  folder(path: string): Promise<MemoryPeer> {
    return this.over(path, "skill-inspector-folder");
  }

  async close(): Promise<void> {
    await Promise.all([...this.made.values()].map((server) => server.then((s) => s.close()).catch(() => {})));
    this.made.clear();
  }

  private over(folder: string, name: string): Promise<SkillServer> {
    const known = this.made.get(folder);
    if (known) return known;
    const server = this.make(folder, name);
    this.made.set(folder, server);
    server.catch(() => this.made.delete(folder));
    return server;
  }

  /** The built-in server is loaded when the first one is made: most commands never need it. */
  private async make(folder: string, name: string): Promise<SkillServer> {
    const { createSkillServer } = await import("../skill-server");
    return createSkillServer({ folders: [folder], name, log: this.warn });
  }
}
