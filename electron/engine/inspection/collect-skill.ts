import type {
  DirectoryEvidence,
  FileEvidence,
  SkillBrief,
  SkillEvidence,
} from "../../../shared/model/evidence";
import { hasDotSegments } from "../../../shared/uri/normal-form";
import { skillRoot } from "../../../shared/uri/skill-uri";
import type { Connection } from "../connections/connection";
import type { RpcExchange } from "../connections/rpc-exchange";
import { objectOf } from "../discovery/entry";
import { walkPages } from "../discovery/walk";
import { sameEntry } from "./compare-entries";
import type { ExchangeLog } from "./exchange-log";
import { plain, withoutBodies, withoutResult } from "./plain";
import { Pool } from "./pool";
import { splitContents } from "./workers/facts";
import type { Bodies } from "./workers/judge";
import type { WorkerClient } from "./workers/worker-client";

/** At most so many requests of one run are under way at once (DESIGN section 5). */
const READS_AT_ONCE = 8;
/** Directories read for one skill at most; a deeper tree is noted as partial. */
const MAX_DIRECTORIES = 600;
/** Files of one skill that no manifest lists, read at most. */
const MAX_EXTRA = 64;
/** A dynamic skill is read up to here (spec: Limits). */
const DYNAMIC_BYTES = 16 * 1024 * 1024;

/** The repeated listing: each entry with its page, and the last page. */
export interface Relisted {
  entries: ReadonlyMap<string, { entry: unknown; page: RpcExchange }>;
  last: RpcExchange | undefined;
}

export interface CollectDeps {
  connection: Connection;
  log: ExchangeLog;
  worker: WorkerClient;
  signal: AbortSignal;
  /** URIs in `resources/list`, as sent, by skill root. */
  resourcesBelow: (root: string) => unknown[];
  /** The skills/list walk once more; made at most once a run. */
  relist: () => Promise<Relisted>;
  /** Skills to be judged only at the end, because probes are made about them. */
  hold: ReadonlySet<string>;
  /** Other skills whose entries must be fetched again together with this one (nested with other digests). */
  nestedMismatch: (uri: string) => string[];
  countFiles: (files: number) => void;
}

/** Collects everything of one skill after another, for one run. */
export class SkillCollector {
  private readonly pool = new Pool(READS_AT_ONCE);

  constructor(private readonly deps: CollectDeps) {}

  /** Collects one skill and has it judged. @returns its findings */
  async collect(brief: SkillBrief, listExchange: RpcExchange | undefined) {
    const { worker, connection, hold } = this.deps;
    const skill: SkillEvidence = {
      uri: brief.uri,
      source: brief.source,
      ...(brief.entry !== undefined ? { entry: brief.entry } : {}),
      ...(listExchange ? { listExchange: withoutResult(listExchange) } : {}),
      files: filesOf(brief),
      directories: [],
      resources: [],
    };
    const root = skillRoot(skill.uri);
    if (root !== undefined) skill.resources = this.deps.resourcesBelow(root);
    const addressable = !skill.uri.startsWith("entry:");
    const getting =
      addressable && connection.skillsDeclared
        ? this.ask("skills/get", { uri: skill.uri }, "get")
        : undefined;
    const bodies: Bodies = [];
    const reading = Promise.all(skill.files.map((file, at) => this.read(file, at, bodies, root)));
    if (addressable && connection.directoryRead && root !== undefined) await this.directories(skill, root);
    const get = await getting;
    if (get) skill.get = plain(get);
    await reading;
    const patch: Partial<SkillEvidence> = {};
    const linked = await worker.ask({ kind: "take", skill, bodies });
    const extra = await this.extraFiles(skill, root, linked, patch);
    await this.refetch(skill, extra.files.length > 0, patch);
    this.deps.countFiles(skill.files.length + extra.files.length);
    return worker.ask({
      kind: "complete",
      uri: skill.uri,
      extra: extra.files,
      bodies: extra.bodies,
      patch,
      hold: hold.has(skill.uri),
    });
  }

  private async ask(method: string, params: Record<string, unknown>, purpose: string): Promise<RpcExchange> {
    const exchange = await this.pool.run(() =>
      this.deps.connection.request(method, params, { purpose, signal: this.deps.signal }),
    );
    this.deps.log.add(exchange);
    return exchange;
  }

  private async read(
    file: FileEvidence,
    position: number,
    bodies: Bodies,
    root: string | undefined,
  ): Promise<void> {
    if (file.notRead) return;
    if (root !== undefined && file.source === "manifest" && !inside(root, file.uri)) {
      file.notRead = "it lies outside the skill, so it is not fetched as part of it";
      return;
    }
    const exchange = await this.ask("resources/read", { uri: file.uri }, "read");
    if (exchange.outcome.kind === "result") {
      const { parts, body } = splitContents(exchange.outcome.result, file.uri);
      file.parts = parts;
      if (body) bodies.push([position, body]);
    }
    file.read = withoutBodies(exchange);
  }

  /** Reads the root and, level by level, every directory that the manifest or the reads themselves show. */
  private async directories(skill: SkillEvidence, root: string): Promise<void> {
    const queue = new Set([root]);
    for (const file of skill.files) {
      if (!inside(root, file.uri)) continue;
      for (let at = file.uri.lastIndexOf("/"); at > root.length; at = file.uri.lastIndexOf("/", at - 1)) {
        queue.add(file.uri.slice(0, at));
      }
    }
    const done = new Set<string>();
    for (let level = [...queue]; level.length > 0; level = [...queue].filter((uri) => !done.has(uri))) {
      const room = MAX_DIRECTORIES - done.size;
      if (room <= 0) {
        skill.partial = `only the first ${MAX_DIRECTORIES} directories were read`;
        return;
      }
      const read = await Promise.all(
        level.slice(0, room).map((uri) => {
          done.add(uri);
          return this.pool.run(() => this.directory(uri, root));
        }),
      );
      for (const directory of read) {
        skill.directories.push(directory);
        for (const child of directory.children) {
          const { uri, mimeType } = objectOf(child) ?? {};
          if (
            typeof uri === "string" &&
            mimeType === "inode/directory" &&
            inside(root, uri) &&
            !uri.endsWith("/")
          )
            queue.add(uri);
        }
      }
    }
  }

