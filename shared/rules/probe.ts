import type { Exchange, ServerEvidence, SkillBrief } from "../model/evidence";
import { resultOf } from "./answers";
import { found, notApplicable, type RawFinding, untestable, type Verdict } from "./define-rule";
import { type EvidenceIndex, listOf } from "./evidence-index";
import { isRecord, member } from "./values";

/**
 * Probes: deliberate odd requests that only read (DESIGN section 5), described as data. The collector sends them one
 * after another on a fresh connection and keeps each exchange with the purpose `probe:<id>` and the request's `about`
 * and `tag`; rules find them by that.
 */

/** What a probe may know when it chooses its requests. */
export interface ProbeContext {
  server: ServerEvidence;
  /** The listed skills. */
  skills: readonly SkillBrief[];
}

export interface ProbeRequest {
  method: string;
  /** As they stand in the exchange, without `_meta`: the connection adds what the revision asks for. */
  params: Record<string, unknown>;
  /** SKILL.md URI of the skill it is about. */
  about?: string;
  /** Tells the requests of one probe apart. */
  tag?: string;
  /** Follow `nextCursor` until so many pages were read; each page has the same purpose and tag. Default 1. */
  pages?: number;
  /** Open another new connection first and use it from here on. */
  reconnect?: boolean;
  /** Keys to leave out of `_meta`. */
  omitMeta?: string[];
}

export interface Probe {
  id: string;
  /** What is tried, for progress and the list of probes. */
  title: string;
  /** Only sent when the user asks for its profile by name: it lies outside the protocol. */
  forced?: boolean;
  /** Whether the server gives reason to send it. */
  when(context: ProbeContext): boolean;
  /** The next requests, given the answers so far; an empty list ends the probe. */
  next(context: ProbeContext, answers: readonly Exchange[]): ProbeRequest[];
}

/** No probe sends more requests than this, whatever the server answers. */
export const MAX_PROBE_REQUESTS = 200;
/** At most so many skills are probed: 20,000 skills cost no more than three. */
export const MAX_PROBED_SKILLS = 3;
/** A name that no server serves. */
export const INVENTED = "no-such-thing-7f3a9c";

/** A probe that sends fixed requests, chosen from what was seen. */
export function fixedProbe(
  id: string,
  title: string,
  requests: (context: ProbeContext) => ProbeRequest[],
  more: { forced?: boolean } = {},
): Probe {
  return {
    id,
    title,
    ...more,
    when: (context) => requests(context).length > 0,
    next: (context, answers) => (answers.length === 0 ? requests(context) : []),
  };
}

/**
 * The verdict of a rule that rests on one probe: judges each of its exchanges that were answered.
 * @param judge gives the findings of one answered exchange, or a verdict when it cannot be judged
 */
export function probeVerdict(
  index: EvidenceIndex,
  id: string,
  judge: (exchange: Exchange) => RawFinding[] | Verdict,
): Verdict {
  const { probes } = index.server;
  const exchanges = index.exchanges(`probe:${id}`);
  if (exchanges.length === 0) {
    return probes.made
      ? notApplicable("the server gives nothing to try this on")
      : untestable(`this needs a probe, and none was made: ${probes.reason}`);
  }
  const findings: RawFinding[] = [];
  let other: Verdict | undefined;
  let judged = 0;
  for (const exchange of exchanges) {
    if (exchange.outcome.kind === "none") {
      other ??= untestable(`${exchange.method}: ${exchange.outcome.reason}`);
      continue;
    }
    const result = judge(exchange);
    const verdict = Array.isArray(result) ? found(result) : result;
    if (verdict.kind === "findings") findings.push(...verdict.findings);
    if (verdict.kind === "untestable") other = verdict;
    else if (verdict.kind === "not-applicable") other ??= verdict;
    else judged++;
  }
  if (findings.some((finding) => finding.outcome !== "note")) return found(findings);
  if (other?.kind === "untestable" || judged === 0) return other ?? found(findings);
  return found(findings);
}

/** The skills that probes are made about: up to three of different kinds, from the beginning of the list. */
export function probedSkills({ skills }: ProbeContext): SkillBrief[] {
  const usable = skills.slice(0, 2000).filter((brief) => brief.uri.endsWith("/SKILL.md"));
  const files = (brief: SkillBrief) => listFiles(brief).length;
  const first = [
    usable.find((brief) => files(brief) > 1),
    usable.find((brief) => member(brief.entry, "resources") === "dynamic"),
    usable.find((brief) => files(brief) === 1),
  ].filter((brief) => brief !== undefined);
  return [...new Set([...first, ...usable])].slice(0, MAX_PROBED_SKILLS);
}

/** The string URIs in the `resources` array of a brief's entry. */
export function listFiles(brief: SkillBrief): string[] {
  const resources = member(brief.entry, "resources");
  if (!Array.isArray(resources)) return [];
  return resources.map((item) => member(item, "uri")).filter((uri) => typeof uri === "string");
}

/** The cursor that leads on from a page. */
export function nextCursor(page: Exchange | undefined): string | undefined {
  const cursor = resultOf(page)?.nextCursor;
  return typeof cursor === "string" ? cursor : undefined;
}

/** String URIs shown by `resources/list`, the first `limit` that pass. */
export function resourceUris(
  server: ServerEvidence,
  limit: number,
  pass: (uri: string) => boolean,
): string[] {
  const uris: string[] = [];
  for (const page of server.resourcePages) {
    for (const item of listOf(page, "resources")) {
      const uri = isRecord(item) ? item.uri : undefined;
      if (typeof uri !== "string" || !pass(uri)) continue;
      uris.push(uri);
      if (uris.length === limit) return uris;
    }
  }
  return uris;
}
