import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fillFacts, splitContents } from "../../electron/engine/inspection/workers/facts";
import type {
  DirectoryEvidence,
  Exchange,
  FileEvidence,
  ServerEvidence,
  SkillBrief,
  SkillEvidence,
} from "../../shared/model/evidence";
import { listOf } from "../../shared/rules/evidence-index";
import { isRecord, member } from "../../shared/rules/values";
import { skillRoot } from "../../shared/uri/skill-uri";

/** Recorded sessions with real servers as evidence. They lie beside the repository where the product is developed. */

const folder = fileURLToPath(new URL("../../../shared/peers/transcripts/", import.meta.url));

/** Names of the recorded sessions that match, none where they are not there. */
export function transcripts(pattern: RegExp): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => pattern.test(name)) : [];
}

interface Message {
  dir: "->" | "<-";
  status?: number;
  msg: {
    id?: unknown;
    method?: string;
    params?: Record<string, unknown>;
    result?: unknown;
    error?: { code: unknown; message: unknown };
  };
}

export interface TranscriptEvidence {
  server: ServerEvidence;
  briefs: SkillBrief[];
  skills: SkillEvidence[];
}

/** Reads one recorded session. What it sent oddly on purpose becomes the probe that asks the same. */
export function transcriptEvidence(name: string): TranscriptEvidence {
  const recorded = JSON.parse(readFileSync(`${folder}${name}`, "utf8"));
  const exchanges = pair(recorded.messages);
  const of = (method: string) => exchanges.filter((exchange) => exchange.method === method);
  const handshake = exchanges.find(({ method }) => method === "initialize" || method === "server/discover");
  if (handshake) handshake.purpose = "handshake";
  const skillsPages = of("skills/list").filter(({ params }) => params.cursor !== "bogus");
  const briefs = skillsPages.flatMap((page) =>
    listOf(page, "skills").map(
      (entry): SkillBrief => ({
        uri: String(member(entry, "uri")),
        source: "skills/list",
        entry,
        exchangeId: page.id,
      }),
    ),
  );
  for (const exchange of exchanges)
    if (exchange.purpose === "") exchange.purpose = purposeOf(exchange, briefs);
  const result = handshake?.outcome.kind === "result" ? handshake.outcome.result : undefined;
  const isModern = handshake?.method === "server/discover";
  const capabilities = member(result, "capabilities");
  const skills = briefs.map((brief) => skillOf(brief, skillsPages[0]!, exchanges, of("resources/list")));
  const kept = new Set(
    skills.flatMap((skill) => [
      skill.get,
      ...skill.files.map(({ read }) => read),
      ...skill.directories.flatMap(({ pages }) => pages),
    ]),
  );
  const complete = { kind: "complete" } as const;
  const server: ServerEvidence = {
    folder: false,
    target: { label: name, kind: recorded.transport },
    transport: recorded.transport === "stdio" ? "stdio" : "http",
    era: isModern ? "modern" : "legacy",
    protocolVersion: isModern ? "2026-07-28" : String(member(result, "protocolVersion")),
    handshake: result,
    ...(isRecord(capabilities) ? { capabilities } : {}),
    instructions: member(result, "instructions"),
    exchanges: exchanges.filter((exchange) => !kept.has(exchange)),
    wire: [],
    skillsPages,
    skillsWalk: complete,
    resourcePages: of("resources/list"),
    resourcesWalk: complete,
    templatePages: of("resources/templates/list"),
    templatesWalk: complete,
    probes: { made: true },
    changedDuringRun: false,
    conventions: [],
  };
  return { server, briefs, skills };
}