  private async directory(uri: string, root: string): Promise<DirectoryEvidence> {
    const walk = await walkPages(this.deps.connection, {
      method: "resources/directory/read",
      key: "resources",
      params: { uri },
      purpose: "directory",
      signal: this.deps.signal,
      maxPages: 200,
    });
    const children: unknown[] = [];
    for (const page of walk.pages) {
      this.deps.log.add(page);
      const resources = page.outcome.kind === "result" ? objectOf(page.outcome.result)?.resources : undefined;
      if (Array.isArray(resources)) children.push(...resources);
    }
    return {
      uri,
      path: uri === root ? "" : uri.slice(root.length + 1),
      pages: walk.pages.map(plain),
      children,
      complete: walk.end.kind === "complete",
    };
  }

  /** Files that no manifest lists but directory reads, resources/list or links show: each is read. */
  private async extraFiles(
    skill: SkillEvidence,
    root: string | undefined,
    linked: string[],
    patch: Partial<SkillEvidence>,
  ): Promise<{ files: FileEvidence[]; bodies: Bodies }> {
    const known = new Set(skill.files.map((file) => file.uri));
    const files: FileEvidence[] = [];
    const add = (uri: string, source: FileEvidence["source"]) => {
      if (known.has(uri) || (root !== undefined && !inside(root, uri))) return;
      known.add(uri);
      files.push({ uri, source });
    };
    for (const directory of skill.directories) {
      for (const child of directory.children) {
        const { uri, mimeType } = objectOf(child) ?? {};
        if (typeof uri === "string" && mimeType !== "inode/directory" && !uri.endsWith("/"))
          add(uri, "directory");
      }
    }
    for (const resource of skill.resources) {
      const { uri, mimeType } = objectOf(resource) ?? {};
      if (typeof uri === "string" && mimeType !== "inode/directory" && uri !== root && !uri.endsWith("/"))
        add(uri, "resources");
    }
    for (const uri of linked) add(uri, "link");
    if (files.length > MAX_EXTRA) {
      patch.partial = `only the first ${MAX_EXTRA} of ${files.length} unlisted files were read`;
      files.length = MAX_EXTRA;
    }
    const bodies: Bodies = [];
    let bytes = 0;
    for (const [at, file] of files.entries()) {
      if (bytes > DYNAMIC_BYTES) {
        file.notRead = `the skill was read up to ${DYNAMIC_BYTES} bytes`;
        continue;
      }
      await this.read(file, at, bodies, root);
      const body = bodies.at(-1)?.[1];
      bytes += body?.text?.length ?? body?.blob?.length ?? 0;
    }
    return { files, bodies };
  }

  /** Fetches entries again where what was seen differs (ext-entry-same-shape, -resources-complete, -nested-complete). */
  private async refetch(
    skill: SkillEvidence,
    unlisted: boolean,
    patch: Partial<SkillEvidence>,
  ): Promise<void> {
    const { get, entry } = skill;
    if (!get || !this.deps.connection.skillsDeclared) return;
    const got = get.outcome.kind === "result" ? objectOf(get.outcome.result)?.skill : undefined;
    const refused = get.outcome.kind === "error" && skill.source === "skills/list";
    const differs =
      skill.source === "skills/list" && ((got !== undefined && !sameEntry(entry, got)) || refused);
    const partners = this.deps.nestedMismatch(skill.uri);
    if (!differs && !unlisted && partners.length === 0) return;
    const again = await this.ask("skills/get", { uri: skill.uri }, "refetch");
    const nested: Record<string, ReturnType<typeof plain>> = {};
    for (const uri of partners) nested[uri] = plain(await this.ask("skills/get", { uri }, "refetch"));
    const relisted = differs ? await this.deps.relist() : undefined;
    const shown = relisted?.entries.get(skill.uri);
    const page = shown?.page ?? relisted?.last;
    patch.refetch = {
      get: plain(again),
      ...(shown ? { list: shown.entry } : {}),
      ...(page ? { listExchange: withoutResult(page) } : {}),
      ...(partners.length > 0 ? { nested } : {}),
    };
  }
}

/** The files to read: the manifest's, or SKILL.md alone where there is none. */
function filesOf(brief: SkillBrief): FileEvidence[] {
  const resources = objectOf(brief.entry)?.resources;
  const files: FileEvidence[] = [];
  const known = new Set<string>();
  for (const item of Array.isArray(resources) ? resources : []) {
    const record = objectOf(item);
    if (typeof record?.uri !== "string" || known.has(record.uri)) continue;
    known.add(record.uri);
    files.push({ uri: record.uri, source: "manifest", listed: { digest: record.digest, size: record.size } });
  }
  if (!known.has(brief.uri) && !brief.uri.startsWith("entry:"))
    files.unshift({ uri: brief.uri, source: "entry" });
  return files;
}

/** Whether a URI lies below a root as it stands, with no dot segment that leads elsewhere. */
export function inside(root: string, uri: string): boolean {
  return uri.startsWith(`${root}/`) && !hasDotSegments(uri);
}
