import type { Exchange, ServerEvidence } from "../model/evidence";
import { errorOf, outcomeText, resultOf } from "./answers";
import {
  defineServerRule,
  type Exclusion,
  notApplicable,
  pass,
  type RawFinding,
  type Rule,
  type RuleText,
  untestable,
  type Verdict,
} from "./define-rule";
import type { EvidenceIndex } from "./evidence-index";
import { listOf } from "./evidence-index";
import type { ProbeContext, ProbeRequest } from "./probe";
import { count, isRecord, member } from "./values";

/** What the profiles of earlier conventions have in common: how their rules are declared and how they look at evidence. */

export type ConventionText = Pick<RuleText, "id" | "level" | "section" | "title" | "why" | "fix">;

/** Gives the function that declares the rules of one profile. All look at the server; folders on disk are none. */
export function rulesOf(
  profile: string,
  specUrl: string,
): (text: ConventionText, check: (index: EvidenceIndex) => Verdict) => Rule<"server"> {
  return (text, check) =>
    defineServerRule({ ...text, profile, specUrl, scope: "server", check: (_, index) => check(index) });
}

/** Rows of the catalogue that are no rules, as `[id, level, reason]`. */
export function excluded(
  profile: string,
  rows: [id: string, level: Exclusion["level"], reason: string][],
): Exclusion[] {
  return rows.map(([id, level, reason]) => ({ id, profile, level, reason }));
}

/** One element of a list that is an object with a string address. */
export interface ListedItem {
  /** `uri` of a resource, `uriTemplate` of a template. */
  uri: string;
  /** As sent. */
  raw: Record<string, unknown>;
  page: Exchange;
}

/** The elements of `resources/list`, in the order sent. */
export const listedResources = (server: ServerEvidence) => items(server.resourcePages, "resources", "uri");

/** The elements of `resources/templates/list`, in the order sent. */
export const listedTemplates = (server: ServerEvidence) =>
  items(server.templatePages, "resourceTemplates", "uriTemplate");

function items(pages: readonly Exchange[], key: string, address: string): ListedItem[] {
  return pages.flatMap((page) =>
    listOf(page, key).flatMap((raw) => {
      const uri = member(raw, address);
      return isRecord(raw) && typeof uri === "string" ? { uri, raw, page } : [];
    }),
  );
}

/** True when the server's instructions name the URI. */
export function instructed(server: ServerEvidence, uri: string): boolean {
  return typeof server.instructions === "string" && server.instructions.includes(uri);
}

/** True when the URI is listed or named in the instructions: only then may an index be read unasked. */
export function offered(server: ServerEvidence, uri: string): boolean {
  return instructed(server, uri) || listedResources(server).some((item) => item.uri === uri);
}

/** True when the released extension's identifier stands under `capabilities.extensions`. */
export function declaresSkills(server: ServerEvidence): boolean {
  return member(member(server.capabilities, "extensions"), "io.modelcontextprotocol/skills") !== undefined;
}

/** A `resources/read`. */
export const read = (uri: string, tag?: string, about?: string): ProbeRequest => ({
  method: "resources/read",
  params: { uri },
  ...(tag === undefined ? {} : { tag }),
  ...(about === undefined ? {} : { about }),
});

/** A completion of one variable of a template, or of one argument of a prompt. */
export function complete(
  ref: { type: "ref/resource"; uri: string } | { type: "ref/prompt"; name: string },
  name: string,
  value: string,
  tag: string,
  context?: Record<string, string>,
): ProbeRequest {
  return {
    method: "completion/complete",
    params: { ref, argument: { name, value }, ...(context ? { context: { arguments: context } } : {}) },
    tag,
  };
}

/**
 * Reads or probes as a fixed point: `wanted` says all that should be asked given the answers so far, and what was
 * asked already is left out, until nothing new is wanted.
 */
export function untilKnown(
  wanted: (context: ProbeContext, answers: readonly Exchange[]) => ProbeRequest[],
): (context: ProbeContext, answers: readonly Exchange[]) => ProbeRequest[] {
  const key = ({ method, params, tag }: Pick<ProbeRequest, "method" | "params" | "tag">) =>
    JSON.stringify([method, params, tag]);
  return (context, answers) => {
    const asked = new Set(answers.map(key));
    return wanted(context, answers).filter((request) => {
      const fresh = !asked.has(key(request));
      asked.add(key(request));
      return fresh;
    });
  };
}

