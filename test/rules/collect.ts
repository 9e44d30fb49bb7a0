import { sameEntry } from "../../electron/engine/inspection/compare-entries";
import { fillFacts, splitContents } from "../../electron/engine/inspection/workers/facts";
import type {
  DirectoryEvidence,
  Exchange,
  FileEvidence,
  ServerEvidence,
  SkillBrief,
  SkillEvidence,
  WalkEnd,
} from "../../shared/model/evidence";
import { probesByProfile } from "../../shared/rules/all-probes";
import { EvidenceIndex, listOf } from "../../shared/rules/evidence-index";
import { nextCursor } from "../../shared/rules/probe";
import { isRecord, member } from "../../shared/rules/values";
import { resolveLink } from "../../shared/skill-file/resolve-link";
import { hasDotSegments } from "../../shared/uri/rfc3986";
import { skillRoot } from "../../shared/uri/skill-uri";
import { briefsOf, repeats, secondRead } from "./collect-parts";
import type { FakeServer, Params } from "./fake-server";

/** Everything the app would see of a fake server: the collector in small, without transports and threads. */

export interface Collected {
  server: ServerEvidence;
  briefs: SkillBrief[];
  skills: SkillEvidence[];
}

export interface CollectOptions {
  probes?: boolean;
  transport?: ServerEvidence["transport"];
  /** Probes that are only sent when forced. */
  forced?: boolean;
}

const META = ["protocolVersion", "clientCapabilities", "clientInfo"];

export function collect(fake: FakeServer, options: CollectOptions = {}): Collected {
  return new Run(fake, options).collect();
}

class Run {
  private sent = 0;

  constructor(
    private readonly fake: FakeServer,
    private readonly options: CollectOptions,
  ) {}

  collect(): Collected {
    const { fake, options } = this;
    const handshake = fake.modern
      ? this.ask("server/discover", {}, "handshake")
      : this.ask("initialize", {}, "handshake");
    const result = handshake.outcome.kind === "result" ? handshake.outcome.result : undefined;
    const capabilities = member(result, "capabilities");
    const declaration = member(member(capabilities, "extensions"), "io.modelcontextprotocol/skills");
    const hasResources = member(capabilities, "resources") !== undefined;
    const skills = this.walk(isRecord(declaration), "skills/list", "skills", "list");
    const resources = this.walk(hasResources, "resources/list", "resources", "resources");
    const templates = this.walk(hasResources, "resources/templates/list", "resourceTemplates", "templates");
    const twice = repeats(skills.pages);
    const again = twice ? this.walk(true, "skills/list", "skills", "refetch") : undefined;
    const briefs = briefsOf(skills.pages, resources.pages);
    const server: ServerEvidence = {
      folder: false,
      target: { label: "fake", kind: "stdio" },
      transport: options.transport ?? "stdio",
      era: fake.modern ? "modern" : "legacy",
      protocolVersion: fake.modern ? "2026-07-28" : "2025-11-25",
      handshake: result,
      ...(isRecord(capabilities) ? { capabilities } : {}),
      instructions: member(result, "instructions"),
      exchanges: [
        handshake,
        ...skills.pages,
        ...resources.pages,
        ...templates.pages,
        ...(again?.pages ?? []),
      ],
      wire: [],
      skillsPages: skills.pages,
      ...(again ? { skillsPagesAgain: again.pages } : {}),
      skillsWalk: skills.end,
      resourcePages: resources.pages,
      resourcesWalk: resources.end,
      templatePages: templates.pages,
      templatesWalk: templates.end,
      probes: { made: false, reason: "probes were switched off" },
      changedDuringRun: false,
      conventions: [],
    };
    const directoryRead = member(declaration, "directoryRead") === true;
    const evidence = briefs.map((brief) =>
      this.skill(brief, skills.pages, resources.pages, briefs, isRecord(declaration), directoryRead),
    );
    if (options.probes !== false) this.probe(server, briefs, evidence);
    return { server, briefs, skills: evidence };
  }

