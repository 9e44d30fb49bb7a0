import type { CheckProgress } from "../../../shared/contract";
import type { OtherServer, ServerEvidence, SkillBrief } from "../../../shared/model/evidence";
import type { Finding } from "../../../shared/model/finding";
import type { Report, Shard } from "../../../shared/model/report";
import { inShard } from "../../../shared/report/shard";
import type { ConventionProfile } from "../../../shared/rules/convention";
import { conventionProfiles, profileById, serverProfiles } from "../../../shared/rules/profiles";
import { skillRoot, splitSkillUri } from "../../../shared/uri/skill-uri";
import type { Connection } from "../connections/connection";
import { problemOf } from "../connections/connection-error";
import type { ClientIdentity } from "../connections/negotiate";
import type { RpcExchange } from "../connections/rpc-exchange";
import { objectOf } from "../discovery/entry";
import { walkPages } from "../discovery/walk";
import { type Relisted, SkillCollector } from "./collect-skill";
import { readConvention } from "./convention-reads";
import type { ExchangeLog } from "./exchange-log";
import { nestedMismatches } from "./nested-mismatch";
import { forEachLimited } from "./pool";
import { probedSkills, runProbes } from "./probes/run-probes";
import { makeReport } from "./report";
import { listServer, type TargetName } from "./server-evidence";
import { openWorker, type WorkerClient } from "./workers/worker-client";

/** Skills collected at once; their requests share the limit of the connection. */
const SKILLS_AT_ONCE = 48;

export interface InspectOptions {
  /** Profile ids; default `auto`. */
  profiles?: string[];
  probes: boolean;
  maxSkills?: number;
  /** Reads only the skills of this part; the server is judged in every part. */
  shard?: Shard;
  /** Other servers a person has beside this one, for rules that look across servers. */
  others?: OtherServer[];
  /** Ends the run early; its reason is told in the report. */
  signal: AbortSignal;
  client: ClientIdentity;
  /** The built inspection worker. */
  workerFile: string;
  onProgress?: (progress: Pick<CheckProgress, "phase" | "skillsDone" | "skillsTotal" | "requests">) => void;
  /** Findings of one skill as soon as it is judged. */
  onSkill?: (uri: string, findings: Finding[]) => void;
}

/**
 * Checks one connected server: lists, reads every file of every skill, then probes on a fresh connection, and
 * judges all of it in a worker. Only ever reads.
 * @param fresh opens a second connection for the probes
 */
export async function inspectServer(
  connection: Connection,
  fresh: (signal: AbortSignal) => Promise<Connection>,
  target: TargetName & Record<string, unknown>,
  log: ExchangeLog,
  options: InspectOptions,
): Promise<Report> {
  // Started first: it loads the rules while the server is still listing.
  const worker = openWorker(options.workerFile);
  try {
    return await inspectWith(worker, connection, fresh, target, log, options);
  } finally {
    await worker.close();
  }
}

