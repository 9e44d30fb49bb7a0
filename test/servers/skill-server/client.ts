import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { onTestFinished } from "vitest";
import {
  createSkillServer,
  type SkillServer,
  type SkillServerOptions,
} from "../../../electron/engine/skill-server";

type Json = Record<string, unknown>;
/** A message as received, loosely typed: tests assert its shape. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests are about
export type Received = any;

export const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A temporary folder holding the given files; removed after the test. Keys are paths below it. */
export async function folderOf(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "skill-server-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) await put(folder, path, content);
  return folder;
}

export async function put(folder: string, path: string, content: string | Uint8Array): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** A valid SKILL.md. */
export function skillMd(name: string, body = "# Body\n", more = ""): string {
  return `---\nname: ${name}\ndescription: Does ${name}. Use when ${name} is needed.\n${more}---\n\n${body}`;
}

/** A server over folders, closed after the test. */
export async function serverOf(options: SkillServerOptions): Promise<SkillServer> {
  const server = await createSkillServer({ watch: false, ...options });
  onTestFinished(() => server.close());
  return server;
}

/** A client that speaks raw JSON-RPC over a pair of functions and keeps everything it receives. */
export class RawClient {
  readonly received: Received[] = [];
  /** Notifications only. */
  readonly notifications: Received[] = [];
  #waiting: { match: (message: Received) => boolean; resolve: (message: Received) => void }[] = [];
  #nextId = 1;

  constructor(
    readonly sendText: (text: string) => void,
    readonly era: "legacy" | "modern",
  ) {}

  accept(text: string): void {
    const message = JSON.parse(text) as Received;
    this.received.push(message);
    if (!Array.isArray(message) && message.method) this.notifications.push(message);
    const waiting = this.#waiting.find(({ match }) => match(message));
    if (!waiting) return;
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
    waiting.resolve(message);
  }

  /** The next message that fits; rejects after five seconds. */
  next(match: (message: Received) => boolean): Promise<Received> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("no such message within 5 s")), 5_000);
      this.#waiting.push({
        match,
        resolve: (message) => {
          clearTimeout(timer);
          resolve(message);
        },
      });
    });
  }

  /** Sends a request of the client's era; resolves with the whole answer, error or not. */
  async request(method: string, params: Json = {}): Promise<Received> {
    const id = this.#nextId++;
    const answer = this.next((message) => message.id === id && !message.method);
    const full = this.era === "modern" ? { _meta: MODERN_META, ...params } : params;
    this.sendText(JSON.stringify({ jsonrpc: "2.0", id, method, params: full }));
    return answer;
  }

  async initialize(protocolVersion = "2025-11-25"): Promise<Received> {
    const answer = await this.request("initialize", {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    });
    this.sendText(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
    return answer;
  }

  /** All pages of a list. */
  async all(method: string, field: string, params: Json = {}): Promise<Received[]> {
    const items: Received[] = [];
    let cursor: string | undefined;
    do {
      const { result } = await this.request(method, cursor === undefined ? params : { ...params, cursor });
      items.push(...result[field]);
      cursor = result.nextCursor;
    } while (cursor !== undefined);
    return items;
  }
}

/** A client connected in memory; a legacy one has shaken hands. */
export async function inMemory(server: SkillServer, era: "legacy" | "modern"): Promise<RawClient> {
  const session = server.session((text) => client.accept(text));
  const client = new RawClient((text) => session.receive(text), era);
  if (era === "legacy") await client.initialize();
  return client;
}

/** A client connected over two real streams; `end` closes the input and resolves when the server is done. */
export function overStdio(server: SkillServer, era: "legacy" | "modern") {
  const input = new PassThrough();
  const output = new PassThrough();
  const done = server.serveStdio(input, output);
  let held = "";
  output.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (held + chunk).split("\n");
    held = lines.pop() ?? "";
    for (const line of lines) client.accept(line);
  });
  const client = new RawClient((text) => void input.write(`${text}\n`), era);
  const end = async () => {
    input.end();
    await done;
  };
  return { client, input, output, end, ended: () => once(output, "end") };
}