  private ask(method: string, params: Params, purpose: string, omit: string[] = []): Exchange {
    const meta = new Set(META.filter((key) => !omit.includes(`io.modelcontextprotocol/${key}`)));
    const answer = structuredClone(this.fake.answer(method, params, meta));
    this.sent += 1;
    return {
      id: `x${this.sent}`,
      method,
      params,
      purpose,
      outcome:
        "error" in answer ? { kind: "error", ...answer.error } : { kind: "result", result: answer.result },
      startedAt: 0,
      durationMs: 1,
    };
  }

  private walk(
    asked: boolean,
    method: string,
    key: string,
    purpose: string,
    params: Params = {},
  ): { pages: Exchange[]; end: WalkEnd } {
    if (!asked) return { pages: [], end: { kind: "not-asked", reason: "the capability is not declared" } };
    const pages: Exchange[] = [];
    const cursors = new Set<string>();
    let cursor: string | undefined;
    for (;;) {
      const page = this.ask(method, cursor === undefined ? params : { ...params, cursor }, purpose);
      pages.push(page);
      if (page.outcome.kind !== "result") return { pages, end: { kind: "error", exchangeId: page.id } };
      const next = nextCursor(page);
      if (next === undefined) return { pages, end: { kind: "complete" } };
      if (cursors.has(next))
        return { pages, end: { kind: "repeated-cursor", cursor: next, exchangeId: page.id } };
      if (pages.length > 1 && pages.length > 50)
        return { pages, end: { kind: "limit", reason: "stopped after 50 pages" } };
      const before = new Set(
        pages.slice(0, -1).flatMap((each) => listOf(each, key).map((item) => member(item, "uri"))),
      );
      const items = listOf(page, key);
      if (items.length > 0 && items.every((item) => before.has(member(item, "uri")))) {
        return { pages, end: { kind: "repeats-entries", exchangeId: page.id } };
      }
      cursors.add(next);
      cursor = next;
    }
  }

  private skill(
    brief: SkillBrief,
    pages: Exchange[],
    resourcePages: Exchange[],
    briefs: SkillBrief[],
    declared: boolean,
    directoryRead: boolean,
  ): SkillEvidence {
    const root = skillRoot(brief.uri);
    const listExchange = pages.find(({ id }) => id === brief.exchangeId);
    const skill: SkillEvidence = {
      uri: brief.uri,
      source: brief.source,
      ...(brief.entry === undefined ? {} : { entry: brief.entry }),
      ...(listExchange ? { listExchange } : {}),
      files: [],
      directories: [],
      resources: resourcePages
        .flatMap((page) => listOf(page, "resources"))
        .filter((item) => root !== undefined && String(member(item, "uri")).startsWith(`${root}/`)),
    };
    if (brief.uri.startsWith("entry:")) return skill;
    if (declared && brief.source === "skills/list")
      skill.get = this.ask("skills/get", { uri: brief.uri }, "get");
    const manifest = member(brief.entry, "resources");
    for (const item of Array.isArray(manifest) ? manifest : []) {
      const uri = member(item, "uri");
      if (typeof uri !== "string" || skill.files.some((file) => file.uri === uri)) continue;
      skill.files.push(
        this.read(
          { uri, source: "manifest", listed: { digest: member(item, "digest"), size: member(item, "size") } },
          root,
        ),
      );
    }
    if (!skill.files.some((file) => file.uri === brief.uri))
      skill.files.unshift(this.read({ uri: brief.uri, source: "entry" }, root));
    if (directoryRead && root !== undefined) this.directories(skill, root);
    const known = new Set(skill.files.map((file) => file.uri));
    const extra = (uri: unknown, source: FileEvidence["source"]) => {
      if (typeof uri !== "string" || known.has(uri) || !uri.startsWith(`${root}/`) || uri.endsWith("/"))
        return;
      known.add(uri);
      skill.files.push(this.read({ uri, source }, root));
    };
    for (const { children } of skill.directories) {
      for (const child of children)
        if (member(child, "mimeType") !== "inode/directory") extra(member(child, "uri"), "directory");
    }
    for (const item of skill.resources) extra(member(item, "uri"), "resources");
    const main = skill.files.find((file) => file.uri === brief.uri);
    for (const link of main?.facts?.links ?? []) {
      const to = resolveLink(brief.uri, link.target);
      if (to.kind === "inside") extra(to.uri, "link");
    }
    this.refetch(skill, briefs);
    return skill;
  }

