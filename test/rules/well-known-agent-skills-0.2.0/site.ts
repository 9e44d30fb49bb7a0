import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { packTarGz } from "../../../electron/engine/skill-server/conventions/pack";
import type { Loose } from "../convention-evidence";

/** A real web site that publishes skills rightly, until a test makes it wrong in one way. */

export const digestOf = (bytes: Uint8Array | string) =>
  `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
export const skillMd = (name: string) =>
  `---\nname: ${name}\ndescription: Does the work of ${name}. Use when ${name} is due.\n---\n\n# ${name}\n`;
const description = (name: string) => `Does the work of ${name}. Use when ${name} is due.`;
export const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const BASE = "/.well-known/agent-skills/";

export interface Page {
  status?: number;
  headers: Record<string, string>;
  body: Buffer;
  /** HEAD is refused. */
  noHead?: boolean;
  /** HEAD gives these headers instead. */
  headHeaders?: Record<string, string>;
  /** Never answers. */
  hangs?: boolean;
}

export class Site {
  readonly pages = new Map<string, Page>();
  /** `METHOD path` of every request, in the order they came. */
  readonly asked: string[] = [];
  index: Loose = { $schema: SCHEMA, skills: [] };
  /** What is answered for everything else. */
  fallback: Page = {
    status: 404,
    headers: { "content-type": "text/plain" },
    body: Buffer.from("Not Found\n"),
  };
  url = "";
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      const path = request.url ?? "";
      this.asked.push(`${request.method} ${path}`);
      const page = this.pages.get(path) ?? (path === `${BASE}index.json` ? this.indexPage : this.fallback);
      if (page.hangs) return;
      const head = request.method === "HEAD";
      if (head && page.noHead) return void response.writeHead(405).end();
      response.writeHead(page.status ?? 200, head ? (page.headHeaders ?? page.headers) : page.headers);
      response.end(head ? undefined : page.body);
    });
  }

  indexHeaders: Record<string, string> = {
    "content-type": "application/json",
    "cache-control": "max-age=60",
    "access-control-allow-origin": "*",
  };

  private get indexPage(): Page {
    return { headers: this.indexHeaders, body: Buffer.from(JSON.stringify(this.index)) };
  }

  put(path: string, type: string, body: Buffer | string, headers: Record<string, string> = {}): Page {
    const page: Page = {
      headers: { ...this.indexHeaders, "content-type": type, ...headers },
      body: Buffer.from(body),
    };
    this.pages.set(path.startsWith("/") ? path : BASE + path, page);
    return page;
  }

  /** Publishes a skill of one file. @returns its entry */
  skill(name: string, text = skillMd(name)): Loose {
    const page = this.put(`${name}/SKILL.md`, "text/markdown; charset=utf-8", text);
    return this.entry(name, "skill-md", `${BASE}${name}/SKILL.md`, page.body);
  }

  /** Publishes a skill as an archive. @returns its entry */
  archive(name: string, body: Buffer, ending = "tar.gz", type = "application/gzip"): Loose {
    this.put(`${name}.${ending}`, type, body);
    return this.entry(name, "archive", `${name}.${ending}`, body);
  }

  private entry(name: string, type: string, url: string, body: Buffer): Loose {
    const made = { name, type, description: description(name), url, digest: digestOf(body) };
    this.index.skills.push(made);
    return made;
  }

  /** Listens until the test is done. */
  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    onTestFinished(() => {
      this.server.closeAllConnections();
      this.server.close();
    });
    return this;
  }
}

export const files = (entries: Record<string, string>) =>
  packTarGz(Object.entries(entries).map(([path, text]) => ({ path, bytes: Buffer.from(text) })));

/** A site with a skill of one file and one of several. */
export async function rightSite(): Promise<Site> {
  const site = new Site();
  site.skill("git-workflow");
  site.archive(
    "pdf-processing",
    files({ "SKILL.md": skillMd("pdf-processing"), "references/FORMS.md": "# Forms\n" }),
  );
  return site.start();
}
