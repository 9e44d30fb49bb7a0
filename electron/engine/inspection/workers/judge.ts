import type {
  FileEvidence,
  ServerEvidence,
  SkillBrief,
  SkillEvidence,
} from "../../../../shared/model/evidence";
import type { Finding, RuleResult } from "../../../../shared/model/finding";
import type { TemplateSubject, UriSubject } from "../../../../shared/rules/define-rule";
import { EvidenceIndex, listOf } from "../../../../shared/rules/evidence-index";
import { profileById } from "../../../../shared/rules/profiles";
import { RuleRun } from "../../../../shared/rules/run";
import { resolveLink } from "../../../../shared/skill-file/links";
import { factsOf, fillFacts, type RawBody, splitContents } from "./facts";

/** Bodies of a skill's files by their position in `files`. */
export type Bodies = [position: number, body: RawBody][];

export interface JudgeEnd {
  findings: Finding[];
  results: RuleResult[];
  noted: number;
}

/** Profiles whose results others ask for: run silently when they were not chosen. */
const ASKED_FOR = ["agent-skills"];

/**
 * Computes facts and runs the rules. Lives in a worker thread, so that neither hashing nor 20,000 skills block the
 * process that holds the connections. A skill is judged when it is complete and its texts are then dropped.
 */
export class Judge {
  private readonly index: EvidenceIndex;
  private readonly run: RuleRun;
  private readonly open = new Map<string, SkillEvidence>();
  private readonly seenUris = new Set<string>();

  constructor(server: ServerEvidence, briefs: SkillBrief[], profiles: string[]) {
    this.index = new EvidenceIndex(server, briefs);
    this.run = new RuleRun(profiles.map(profileById), this.index, ASKED_FOR.map(profileById));
  }

  /** Takes a skill's files. @returns URIs that its links name and that no file so far has: worth reading as well. */
  take(skill: SkillEvidence, bodies: Bodies): string[] {
    for (const [position, body] of bodies) fillFacts(skill.files[position]!, body);
    this.open.set(skill.uri, skill);
    const known = new Set(skill.files.map((file) => file.uri));
    const missing = new Set<string>();
    const main = skill.files.find((file) => file.uri === skill.uri);
    for (const link of main?.facts?.links ?? []) {
      const target = resolveLink(skill.uri, link.target);
      if (target.kind === "inside" && target.uri && !known.has(target.uri)) missing.add(target.uri);
    }
    return [...missing];
  }

  /** Completes a skill with files read later and fresh entries. Judges it unless `hold`, which waits for `finish`. */
  complete(
    uri: string,
    extra: FileEvidence[],
    bodies: Bodies,
    patch: Partial<SkillEvidence>,
    hold: boolean,
  ): Finding[] {
    const skill = this.open.get(uri);
    if (!skill) return [];
    for (const [position, body] of bodies) fillFacts(extra[position]!, body);
    skill.files.push(...extra);
    Object.assign(skill, patch);
    if (hold) return [];
    return this.judge(skill);
  }

  /** Judges what is still held, then the server, its URIs and templates. */
  finish(server: ServerEvidence): JudgeEnd {
    Object.assign(this.index.server, server);
    this.index.refresh();
    const findings: Finding[] = [];
    this.attachSecondReads(server);
    for (const skill of [...this.open.values()]) findings.push(...this.judge(skill));
    if (!server.folder) {
      for (const subject of this.resourceUris(server)) findings.push(...this.run.judge("uri", subject));
      for (const subject of templates(server)) findings.push(...this.run.judge("template", subject));
    }
    findings.push(...this.run.judge("server", this.index.server));
    return { findings, results: this.run.results(), noted: this.run.noted() };
  }

  /** Second reads are made as probes; their digests belong to the files. */
  private attachSecondReads(server: ServerEvidence): void {
    for (const exchange of server.exchanges) {
      if (exchange.purpose !== "probe:second-read" || exchange.outcome.kind !== "result") continue;
      const { uri } = exchange.params;
      const file = this.open.get(String(exchange.about))?.files.find((candidate) => candidate.uri === uri);
      const { body } = splitContents(exchange.outcome.result, String(uri));
      if (!file || !body) continue;
      file.secondRead = exchange;
      file.secondDigest = factsOf(body, file.uri).digest;
    }
  }

  private judge(skill: SkillEvidence): Finding[] {
    this.open.delete(skill.uri);
    const findings = this.run.judgeSkill(skill, skill.source === "folder" ? [] : this.skillUris(skill));
    for (const file of skill.files) if (file.facts) delete file.facts.text;
    return findings;
  }

  private skillUris(skill: SkillEvidence): UriSubject[] {
    const exchangeId = skill.listExchange?.id;
    const subjects: UriSubject[] = [];
    const add = (uri: string, role: UriSubject["role"]) => {
      if (this.seenUris.has(uri)) return;
      this.seenUris.add(uri);
      subjects.push({ uri, role, skill: skill.uri, ...(exchangeId ? { exchangeId } : {}) });
    };
    if (!skill.uri.startsWith("entry:")) add(skill.uri, "skill");
    for (const file of skill.files) if (file.source !== "link") add(file.uri, "file");
    return subjects;
  }

  private *resourceUris(server: ServerEvidence): Generator<UriSubject> {
    for (const page of server.resourcePages) {
      for (const resource of listOf(page, "resources")) {
        const uri = (resource as { uri?: unknown } | null)?.uri;
        if (typeof uri !== "string" || this.seenUris.has(uri)) continue;
        this.seenUris.add(uri);
        yield { uri, role: "resource", exchangeId: page.id };
      }
    }
    // An index names what no list shows; only what is really there is judged, for some reads are guesses.
    for (const { purpose, method, params, outcome, id } of server.exchanges) {
      if (!purpose.startsWith("convention:") || method !== "resources/read" || outcome.kind !== "result")
        continue;
      if (typeof params.uri !== "string" || this.seenUris.has(params.uri)) continue;
      this.seenUris.add(params.uri);
      yield { uri: params.uri, role: "resource", exchangeId: id };
    }
  }
}

function* templates(server: ServerEvidence): Generator<TemplateSubject> {
  for (const page of server.templatePages) {
    for (const raw of listOf(page, "resourceTemplates")) {
      const uriTemplate = (raw as { uriTemplate?: unknown } | null)?.uriTemplate;
      yield { uriTemplate: typeof uriTemplate === "string" ? uriTemplate : "", raw, exchangeId: page.id };
    }
  }
}