  private read(file: FileEvidence, root: string | undefined): FileEvidence {
    const { uri } = file;
    if (root !== undefined && (!uri.startsWith(`${root}/`) || hasDotSegments(uri))) {
      return { ...file, notRead: "it lies outside the skill" };
    }
    const read = this.ask("resources/read", { uri }, "read");
    const done: FileEvidence = { ...file, read };
    if (read.outcome.kind !== "result") return done;
    const { parts, body } = splitContents(read.outcome.result, uri);
    done.parts = parts;
    fillFacts(done, body);
    return done;
  }

  private directories(skill: SkillEvidence, root: string): void {
    const queue = new Set([root]);
    for (const { uri } of skill.files) {
      if (!uri.startsWith(`${root}/`) || hasDotSegments(uri)) continue;
      for (let at = uri.lastIndexOf("/"); at > root.length; at = uri.lastIndexOf("/", at - 1))
        queue.add(uri.slice(0, at));
    }
    for (const uri of queue) {
      const { pages, end } = this.walk(true, "resources/directory/read", "resources", "directory", { uri });
      const children = pages.flatMap((page) => listOf(page, "resources"));
      const directory: DirectoryEvidence = {
        uri,
        path: uri.slice(root.length + 1),
        pages,
        children,
        complete: end.kind === "complete",
      };
      skill.directories.push(directory);
      for (const child of children) {
        const of = member(child, "uri");
        if (
          member(child, "mimeType") === "inode/directory" &&
          typeof of === "string" &&
          of.startsWith(`${root}/`) &&
          !of.endsWith("/")
        )
          queue.add(of);
      }
    }
  }

  private refetch(skill: SkillEvidence, briefs: SkillBrief[]): void {
    if (!skill.get || skill.source !== "skills/list") return;
    const got = skill.get.outcome.kind === "result" ? member(skill.get.outcome.result, "skill") : undefined;
    const differs = skill.get.outcome.kind === "error" || (got !== undefined && !sameEntry(skill.entry, got));
    const listed = member(skill.entry, "resources");
    const unlisted = skill.files.some(({ source }) => source !== "manifest" && source !== "entry");
    const root = `${skillRoot(skill.uri)}/`;
    const below = briefs.filter(({ uri }) => uri !== skill.uri && uri.startsWith(root));
    if (!differs && !unlisted && !(Array.isArray(listed) && below.length > 0)) return;
    skill.refetch = {
      get: this.ask("skills/get", { uri: skill.uri }, "refetch"),
      nested: Object.fromEntries(below.map(({ uri }) => [uri, this.ask("skills/get", { uri }, "refetch")])),
    };
    if (!differs) return;
    const { pages } = this.walk(true, "skills/list", "skills", "refetch");
    const page = pages.find((each) =>
      listOf(each, "skills").some((entry) => member(entry, "uri") === skill.uri),
    );
    skill.refetch.listExchange = page ?? pages.at(-1)!;
    if (page) skill.refetch.list = listOf(page, "skills").find((entry) => member(entry, "uri") === skill.uri);
  }

  private probe(server: ServerEvidence, skills: SkillBrief[], evidence: SkillEvidence[]): void {
    const context = { server, skills };
    for (const probe of probesByProfile.flatMap(({ probes }) => probes)) {
      if ((probe.forced && !this.options.forced) || !probe.when(context)) continue;
      const answers: Exchange[] = [];
      for (
        let requests = probe.next(context, answers);
        requests.length > 0;
        requests = probe.next(context, answers)
      ) {
        for (const { method, params, about, tag, pages = 1, omitMeta } of requests) {
          let next: Params = params;
          for (let page = 0; page < pages; page++) {
            const exchange = this.ask(method, next, `probe:${probe.id}`, omitMeta);
            if (about) exchange.about = about;
            if (tag) exchange.tag = tag;
            answers.push(exchange);
            const cursor = nextCursor(exchange);
            if (cursor === undefined) break;
            next = { ...params, cursor };
          }
        }
      }
      server.exchanges.push(...answers);
      for (const read of answers.filter(() => probe.id === "second-read")) secondRead(read, evidence);
    }
    server.probes = { made: true };
  }
}

/** An index over collected evidence. */
export function indexOf({ server, briefs }: Collected): EvidenceIndex {
  return new EvidenceIndex(server, briefs);
}