async function inspectWith(
  worker: WorkerClient,
  connection: Connection,
  fresh: (signal: AbortSignal) => Promise<Connection>,
  target: TargetName & Record<string, unknown>,
  log: ExchangeLog,
  options: InspectOptions,
): Promise<Report> {
  const begun = performance.now();
  const { signal } = options;
  const progress = (phase: CheckProgress["phase"], done = 0, total = 0) =>
    options.onProgress?.({ phase, skillsDone: done, skillsTotal: total, requests: log.size });
  progress("listing");
  const server = await listServer(connection, target, log, signal);
  if (options.others) server.others = options.others;
  const listed = listedSkills(server);
  const conventions = applicableConventions(server, listed.briefs, options.profiles);
  server.conventions = conventions.map(({ profile }) => profile.id);
  const profiles = options.profiles?.map(profileById) ?? [
    ...serverProfiles,
    ...conventions.map(({ profile }) => profile),
  ];
  for (const convention of conventions) {
    const { exchanges, left } = await readConvention(
      convention,
      connection,
      server,
      listed.briefs,
      log,
      signal,
    );
    server.exchanges.push(...exchanges);
    if (left) server.readsLeft = [...(server.readsLeft ?? []), left];
  }
  const { shard } = options;
  const part = shard ? listed.briefs.filter(({ uri }) => inShard(uri, shard)) : listed.briefs;
  const taken = options.maxSkills === undefined ? part : part.slice(0, options.maxSkills);
  const hold = options.probes ? probedSkills(server, taken) : new Set<string>();
  const findings: Finding[] = [];
  let files = 0;
  let done = 0;
  await worker.ask({ kind: "begin", server, briefs: listed.briefs, profiles: profiles.map((p) => p.id) });
  const mismatch = nestedMismatches(listed.briefs);
  const collector = new SkillCollector({
    connection,
    log,
    worker,
    signal,
    resourcesBelow: resourcesByRoot(server, listed.briefs),
    relist: once(() => relist(connection, log, signal)),
    hold,
    nestedMismatch: (uri) => mismatch.get(uri) ?? [],
    countFiles: (count) => {
      files += count;
    },
  });
  progress("reading", 0, taken.length);
  await forEachLimited(taken, SKILLS_AT_ONCE, signal, async (brief) => {
    const found = await collector.collect(brief, listed.pages.get(brief.uri));
    findings.push(...found);
    done++;
    if (!hold.has(brief.uri)) options.onSkill?.(brief.uri, found);
    progress("reading", done, taken.length);
  });
  await probe(server, taken, connection, fresh, log, options, () => progress("probes", done, taken.length));
  const lost = signal.aborted ? String(signal.reason) : cutShort(server);
  if (lost) server.incomplete = lost;
  progress("judging", done, taken.length);
  const end = await worker.ask({ kind: "finish", server });
  for (const uri of hold)
    options.onSkill?.(
      uri,
      end.findings.filter((finding) => finding.subject.skill === uri),
    );
  return makeReport({
    version: options.client.version,
    target,
    era: connection.era,
    protocolVersion: connection.protocolVersion,
    profiles,
    findings: [...findings, ...end.findings],
    rules: end.results,
    noted: end.noted,
    skills: part.length,
    ...(shard ? { shard } : {}),
    files,
    durationMs: performance.now() - begun,
    log,
    ...(lost ? { incomplete: lost } : {}),
  });
}

/** Why the listing was not followed to its end, when one of our own limits stopped it. */
function cutShort({ skillsWalk, resourcesWalk, templatesWalk }: ServerEvidence): string | undefined {
  const limits = {
    "skills/list": skillsWalk,
    "resources/list": resourcesWalk,
    "resources/templates/list": templatesWalk,
  };
  for (const [method, walk] of Object.entries(limits)) {
    if (walk.kind === "limit") return `${method}: ${walk.reason}`;
  }
  return undefined;
}

/** Conventions asked for by name; else those that what was listed shows, where the released extension is not declared. */
function applicableConventions(
  server: ServerEvidence,
  skills: readonly SkillBrief[],
  named: string[] | undefined,
): ConventionProfile[] {
  if (named) return conventionProfiles.filter(({ profile }) => named.includes(profile.id));
  // A server of the index drafts declares the extension and does not know skills/list.
  if (server.skillsPages.some((page) => page.outcome.kind === "result")) return [];
  return conventionProfiles.filter((convention) => convention.recognise({ server, skills }));
}

