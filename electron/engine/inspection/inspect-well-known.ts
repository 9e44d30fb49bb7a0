import type { SkillBrief } from "../../../shared/model/evidence";
import type { Finding } from "../../../shared/model/finding";
import type { Report } from "../../../shared/model/report";
import { inShard } from "../../../shared/report/shard";
import { agentSkills } from "../../../shared/rules/agent-skills";
import { inspector } from "../../../shared/rules/inspector";
import { profileById } from "../../../shared/rules/profiles";
import { wellKnown } from "../../../shared/rules/well-known-agent-skills-0.2.0";
import { collectSkill, indexedSkills, probeSite, siteEvidence } from "../well-known/collect";
import { parseOrigin } from "../well-known/origin";
import { SiteRecorder } from "../well-known/recorder";
import type { SiteOptions } from "../well-known/site";
import { ExchangeLog } from "./exchange-log";
import type { InspectOptions } from "./inspect";
import { forEachLimited } from "./pool";
import { makeReport } from "./report";
import { openWorker } from "./workers/worker-client";

const AT_ONCE = 8;
const DEFAULT_PROFILES = [wellKnown.profile, agentSkills, inspector];

export interface WellKnownOptions extends InspectOptions, SiteOptions {}

/**
 * Checks a well-known site of skills: its index, each artifact against its digest, and the SKILL.md in it. No MCP is
 * spoken. Artifacts of other origins than the site's are only fetched where `allowOrigins` names them.
 * @param origin `https://host`; plain HTTP for this machine only
 * @throws ConnectionError when the site cannot be reached at all, or the address is none
 */
export async function inspectWellKnown(
  origin: string,
  label: string,
  options: WellKnownOptions,
): Promise<Report> {
  const begun = performance.now();
  const site = parseOrigin(origin);
  const log = new ExchangeLog();
  const recorder = new SiteRecorder(site, options, log);
  const profiles = options.profiles?.map(profileById) ?? DEFAULT_PROFILES;
  const target = { label, kind: "well-known", url: site };
  const server = siteEvidence(target);
  const leftOut: string[] = [];
  const indexed = await indexedSkills(recorder, site, leftOut);
  const { shard } = options;
  const part = shard ? indexed.filter(({ uri }) => inShard(uri, shard)) : indexed;
  const taken = options.maxSkills === undefined ? part : part.slice(0, options.maxSkills);
  const briefs = indexed.map(({ uri, skill }): SkillBrief => ({ uri, source: "other", entry: skill.raw }));
  const worker = openWorker(options.workerFile);
  const findings: Finding[] = [];
  let files = 0;
  let done = 0;
  const progress = (phase: "reading" | "probes" | "judging") =>
    options.onProgress?.({ phase, skillsDone: done, skillsTotal: taken.length, requests: log.size });
  try {
    server.exchanges = recorder.exchanges;
    await worker.ask({ kind: "begin", server, briefs, profiles: profiles.map(({ id }) => id) });
    await forEachLimited(taken, AT_ONCE, options.signal, async (one) => {
      const { evidence, bodies } = await collectSkill(recorder, one);
      await worker.ask({ kind: "take", skill: evidence, bodies });
      const found = await worker.ask({
        kind: "complete",
        uri: one.uri,
        extra: [],
        bodies: [],
        patch: {},
        hold: false,
      });
      findings.push(...found);
      files += evidence.files.length;
      done++;
      options.onSkill?.(one.uri, found);
      progress("reading");
    });
    if (options.probes && !options.signal.aborted) {
      progress("probes");
      await probeSite(recorder, site);
      server.probes = { made: true };
    } else if (!options.probes) server.probes = { made: false, reason: "probes were switched off" };
    const stopped = options.signal.aborted ? String(options.signal.reason) : undefined;
    if (stopped) server.incomplete = stopped;
    progress("judging");
    server.exchanges = recorder.exchanges;
    const end = await worker.ask({ kind: "finish", server });
    return makeReport({
      version: options.client.version,
      target: { ...target, leftOut },
      era: null,
      protocolVersion: null,
      profiles,
      findings: [...findings, ...end.findings],
      rules: end.results,
      noted: end.noted,
      skills: indexed.length,
      files,
      durationMs: performance.now() - begun,
      log,
      ...(shard ? { shard } : {}),
      ...(stopped ? { incomplete: stopped } : {}),
    });
  } finally {
    await worker.close();
    log.close();
  }
}
