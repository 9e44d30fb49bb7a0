import type { Exchange, ExchangeOutcome, ServerEvidence, SkillBrief } from "../../shared/model/evidence";
import type { RuleOutcome } from "../../shared/model/finding";
import type { ConventionProfile } from "../../shared/rules/convention";
import { EvidenceIndex, listOf } from "../../shared/rules/evidence-index";
import type { ProbeRequest } from "../../shared/rules/probe";
import { RuleRun } from "../../shared/rules/run";
import { isRecord, member } from "../../shared/rules/values";
import { splitSkillUri } from "../../shared/uri/skill-uri";
import { inMemory, serverOf } from "../servers/skill-server/client";

/** Evidence of an earlier convention, collected as the app collects it, from any source of answers. */

// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers to spoil them.
export type Loose = any;
export type Params = Record<string, unknown>;
/** Answers one request. */
export type Answer = (method: string, params: Params) => Promise<ExchangeOutcome> | ExchangeOutcome;

/** Answers of the built-in server that speaks a convention over the given folder; closed after the test. */
export async function builtIn(convention: string, folder: string): Promise<Answer> {
  const server = await serverOf({ folders: [folder], convention });
  const client = await inMemory(server, "legacy");
  const hello = client.received[0];
  return async (method, params) => {
    const { result, error } = method === "initialize" ? hello : await client.request(method, params);
    return error ? { kind: "error", ...error } : { kind: "result", result };
  };
}

/** The same answers with those of one method changed; `undefined` leaves an answer as it is. */
export function spoiled(
  answer: Answer,
  method: string,
  change: (result: Loose, params: Loose) => ExchangeOutcome | undefined,
): Answer {
  return async (asked, params) => {
    const outcome = structuredClone(await answer(asked, params));
    if (asked !== method) return outcome;
    return change(outcome.kind === "result" ? outcome.result : outcome, params) ?? outcome;
  };
}

export const result = (value: unknown): ExchangeOutcome => ({ kind: "result", result: value });
export const failure = (code: number, message: string): ExchangeOutcome => ({ kind: "error", code, message });

export interface CollectOptions {
  /** Default: made, the forced ones left out. */
  probes?: "none" | "forced";
  protocolVersion?: string;
}

/** Lists, makes the convention's reads, then its probes. */
export async function collectConvention(
  convention: ConventionProfile,
  answer: Answer,
  { probes, protocolVersion }: CollectOptions = {},
): Promise<EvidenceIndex> {
  const { server, briefs, ask } = await listing(answer, protocolVersion);
  const context = { server, skills: briefs };
  const run = async (
    next: (answers: readonly Exchange[]) => ProbeRequest[],
    purpose: string,
  ): Promise<Exchange[]> => {
    const answers: Exchange[] = [];
    for (let requests = next(answers); requests.length > 0; requests = next(answers)) {
      if (answers.length > 500) throw new Error(`${purpose} never ends`);
      for (const request of requests) answers.push(await ask(request, purpose));
    }
    return answers;
  };
  server.conventions = [convention.profile.id];
  const { reads } = convention;
  if (reads)
    server.exchanges.push(
      ...(await run((answers) => reads.next(context, answers), `convention:${convention.profile.id}`)),
    );
  if (probes !== "none") {
    for (const probe of convention.probes ?? []) {
      if ((probe.forced && probes !== "forced") || !probe.when(context)) continue;
      server.exchanges.push(...(await run((answers) => probe.next(context, answers), `probe:${probe.id}`)));
    }
    server.probes = { made: true };
  }
  return new EvidenceIndex(server, briefs);
}

/** What a server lists, without asking anything of a convention. */
export async function listing(answer: Answer, protocolVersion = "2025-11-25") {
  let sent = 0;
  const ask = async ({ method, params, about, tag }: ProbeRequest, purpose: string): Promise<Exchange> => ({
    id: `x${++sent}`,
    method,
    params,
    purpose,
    outcome: await answer(method, params),
    startedAt: 0,
    durationMs: 1,
    ...(about === undefined ? {} : { about }),
    ...(tag === undefined ? {} : { tag }),
  });
  const handshake = await ask({ method: "initialize", params: {} }, "handshake");
  const hello = handshake.outcome.kind === "result" ? handshake.outcome.result : {};
  const capabilities = member(hello, "capabilities");
  const declared = isRecord(member(member(capabilities, "extensions"), "io.modelcontextprotocol/skills"));
  const page = async (asked: boolean, method: string, purpose: string) =>
    asked ? [await ask({ method, params: {} }, purpose)] : [];
  const resources = member(capabilities, "resources") !== undefined;
  const skillsPages = await page(declared, "skills/list", "list");
  const resourcePages = await page(resources, "resources/list", "resources");
  const templatePages = await page(resources, "resources/templates/list", "templates");
  const complete = { kind: "complete" } as const;
  const server: ServerEvidence = {
    folder: false,
    target: { label: "test", kind: "stdio" },
    transport: "stdio",
    era: "legacy",
    protocolVersion,
    handshake: hello,
    ...(isRecord(capabilities) ? { capabilities } : {}),
    instructions: member(hello, "instructions"),
    exchanges: [handshake, ...skillsPages, ...resourcePages, ...templatePages],
    wire: [],
    skillsPages,
    skillsWalk: complete,
    resourcePages,
    resourcesWalk: complete,
    templatePages,
    templatesWalk: complete,
    probes: { made: false, reason: "none were wanted" },
    changedDuringRun: false,
    conventions: [],
  };
  const briefs = resourcePages.flatMap((each) =>
    listOf(each, "resources").flatMap((resource): SkillBrief[] => {
      const uri = member(resource, "uri");
      return typeof uri === "string" && splitSkillUri(uri)
        ? [{ uri, source: "other", exchangeId: each.id }]
        : [];
    }),
  );
  return { server, briefs, ask };
}

export interface ConventionJudged {
  /** Outcome of each rule by id, `note` for those that pass and note something. */
  outcomes: Record<string, RuleOutcome | "note">;
  reasons: Record<string, string>;
  /** Ids of rules that failed with an error or a warning. */
  grave: string[];
  /** All that findings of a rule say, joined. */
  says: Record<string, string>;
}

/** Judges server-wide rules of the convention; a rule that throws, or a finding that proves nothing, is a failed test. */
export function judgeConvention(convention: ConventionProfile, index: EvidenceIndex): ConventionJudged {
  const run = new RuleRun([convention.profile], index);
  const findings = run.judge("server", index.server);
  const outcomes: ConventionJudged["outcomes"] = {};
  const reasons: Record<string, string> = {};
  for (const { rule, outcome, reason } of run.results()) {
    if (reason?.startsWith("the rule itself failed")) throw new Error(`${rule}: ${reason}`);
    outcomes[rule] = outcome;
    if (reason) reasons[rule] = reason;
  }
  const says: Record<string, string> = {};
  for (const { rule, outcome, message, expected, actual, fix, evidence } of findings) {
    if (outcome === "note" && outcomes[rule] === "pass") outcomes[rule] = "note";
    if (evidence.length === 0 || fix === "") throw new Error(`${rule} proves or teaches nothing: ${message}`);
    says[rule] = [says[rule], message, expected, actual, fix].filter(Boolean).join("\n");
  }
  const grave = findings.filter(({ outcome, severity }) => outcome !== "note" && severity !== "info");
  return { outcomes, reasons, grave: [...new Set(grave.map(({ rule }) => rule))], says };
}