/** The exchange of a read of this URI among exchanges. */
export function readAmong(exchanges: readonly Exchange[], uri: string): Exchange | undefined {
  return exchanges.find(({ method, params }) => method === "resources/read" && params.uri === uri);
}

/** The convention's own reads, by method and, for reads of resources, by URI. */
export class ConventionReads {
  private readonly byUri = new Map<string, Exchange>();

  constructor(readonly all: readonly Exchange[]) {
    for (const exchange of all) {
      const { uri } = exchange.params;
      if (exchange.method === "resources/read" && typeof uri === "string" && !this.byUri.has(uri))
        this.byUri.set(uri, exchange);
    }
  }

  read(uri: string): Exchange | undefined {
    return this.byUri.get(uri);
  }

  of(method: string): Exchange[] {
    return this.all.filter((exchange) => exchange.method === method);
  }

  tagged(tag: string): Exchange[] {
    return this.all.filter((exchange) => exchange.tag === tag);
  }
}

/** The elements of `contents` that are objects; none for whatever else came. */
export function contentsOf(exchange: Exchange | undefined): Record<string, unknown>[] {
  const contents = resultOf(exchange)?.contents;
  return Array.isArray(contents) ? contents.filter(isRecord) : [];
}

/** The text of the first content. */
export function textOf(exchange: Exchange | undefined): string | undefined {
  const text = contentsOf(exchange)[0]?.text;
  return typeof text === "string" ? text : undefined;
}

/** The first content's text as JSON; undefined when there is none or it is no JSON. */
export function jsonOf(exchange: Exchange | undefined): unknown {
  try {
    return JSON.parse(textOf(exchange) ?? "");
  } catch {
    return undefined;
  }
}

/** The answered exchanges of a probe, or why there are none. */
export function probed(index: EvidenceIndex, id: string): Exchange[] | Verdict {
  const exchanges = index.exchanges(`probe:${id}`);
  if (exchanges.length > 0) {
    const lost = exchanges.find(({ outcome }) => outcome.kind === "none");
    if (lost) return untestable(`${lost.method}: ${outcomeText(lost)}`);
    return [...exchanges];
  }
  const { probes } = index.server;
  return probes.made
    ? notApplicable("the server gives nothing to try this on")
    : untestable(`this needs a probe, and none was made: ${probes.reason}`);
}

/** True when an exchange ended with this error, its message matched whole. */
export function isError(exchange: Exchange, code: number, message: string | RegExp): boolean {
  const error = errorOf(exchange);
  if (error?.code !== code || typeof error.message !== "string") return false;
  return typeof message === "string" ? error.message === message : message.test(error.message);
}

/** A finding about one URI. */
export function about(uri: string, seen: readonly (Exchange | undefined)[]): Partial<RawFinding> {
  return { subject: { kind: "uri", uri }, evidence: idsOf(seen) };
}

/** The ids of exchanges, each once. */
export function idsOf(seen: readonly (Exchange | undefined)[]): string[] {
  return [...new Set(seen.flatMap((exchange) => exchange?.id ?? []))];
}

/** At most so many findings of one rule; a server that differs in all its skills is told so often enough. */
const MAX_FINDINGS = 25;

/** Findings or a pass, cut to a number that can be read. */
export function gathered(findings: RawFinding[]): Verdict {
  if (findings.length === 0) return pass;
  if (findings.length <= MAX_FINDINGS) return { kind: "findings", findings };
  const fails = findings.filter(({ outcome }) => outcome !== "note");
  const kept = [...fails, ...findings.filter(({ outcome }) => outcome === "note")].slice(0, MAX_FINDINGS);
  const last = kept.at(-1)!;
  const more = count(findings.length - kept.length, "more like this", "more like this");
  kept[kept.length - 1] = { ...last, message: `${last.message} There are ${more}.` };
  return { kind: "findings", findings: kept };
}
