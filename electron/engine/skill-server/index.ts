import { conventionById } from "./conventions";
import type { Site } from "./conventions/convention";
import { faultsById } from "./faults";
import { faultySite } from "./faults/site";
import { type Host, Session } from "./rpc/session";
import { Library } from "./scan/library";
import type { Skipped } from "./scan/skipped";
import { Follower } from "./scan/watch";
import { type HttpServer, serveHttp, serveSite } from "./transports/http";
import { serveMemory } from "./transports/memory";
import { serveLines } from "./transports/stdio";

export { conventions } from "./conventions";
export { faults, listFaults } from "./faults";
export { samplesFolder } from "./samples-folder";

export interface SkillServerOptions {
  /** Folders whose skills are served; nothing outside them is ever read. */
  folders: string[];
  /** How skills are shown; see `conventions/`. Default `sep-2640`. */
  convention?: string;
  /** Faults to commit on purpose; see `faults/`. */
  faults?: string[];
  /** Entries per page of every list. Default 100. */
  pageSize?: number;
  /** The server's name as it reports it. */
  name?: string;
  /** Told what a person should know, e.g. each folder or file left out. */
  log?: (line: string) => void;
  /** Follow changes on disk. Default true. */
  watch?: boolean;
}

export interface SkillServer {
  /** One client in memory: one JSON-RPC message text each way. */
  session(send: (text: string) => void): { receive(text: string): void; close(): void };
  /** One client over newline-delimited JSON. Resolves when the input ends and all is answered. */
  serveStdio(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<void>;
  /** Streamable HTTP on 127.0.0.1; port 0 takes any free one. Rejects when the port is taken. */
  serveHttp(options: { port: number; host?: "127.0.0.1" }): Promise<HttpServer>;
  /** Everything left out, with the reason. */
  readonly skipped: Skipped[];
  /** Told of each request once it is answered: one line. */
  onRequest?: (line: string) => void;
  close(): Promise<void>;
}

/**
 * Scans the folders and makes a server of them that speaks both protocol eras.
 * @throws Error for an unknown convention or page size
 */
export async function createSkillServer(options: SkillServerOptions): Promise<SkillServer> {
  const { folders, pageSize = 100, log = () => {} } = options;
  if (!Number.isInteger(pageSize) || pageSize < 1)
    throw new Error("pageSize must be a whole number from 1 up");
  const convention = conventionById(options.convention ?? "sep-2640");
  const library = new Library(folders, log);
  const faults = faultsById(options.faults ?? []);
  await library.scan();
  for (const { path, reason } of library.skipped) log(`left out ${path}: ${reason}`);
  const follower = options.watch === false ? undefined : new Follower(library, log);
  const sessions = new Set<Session>();
  const endpoints = new Set<() => Promise<void>>();

  const context = { library, pageSize };
  const clean = convention.serve?.(context);
  const served = clean && faults.reduce((left, fault) => fault.served?.(left) ?? left, clean);
  const pages = faultySite(convention.site?.(context), faults);
  const site: Site | undefined = pages && {
    page: async (path) => {
      const page = await pages.page(path);
      server.onRequest?.(`GET ${path} -> ${page ? "200" : "404"}`);
      return page;
    },
  };
  const serverInfo = { name: options.name ?? "skill-inspector-samples", version: "0.1.0" };
  const host: Host | undefined = served && {
    served,
    library,
    serverInfo,
    observe: (line) => server.onRequest?.(line),
    outgoing: (message) =>
      faults.reduce(
        (messages, { outgoing }) => (outgoing ? messages.flatMap(outgoing) : messages),
        [message],
      ),
  };
  const mcp = (): Host => {
    if (host) return host;
    throw new Error(`${convention.id} is a web site and speaks no MCP; serve it over HTTP`);
  };
  const open = (send: (text: string) => void) => {
    const session = new Session(mcp(), (message) => send(JSON.stringify(message)));
    sessions.add(session);
    return {
      receive: (text: string) => session.receive(text),
      close: () => {
        session.close();
        sessions.delete(session);
      },
    };
  };

  const server: SkillServer = {
    session: (send) => serveMemory(faults, send, log, open),
    serveStdio: async (input, output) => {
      mcp();
      await serveLines(input, output, faults, (text) => process.stderr.write(text), open);
    },
    async serveHttp({ port }) {
      const http = await (site ? serveSite(site, port) : serveHttp(mcp(), port, faults));
      const close = async () => {
        endpoints.delete(close);
        await http.close();
      };
      endpoints.add(close);
      return { url: http.url, close };
    },
    get skipped() {
      return library.skipped;
    },
    async close() {
      follower?.close();
      for (const session of sessions) session.close();
      sessions.clear();
      await Promise.all([...endpoints].map((close) => close()));
    },
  };
  return server;
}
