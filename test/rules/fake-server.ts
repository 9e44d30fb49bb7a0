import { createHash } from "node:crypto";
import { parseFrontmatter } from "../../shared/skill-file/frontmatter";
import { encodeSegment } from "../../shared/uri/skill-uri";

/** A server with skills that answers every request rightly, until a test makes it wrong in one way. */

export type Answer = { result: unknown } | { error: { code: unknown; message: unknown; data?: unknown } };
export type Params = Record<string, unknown>;
/** `meta` holds the keys of `_meta` that a modern request had. */
export type Handler = (params: Params, meta: ReadonlySet<string>) => Answer;

// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers to spoil them.
export type Loose = any;

export interface FakeFile {
  uri: string;
  mimeType: string;
  bytes: Uint8Array;
  /** Set for text files. */
  text?: string;
}

export interface FakeSkill {
  uri: string;
  root: string;
  entry: Loose;
  files: FakeFile[];
}

export const digestOf = (bytes: Uint8Array | string) =>
  `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
export const error = (code: number, message: string): Answer => ({ error: { code, message } });

const TYPES: Record<string, string> = {
  md: "text/markdown",
  png: "image/png",
  txt: "text/plain",
  json: "application/json",
};
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

export const SKILL_MD = (name: string, body = "# Body\n") =>
  `---\nname: ${name}\ndescription: Does the work of ${name}. Use when ${name} is due.\n---\n\n${body}`;

/** Files of one skill by their path, text or bytes. */
export type Files = Record<string, string | Uint8Array>;

const DEFAULT: Record<string, Files> = {
  "acme/billing/invoices": {
    "SKILL.md": SKILL_MD(
      "invoices",
      "# Invoices\n\nStart from [the form](templates/form.md).\n\n![Stamp](assets/stamp.png)\n",
    ),
    "templates/form.md": "# Invoice\n",
    "assets/stamp.png": PNG,
  },
  handbook: {
    "SKILL.md": SKILL_MD("handbook", "# Handbook\n\nSee [onboarding](onboarding/SKILL.md).\n"),
    "onboarding/SKILL.md": SKILL_MD("onboarding"),
  },
  "handbook/onboarding": { "SKILL.md": SKILL_MD("onboarding") },
  "acme/support/triage": { "SKILL.md": SKILL_MD("triage") },
};

export class FakeServer {
  capabilities: Loose = {
    resources: {},
    completions: {},
    extensions: { "io.modelcontextprotocol/skills": { directoryRead: true } },
  };
  instructions: unknown = "Start with skill://handbook/SKILL.md.";
  skills: FakeSkill[] = [];
  resources: Loose[] = [];
  templates: Loose[] = [
    { uriTemplate: "skill://acme/{team}/{skill}/SKILL.md", name: "skill-of-team", mimeType: "text/markdown" },
  ];
  readonly files = new Map<string, FakeFile>();
  readonly directories = new Map<string, Map<string, Loose>>();
  /** Elements of one page. */
  pageSize = 3;
  /** Whether `initialize` is answered too. */
  dualEra = false;

  constructor(
    readonly modern = true,
    skills: Record<string, Files> = DEFAULT,
  ) {
    for (const [path, files] of Object.entries(skills)) this.addSkill(path, files);
  }

  get first(): FakeSkill {
    return this.skills[0]!;
  }

  skill(name: string): FakeSkill {
    return this.skills.find(({ root }) => root.endsWith(name))!;
  }

  /** Serves and lists one more skill. `scheme` is `skill` unless given. */
  addSkill(path: string, files: Files, scheme = "skill"): FakeSkill {
    const root = `${scheme}://${path}`;
    const made = Object.entries(files).map(([name, content]) => this.addFile(root, name, content));
    const uri = `${root}/SKILL.md`;
    const md = files["SKILL.md"];
    const frontmatter = typeof md === "string" ? (parseFrontmatter(md).data ?? {}) : {};
    const resources = made.map(({ uri: of, bytes }) => ({
      uri: of,
      digest: digestOf(bytes),
      size: bytes.length,
    }));
    const skill = { uri, root, files: made, entry: { uri, frontmatter: { ...frontmatter }, resources } };
    this.skills.push(skill);
    this.resources.push({
      uri,
      name: frontmatter.name ?? path,
      description: frontmatter.description,
      mimeType: "text/markdown",
      size: made[0]?.bytes.length,
    });
    return skill;
  }

  /** Serves a file without listing it anywhere but in its directory. */
  addFile(root: string, path: string, content: string | Uint8Array): FakeFile {
    const uri = `${root}/${path.split("/").map(encodeSegment).join("/")}`;
    const file: FakeFile = {
      uri,
      mimeType: TYPES[path.split(".").at(-1)!] ?? "application/octet-stream",
      bytes: typeof content === "string" ? new TextEncoder().encode(content) : content,
      ...(typeof content === "string" ? { text: content } : {}),
    };
    this.files.set(uri, file);
    let child: Loose = { uri, mimeType: file.mimeType, size: file.bytes.length };
    for (let at = child.uri.lastIndexOf("/"); child.uri[at - 1] !== "/"; at = child.uri.lastIndexOf("/")) {
      const parent = child.uri.slice(0, at);
      const children = this.directories.get(parent) ?? new Map();
      this.directories.set(
        parent,
        children.set(child.uri, { name: decodeURIComponent(child.uri.slice(at + 1)), ...child }),
      );
      child = { uri: parent, mimeType: "inode/directory" };
    }
    return file;
  }

  /** Answers one request as it would come over the wire. */
  answer(method: string, params: Params, meta: ReadonlySet<string>): Answer {
    const handler = this.methods[method];
    if (!handler) return error(-32601, `Method not found: ${method}`);
    const lacks = ["protocolVersion", "clientCapabilities"].find((key) => !meta.has(key));
    if (this.modern && lacks && method !== "initialize") return error(-32602, `_meta lacks ${lacks}`);
    return handler(params, meta);
  }

  /** Changes what a method answers. */
  wrap(method: string, change: (answer: Loose, params: Params) => Answer | undefined): void {
    const right = this.methods[method]!;
    this.methods[method] = (params, meta) => {
      const answer = structuredClone(right(params, meta));
      return change(answer, params) ?? answer;
    };
  }

  methods: Record<string, Handler> = {
    initialize: () =>
      this.modern && !this.dualEra
        ? error(-32601, "Method not found: initialize")
        : {
            result: {
              protocolVersion: "2025-11-25",
              capabilities: this.capabilities,
              serverInfo: { name: "fake", version: "1" },
              instructions: this.instructions,
            },
          },
    "server/discover": () =>
      this.cacheable({
        supportedVersions: ["2026-07-28"],
        capabilities: this.capabilities,
        instructions: this.instructions,
      }),
    "skills/list": (params) =>
      this.page(
        "skills",
        this.skills.map(({ entry }) => entry),
        params,
      ),
    "skills/get": ({ uri }) => {
      const skill = this.skills.find((each) => each.uri === uri);
      if (skill) return this.cacheable({ skill: skill.entry });
      return error(-32602, uri === undefined ? "uri is missing" : `No skill is served at ${uri}`);
    },
    "resources/list": (params) => this.page("resources", this.resources, params),
    "resources/templates/list": (params) => this.page("resourceTemplates", this.templates, params),
    "resources/read": ({ uri }) => {
      const file = this.files.get(String(uri));
      if (!file) return error(this.modern ? -32602 : -32002, `Resource not found: ${uri}`);
      const body =
        file.text === undefined ? { blob: Buffer.from(file.bytes).toString("base64") } : { text: file.text };
      return this.cacheable({ contents: [{ uri, mimeType: file.mimeType, ...body }] });
    },
    "resources/directory/read": (params) => {
      const children = this.directories.get(String(params.uri));
      if (!children) return error(-32602, `${params.uri} is not a directory`);
      return this.page("resources", [...children.values()], params);
    },
    "completion/complete": (params) => {
      const { ref, argument, context } = params as Loose;
      if (!this.templates.some(({ uriTemplate }) => uriTemplate === ref.uri))
        return error(-32602, `No template ${ref.uri}`);
      const paths = this.skills.map(({ root }) => root.split("/").slice(2)).filter(([top]) => top === "acme");
      const values =
        argument.name === "team"
          ? paths.map((path) => path[1]!)
          : argument.name === "skill"
            ? paths.filter((path) => path[1] === context?.arguments?.team).map((path) => path[2]!)
            : [];
      const completion = { values: [...new Set(values)], hasMore: false };
      return { result: this.modern ? { completion, resultType: "complete" } : { completion } };
    },
  };

  private page(key: string, all: unknown[], params: Params): Answer {
    const at =
      params.cursor === undefined ? 0 : Number(/^p(\d+)$/.exec(String(params.cursor))?.[1] ?? Number.NaN);
    if (!(at < Math.max(all.length, 1))) return error(-32602, `Invalid cursor: ${params.cursor}`);
    const next = at + this.pageSize;
    return this.cacheable({
      [key]: all.slice(at, next),
      ...(next < all.length ? { nextCursor: `p${next}` } : {}),
    });
  }

  private cacheable(result: Record<string, unknown>): Answer {
    if (!this.modern) return { result };
    return {
      result: {
        ...result,
        resultType: "complete",
        ttlMs: 1000,
        cacheScope: "public",
        _meta: { "io.modelcontextprotocol/serverInfo": { name: "fake", version: "1" } },
      },
    };
  }
}
