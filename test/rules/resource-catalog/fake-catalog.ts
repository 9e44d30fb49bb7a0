import type { ExchangeOutcome } from "../../../shared/model/evidence";
import { failure, type Loose, type Params, result } from "../convention-evidence";

/** A server of the contract that is right in everything, until a test makes it wrong in one way. */

const JSON_TYPE = "application/json";
const MARKDOWN = "text/markdown";
const skillMd = (id: string, more = "") =>
  `---\nname: ${id}\ndescription: Does the work of ${id}. Use when ${id} is due.\n${more}---\n\n# ${id}\n\nSee [forms](references/FORMS.md).\n`;

interface Content {
  text: string;
  mimeType?: string;
}

export class FakeCatalog {
  capabilities: Loose = { resources: {}, prompts: {} };
  skills: Loose[] = [
    { id: "git-workflow", name: "git-workflow", description: "Branch.", tags: ["vcs"], capabilities: [] },
    { id: "pdf-processing", name: "pdf", description: "Fill.", tags: [], capabilities: ["forms"] },
  ];
  prompts: Loose[] = [
    {
      id: "review-form",
      name: "review-form",
      description: "Check a form.",
      tags: ["vcs"],
      version: "1.0.0",
      document: "resource://prompts/review-form/document",
    },
    {
      id: "write-form",
      name: "write-form",
      description: "Write a form.",
      tags: [],
      version: 2,
      document: "resource://prompts/write-form/document",
    },
  ];
  promptList: Loose = [{ name: "review-form", arguments: [{ name: "form", required: true }] }];
  /** How the indexes wrap their records. */
  wrap = (key: string, records: Loose[]): unknown => ({ [key]: records });
  /** Keys that the query of an index takes; others are ignored. */
  readonly keys: Record<string, string[]> = {
    skills: ["q", "tag", "capability", "limit", "cursor"],
    prompts: ["q", "tag", "limit", "cursor"],
  };
  rejectsUnknown = (_kind: string): boolean => false;
  readonly contents = new Map<string, Content>();
  resources: Loose[] = [
    { uri: "resource://catalog/skills_index", name: "skills_index", mimeType: JSON_TYPE },
    { uri: "resource://catalog/prompts_index", name: "prompts_index", mimeType: JSON_TYPE },
    { uri: "resource://skills/git-workflow/document", name: "git-workflow", mimeType: MARKDOWN },
    { uri: "resource://skills/pdf-processing/document", name: "pdf-processing", mimeType: MARKDOWN },
    { uri: "resource://skills/pdf-processing/references/forms", name: "forms", mimeType: MARKDOWN },
    { uri: "resource://docs/skills/pdf-processing/references/FORMS.md", name: "FORMS", mimeType: MARKDOWN },
  ];
  templates: Loose[] = [
    ["resource://catalog/skills_index{?q,tag,capability,cursor,limit}", JSON_TYPE],
    ["resource://catalog/prompts_index{?q,tag,cursor,limit}", JSON_TYPE],
    ["resource://catalog/skills/{skill_id}", JSON_TYPE],
    ["resource://skills/{skill_id}/references/{ref_id}", MARKDOWN],
    ["resource://docs/{path*}", MARKDOWN],
  ].map(([uriTemplate, mimeType]) => ({ uriTemplate, name: "t", mimeType }));
  /** The answer for what is not there. */
  missing = (uri: string): ExchangeOutcome => failure(-32002, `Resource not found: ${uri}`);
  /** Reads before anything else looks at them. */
  intercept: ((uri: string) => ExchangeOutcome | undefined) | undefined;

  constructor() {
    this.put("resource://skills/git-workflow/document", skillMd("git-workflow"));
    this.put("resource://skills/pdf-processing/document", skillMd("pdf-processing"));
    this.put("resource://skills/pdf-processing/references/forms", "# Forms\n");
    this.put("resource://docs/index.md", "# Index\n");
    this.put("resource://docs/skills/pdf-processing/references/FORMS.md", "# Forms\n");
    for (const { id } of this.prompts) this.put(`resource://prompts/${id}/document`, `# ${id}\n`);
    const [git, pdf] = this.skills;
    this.record("skills", { ...git, document: "resource://skills/git-workflow/document", references: [] });
    this.record("skills", {
      ...pdf,
      document: "resource://skills/pdf-processing/document",
      references: ["forms"],
    });
    const [review, write] = this.prompts;
    this.record("prompts", { ...review, arguments: [{ name: "form", required: true }] });
    this.record("prompts", write);
  }

  put(uri: string, text: string, mimeType: string | undefined = MARKDOWN): void {
    this.contents.set(uri, { text, mimeType });
  }

  record(kind: "skills" | "prompts", record: Loose): void {
    this.put(`resource://catalog/${kind}/${record.id}`, JSON.stringify(record), JSON_TYPE);
  }

  /** Changes the JSON of a record. */
  change(uri: string, change: (record: Loose) => Loose): void {
    this.put(uri, JSON.stringify(change(JSON.parse(this.contents.get(uri)!.text))), JSON_TYPE);
  }

  document(id: string, more: string): void {
    this.put(`resource://skills/${id}/document`, skillMd(id, more));
  }

  readonly answer = (method: string, params: Params): ExchangeOutcome => {
    switch (method) {
      case "initialize":
        return result({ protocolVersion: "2025-11-25", capabilities: this.capabilities });
      case "resources/list":
        return result({ resources: this.resources });
      case "resources/templates/list":
        return result({ resourceTemplates: this.templates });
      case "prompts/list":
        return result({ prompts: this.promptList });
      case "resources/read":
        return this.read(String(params.uri));
      default:
        return failure(-32601, "Method not found");
    }
  };

  /** A read that gives this text. */
  content(uri: string, text: string, mimeType?: string): ExchangeOutcome {
    return result({ contents: [{ uri, text, ...(mimeType === undefined ? {} : { mimeType }) }] });
  }

  read(uri: string): ExchangeOutcome {
    const taken = this.intercept?.(uri);
    if (taken) return taken;
    const [, kind, query] = /^resource:\/\/catalog\/(skills|prompts)_index(?:\?(.*))?$/.exec(uri) ?? [];
    if (kind === "skills" || kind === "prompts") {
      const keys = new URLSearchParams(query ?? "");
      if (this.rejectsUnknown(kind) && [...keys.keys()].some((key) => !this.keys[kind]!.includes(key)))
        return failure(-32602, "unknown query key");
      return this.content(uri, JSON.stringify(this.index(kind, keys)), JSON_TYPE);
    }
    const content =
      this.contents.get(uri) ?? this.contents.get(decodeURIComponent(uri).replace(/^(?!resource).*/, ""));
    return content ? this.content(uri, content.text, content.mimeType) : this.missing(uri);
  }

  private index(kind: "skills" | "prompts", query: URLSearchParams): unknown {
    const value = (key: string) => (this.keys[kind]!.includes(key) ? query.get(key) || undefined : undefined);
    const has = (list: unknown, wanted: string | undefined) =>
      wanted === undefined || (Array.isArray(list) && list.includes(wanted));
    const found = this[kind]
      .filter((each) => !value("q") || JSON.stringify(each).includes(value("q")!))
      .filter((each) => has(each.tags, value("tag")) && has(each.capabilities, value("capability")));
    const start = Number(value("cursor") ?? 0);
    const end = start + Number(value("limit") ?? found.length);
    const wrapped = this.wrap(kind, found.slice(start, end));
    return end < found.length && !Array.isArray(wrapped)
      ? { ...(wrapped as object), nextCursor: String(end) }
      : wrapped;
  }
}