/** Makes the probes, or says why not. The main connection stays as it was. */
async function probe(
  server: ServerEvidence,
  briefs: SkillBrief[],
  connection: Connection,
  fresh: (signal: AbortSignal) => Promise<Connection>,
  log: ExchangeLog,
  options: InspectOptions,
  progress: () => void,
): Promise<void> {
  if (!options.probes) {
    server.probes = { made: false, reason: "probes were switched off" };
    return;
  }
  if (options.signal.aborted) {
    server.probes = { made: false, reason: "the run was ended before the probes" };
    return;
  }
  progress();
  let second: Connection;
  try {
    second = await fresh(options.signal);
  } catch (error) {
    server.probes = {
      made: false,
      reason: `no second connection could be made: ${problemOf(error).message}`,
    };
    return;
  }
  try {
    log.add(second.handshake);
    const { exchanges, stopped } = await runProbes(second, server, briefs, {
      fresh,
      log,
      signal: options.signal,
      asked: options.profiles,
    });
    server.exchanges.push(...exchanges);
    server.probes = stopped ? { made: false, reason: stopped } : { made: true };
    server.wire = [...connection.wire, ...second.wire];
  } finally {
    await second.close();
  }
  server.changedDuringRun = connection.wire.some((event) => /list_changed$/.test(event.method ?? ""));
}

/** The skills of all pages, each once, with the page that showed it. */
function listedSkills(server: ServerEvidence): { briefs: SkillBrief[]; pages: Map<string, RpcExchange> } {
  const briefs = new Map<string, SkillBrief>();
  const pages = new Map<string, RpcExchange>();
  let position = 0;
  for (const page of server.skillsPages) {
    const skills = page.outcome.kind === "result" ? objectOf(page.outcome.result)?.skills : undefined;
    for (const entry of Array.isArray(skills) ? skills : []) {
      const stated = objectOf(entry)?.uri;
      const uri = typeof stated === "string" && stated !== "" ? stated : `entry:${position}`;
      position++;
      if (briefs.has(uri)) continue;
      briefs.set(uri, { uri, source: "skills/list", entry, exchangeId: page.id });
      pages.set(uri, page as RpcExchange);
    }
  }
  if (briefs.size === 0) {
    for (const page of server.resourcePages) {
      const resources = page.outcome.kind === "result" ? objectOf(page.outcome.result)?.resources : undefined;
      for (const resource of Array.isArray(resources) ? resources : []) {
        const uri = objectOf(resource)?.uri;
        if (typeof uri === "string" && splitSkillUri(uri) && !briefs.has(uri)) {
          briefs.set(uri, { uri, source: "other", exchangeId: page.id });
        }
      }
    }
  }
  return { briefs: [...briefs.values()], pages };
}

/** `resources/list` elements by the skill root they lie below: a lookup, so that it stays linear. */
function resourcesByRoot(server: ServerEvidence, briefs: SkillBrief[]): (root: string) => unknown[] {
  const byRoot = new Map<string, unknown[]>();
  for (const brief of briefs) {
    const root = skillRoot(brief.uri);
    if (root !== undefined) byRoot.set(root, []);
  }
  for (const page of server.resourcePages) {
    const resources = page.outcome.kind === "result" ? objectOf(page.outcome.result)?.resources : undefined;
    for (const resource of Array.isArray(resources) ? resources : []) {
      const uri = objectOf(resource)?.uri;
      if (typeof uri !== "string") continue;
      for (let at = uri.lastIndexOf("/"); at > 0; at = uri.lastIndexOf("/", at - 1)) {
        byRoot.get(uri.slice(0, at))?.push(resource);
      }
    }
  }
  return (root) => byRoot.get(root) ?? [];
}

async function relist(connection: Connection, log: ExchangeLog, signal: AbortSignal): Promise<Relisted> {
  const walk = await walkPages(connection, {
    method: "skills/list",
    key: "skills",
    purpose: "refetch",
    signal,
  });
  const entries = new Map<string, { entry: unknown; page: RpcExchange }>();
  for (const page of walk.pages) {
    log.add(page);
    const skills = page.outcome.kind === "result" ? objectOf(page.outcome.result)?.skills : undefined;
    for (const entry of Array.isArray(skills) ? skills : []) {
      const uri = objectOf(entry)?.uri;
      if (typeof uri === "string" && !entries.has(uri)) entries.set(uri, { entry, page });
    }
  }
  return { entries, last: walk.pages.at(-1) };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
