import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { SkillBrief } from "../../../shared/model/evidence";
import type { Finding } from "../../../shared/model/finding";
import type { Report } from "../../../shared/model/report";
import { inShard } from "../../../shared/report/shard";
import { folderProfiles, profileById } from "../../../shared/rules/profiles";
import { ExchangeLog } from "./exchange-log";
import { type LeftOut, readSkillFolder, scanFolder } from "./folder";
import type { InspectOptions } from "./inspect";
import { forEachLimited } from "./pool";
import { makeReport } from "./report";
import { folderEvidence } from "./server-evidence";
import { openWorker } from "./workers/worker-client";

const SKILLS_AT_ONCE = 8;

/**
 * Checks a folder of skills as it lies on disk, through no server. Rules of servers are not applicable.
 * @throws ConnectionError when there is no such folder
 */
export async function inspectFolder(folder: string, label: string, options: InspectOptions): Promise<Report> {
  const begun = performance.now();
  const profiles = options.profiles?.map(profileById) ?? folderProfiles;
  const { skills, leftOut } = await scanFolder(folder);
  const { shard } = options;
  // Machines may have the folder at different places; what lies below it is the same.
  const key = (skill: { folder: string }) => relative(folder, skill.folder).split(sep).join("/");
  const part = shard ? skills.filter((skill) => inShard(key(skill), shard)) : skills;
  const taken = options.maxSkills === undefined ? part : part.slice(0, options.maxSkills);
  const base = pathToFileURL(join(folder, sep)).href;
  const server = folderEvidence({ label, kind: "folder", base });
  const briefs: SkillBrief[] = taken.map((skill) => ({
    uri: pathToFileURL(join(skill.folder, "SKILL.md")).href,
    source: "folder",
    path: skill.folder,
  }));
  const worker = openWorker(options.workerFile);
  const log = new ExchangeLog();
  const findings: Finding[] = [];
  let files = 0;
  let done = 0;
  try {
    await worker.ask({ kind: "begin", server, briefs, profiles: profiles.map((profile) => profile.id) });
    await forEachLimited(taken, SKILLS_AT_ONCE, options.signal, async (skill) => {
      const skipped: LeftOut[] = [];
      const { evidence, bodies } = await readSkillFolder(skill, skipped);
      leftOut.push(...skipped);
      await worker.ask({ kind: "take", skill: evidence, bodies });
      const found = await worker.ask({
        kind: "complete",
        uri: evidence.uri,
        extra: [],
        bodies: [],
        patch: {},
        hold: false,
      });
      findings.push(...found);
      files += evidence.files.length;
      done++;
      options.onSkill?.(evidence.uri, found);
      options.onProgress?.({ phase: "reading", skillsDone: done, skillsTotal: taken.length, requests: 0 });
    });
    const stopped = options.signal.aborted ? String(options.signal.reason) : undefined;
    if (stopped) server.incomplete = stopped;
    const end = await worker.ask({ kind: "finish", server });
    return makeReport({
      version: options.client.version,
      target: {
        label,
        kind: "folder",
        path: folder,
        leftOut: leftOut.map(({ path, reason }) => `${path}: ${reason}`),
      },
      era: null,
      protocolVersion: null,
      profiles,
      findings: [...findings, ...end.findings],
      rules: end.results,
      noted: end.noted,
      skills: done,
      files,
      durationMs: performance.now() - begun,
      log,
      ...(shard ? { shard } : {}),
      ...(stopped ? { incomplete: stopped } : {}),
    });
  } finally {
    await worker.close();
  }
}
