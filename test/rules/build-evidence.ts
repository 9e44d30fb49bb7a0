import { createHash } from "node:crypto";
import type { Exchange, FileEvidence, ServerEvidence, SkillEvidence } from "../../shared/model/evidence";
import type { Rule, Scope, Subjects, Verdict } from "../../shared/rules/define-rule";
import { EvidenceIndex } from "../../shared/rules/evidence-index";
import { textFacts } from "../../shared/skill-file/text-facts";
import { encodeSegment } from "../../shared/uri/skill-uri";

/** Evidence for tests of rules, made from the text of files through the same code that the app reads them with. */

export interface SkillOptions {
  /** SKILL.md URI. Default `skill://<directory>/SKILL.md`. */
  uri?: string;
  /** Name of the directory. Default `demo`. */
  directory?: string;
  /** A folder target: files have paths, and there is no entry and no exchange. */
  folder?: boolean;
  /** The list entry as sent. Default: frontmatter and manifest that agree with the files; `null` for none. */
  entry?: unknown;
  /** Facts to change or drop, by the path of the file. */
  patch?: Record<string, Partial<FileEvidence>>;
  /** Leaves fields of the evidence as given. */
  evidence?: Partial<SkillEvidence>;
}

/**
 * Evidence of one skill.
 * @param files path below the skill root to content; `SKILL.md` is the skill's own
 */
export function skillFrom(
  files: Record<string, string | Uint8Array>,
  options: SkillOptions = {},
): SkillEvidence {
  const directory = options.directory ?? "demo";
  const base = options.folder ? "file:///work/skills" : "skill:/";
  const uri = options.uri ?? `${base}/${encodeSegment(directory)}/SKILL.md`;
  const root = uri.slice(0, uri.lastIndexOf("/"));
  const evidence = Object.entries(files).map(([path, content]) =>
    fileFrom(path, content, `${root}/${path.split("/").map(encodeSegment).join("/")}`, options),
  );
  const entry = options.entry === undefined && !options.folder ? entryFrom(uri, evidence) : options.entry;
  return {
    uri,
    source: options.folder ? "folder" : "skills/list",
    ...(options.folder ? { path: `skills/${directory}` } : {}),
    ...(entry === undefined || entry === null ? {} : { entry, listExchange: listing(entry) }),
    files: evidence,
    directories: [],
    resources: [],
    ...options.evidence,
  };
}

function fileFrom(
  path: string,
  content: string | Uint8Array,
  uri: string,
  options: SkillOptions,
): FileEvidence {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  const text = typeof content === "string" ? content : undefined;
  const part = text === undefined ? { blob: Buffer.from(bytes).toString("base64") } : { text };
  return {
    uri,
    source: options.folder ? "folder" : "manifest",
    facts: { digest, ...textFacts(bytes, uri) },
    ...(options.folder
      ? { path: `skills/${options.directory ?? "demo"}/${path}` }
      : {
          listed: { digest, size: bytes.length },
          read: exchange("resources/read", { uri }, "read", { contents: [{ uri, ...part }] }),
          parts: [{ uri, mimeType: undefined, body: text === undefined ? "blob" : "text" }],
        }),
    ...options.patch?.[path],
  };
}

function entryFrom(uri: string, files: FileEvidence[]): Record<string, unknown> {
  return {
    uri,
    frontmatter: files.find((file) => file.uri === uri)?.facts?.frontmatter?.data ?? {},
    resources: files.map((file) => ({ uri: file.uri, digest: file.facts?.digest, size: file.facts?.size })),
  };
}

let sent = 0;

/** An exchange that ended with a result. */
export function exchange(
  method: string,
  params: Record<string, unknown>,
  purpose: string,
  result: unknown,
): Exchange {
  sent += 1;
  return {
    id: `x${sent}`,
    method,
    params,
    purpose,
    outcome: { kind: "result", result },
    startedAt: 0,
    durationMs: 1,
  };
}

function listing(entry: unknown): Exchange {
  return exchange("skills/list", {}, "list", { skills: [entry] });
}

/** The index of a run that saw the given skills, and a server without anything else to say unless patched. */
export function indexFor(skills: SkillEvidence[], patch: Partial<ServerEvidence> = {}): EvidenceIndex {
  const folder = skills.length > 0 && skills.every((skill) => skill.source === "folder");
  const server: ServerEvidence = {
    folder,
    target: { label: "test", kind: folder ? "folder" : "stdio" },
    transport: folder ? "folder" : "stdio",
    ...(folder ? {} : { era: "legacy", protocolVersion: "2025-11-25" }),
    exchanges: [],
    wire: [],
    skillsPages: skills.flatMap((skill) => skill.listExchange ?? []),
    skillsWalk: { kind: "complete" },
    resourcePages: [],
    resourcesWalk: { kind: "complete" },
    templatePages: [],
    templatesWalk: { kind: "complete" },
    probes: { made: false, reason: "tests make none unless they say so" },
    changedDuringRun: false,
    conventions: [],
    ...patch,
  };
  return new EvidenceIndex(
    server,
    skills.map(({ uri, source, path, entry, listExchange }) => ({
      uri,
      source,
      ...(path === undefined ? {} : { path }),
      ...(entry === undefined ? {} : { entry }),
      ...(listExchange ? { exchangeId: listExchange.id } : {}),
    })),
  );
}

/** What one rule says of one subject. */
export function judge<S extends Scope>(rule: Rule<S>, subject: Subjects[S], index = indexFor([])): Verdict {
  return rule.check(subject, index);
}