function pair(messages: Message[]): Exchange[] {
  const open = new Map<unknown, Exchange>();
  const all: Exchange[] = [];
  for (const { dir, msg, status } of messages) {
    // An HTTP answer without a body, as to a notification.
    if (!msg) continue;
    if (dir === "->" && msg.id !== undefined) {
      const { _meta, ...params } = msg.params ?? {};
      const exchange: Exchange = {
        id: `x${all.length + 1}`,
        method: msg.method!,
        params,
        purpose: "",
        outcome: { kind: "none", reason: "not answered in the recording", problem: "closed" },
        startedAt: 0,
        durationMs: 1,
      };
      open.set(msg.id, exchange);
      all.push(exchange);
    }
    const exchange = dir === "<-" ? open.get(msg.id) : undefined;
    if (!exchange) continue;
    exchange.outcome = msg.error ? { kind: "error", ...msg.error } : { kind: "result", result: msg.result };
    if (status !== undefined) exchange.httpStatus = status;
  }
  return all;
}

/** The purpose the collector would have had for a recorded request. */
function purposeOf(exchange: Exchange, briefs: SkillBrief[]): string {
  const { method, params } = exchange;
  const uri = String(params.uri);
  const listed = briefs.some((brief) => brief.uri === uri);
  switch (method) {
    case "skills/list":
      return params.cursor === "bogus" ? "probe:list-bad-cursor" : "list";
    case "skills/get":
      if (params.uri === undefined) return "probe:get-no-uri";
      if (listed) return "get";
      if (/no-such/.test(uri)) return "probe:unknown-skill";
      return uri.endsWith("/SKILL.md") ? "probe:get-unlisted" : "probe:get-not-skillmd";
    case "resources/read":
      if (/nope/.test(uri)) return "probe:read-unknown-file";
      return /^foo:|no-such/.test(uri) ? "probe:unknown-resource" : "read";
    case "resources/directory/read":
      if (uri.endsWith("/SKILL.md")) exchange.tag = "file";
      if (/nope/.test(uri)) exchange.tag = "nothing";
      if (exchange.tag) return "probe:directory-not-directory";
      return uri.endsWith("/") ? "probe:directory-trailing-slash" : "directory";
    case "completion/complete": {
      const unknown = /nope/.test(JSON.stringify(params.ref));
      exchange.tag = unknown ? "template" : "argument";
      return "probe:completion-unknown";
    }
    default:
      return "list";
  }
}

function skillOf(
  brief: SkillBrief,
  page: Exchange,
  exchanges: Exchange[],
  resourcePages: Exchange[],
): SkillEvidence {
  const root = skillRoot(brief.uri)!;
  const find = (method: string, uri: string) =>
    exchanges.find((exchange) => exchange.method === method && exchange.params.uri === uri);
  const resources = member(brief.entry, "resources");
  const files = (Array.isArray(resources) ? resources : []).map((item): FileEvidence => {
    const file: FileEvidence = {
      uri: String(member(item, "uri")),
      source: "manifest",
      listed: { digest: member(item, "digest"), size: member(item, "size") },
    };
    const read = find("resources/read", file.uri);
    if (!read) return { ...file, notRead: "not read in the recording" };
    file.read = read;
    if (read.outcome.kind !== "result") return file;
    const { parts, body } = splitContents(read.outcome.result, file.uri);
    file.parts = parts;
    fillFacts(file, body);
    return file;
  });
  const directories = exchanges
    .filter(({ purpose, params }) => purpose === "directory" && `${params.uri}/`.startsWith(`${root}/`))
    .map((directory): DirectoryEvidence => {
      const uri = String(directory.params.uri);
      return {
        uri,
        path: uri.slice(root.length + 1),
        pages: [directory],
        children: listOf(directory, "resources"),
        complete: true,
      };
    });
  const get = find("skills/get", brief.uri);
  return {
    uri: brief.uri,
    source: "skills/list",
    entry: brief.entry,
    listExchange: page,
    ...(get ? { get } : {}),
    files,
    directories,
    resources: resourcePages
      .flatMap((each) => listOf(each, "resources"))
      .filter((item) => String(member(item, "uri")).startsWith(`${root}/`)),
    partial: "the recording reads only some of the files",
  };
}
