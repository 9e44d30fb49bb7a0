import type { Exchange } from "../../model/evidence";
import { found, notApplicable, type RawFinding, untestable, type Verdict } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";
import { bareMediaType } from "../media-types";
import { isRecord, member, show } from "../values";
import { PURPOSE, SCHEMA, type SiteFacts, type SiteTag } from "./facts";

/** Looking at what was fetched of a site. */

/** What an exchange with a site gave; undefined when it was not answered. */
export function factsOf(exchange: Exchange | undefined): SiteFacts | undefined {
  return exchange?.outcome.kind === "result" ? (exchange.outcome.result as SiteFacts) : undefined;
}

/** The exchanges of one kind, in the order sent. */
export function tagged(index: EvidenceIndex, tag: SiteTag): Exchange[] {
  return index.exchanges(PURPOSE).filter((exchange) => exchange.tag === tag);
}

export const urlOf = ({ params }: Exchange) => String(params.url);
export const succeeded = ({ httpStatus = 0 }: Exchange) => httpStatus >= 200 && httpStatus < 300;

/** How a request ended, for `actual`. */
export function answerText(exchange: Exchange): string {
  if (exchange.outcome.kind === "none") return `no answer: ${exchange.outcome.reason}`;
  return `HTTP status ${exchange.httpStatus}`;
}

/** A media type without parameters, in lower case; undefined when there is none. */
export function mediaType({ headers }: Exchange): string | undefined {
  const stated = headers?.["content-type"];
  return stated === undefined ? undefined : bareMediaType(stated) || undefined;
}

/** The index of version 0.2.0, where it was answered with success. */
export function indexExchange(index: EvidenceIndex): Exchange | undefined {
  const [exchange] = tagged(index, "index");
  return exchange && succeeded(exchange) ? exchange : undefined;
}

/** One element of `skills`, whatever it is. */
export interface Entry {
  value: unknown;
  position: number;
  /** How to call it in a sentence. */
  label: string;
  /** Where its url leads; undefined when it does not resolve. */
  url?: string;
  exchange: Exchange;
}

/** The entries of an index of 0.2.0; a verdict where there is none to judge. */
export function entriesOf(index: EvidenceIndex): Entry[] | Verdict {
  const [asked] = tagged(index, "index");
  if (!asked || asked.outcome.kind === "none")
    return untestable(`the index was not fetched: ${asked ? answerText(asked) : "it was not asked for"}`);
  const exchange = indexExchange(index);
  const json = factsOf(exchange)?.json;
  if (!exchange || json === undefined) return notApplicable("there is no index; wk-index says so");
  const schema = member(json, "$schema");
  if (schema !== undefined && schema !== SCHEMA)
    return notApplicable("the index is of another version; wk-schema says so");
  const skills = member(json, "skills");
  if (!Array.isArray(skills)) return notApplicable("skills is no array; wk-skills-array says so");
  if (skills.length === 0) return notApplicable("the index has no skill");
  const base = factsOf(exchange)!.url;
  return skills.map((value: unknown, position) => {
    const name = member(value, "name");
    const url = resolve(member(value, "url"), base);
    const label = typeof name === "string" && name !== "" ? `${show(name, 80)}` : `number ${position + 1}`;
    return { value, position, label, exchange, ...(url === undefined ? {} : { url }) };
  });
}

/** RFC 3986 section 5 against the URL of the index; HTTP only. */
export function resolve(url: unknown, base: string): string | undefined {
  if (typeof url !== "string" || url === "") return undefined;
  try {
    const resolved = new URL(url, base);
    return /^https?:$/.test(resolved.protocol) ? resolved.href : undefined;
  } catch {
    return undefined;
  }
}

export const TYPES = ["skill-md", "archive"];

/** True when the type is known: rules on what it means are not applicable otherwise. */
export const hasKnownType = ({ value }: Entry) => TYPES.includes(member(value, "type") as string);

/** Judges each entry of a known type. */
export function eachEntry(
  index: EvidenceIndex,
  judge: (entry: Entry, value: Record<string, unknown>) => RawFinding[] | Verdict,
): Verdict {
  const entries = entriesOf(index);
  if (!Array.isArray(entries)) return entries;
  const known = entries.filter(hasKnownType);
  if (known.length === 0) return notApplicable("no entry has a known type; wk-type says so");
  return gathered(
    known.map((entry) => judge(entry, isRecord(entry.value) ? entry.value : {})),
    "no entry is of this kind",
  );
}

/** One verdict of many: findings first, then what could not be tested, then what passed. */
export function gathered(parts: readonly (RawFinding[] | Verdict)[], none: string): Verdict {
  const verdicts = parts.map((part) => (Array.isArray(part) ? found(part) : part));
  const findings = verdicts.flatMap((verdict) => (verdict.kind === "findings" ? verdict.findings : []));
  if (findings.some(({ outcome }) => outcome !== "note")) return found(findings);
  const waiting = verdicts.find(({ kind }) => kind === "untestable");
  if (waiting) return waiting;
  if (verdicts.every(({ kind }) => kind === "not-applicable")) return verdicts[0] ?? notApplicable(none);
  return found(findings);
}

/** The artifact of an entry as it was fetched; a verdict where it was not. */
export function artifactOf(index: EvidenceIndex, { url, label }: Entry): Exchange | Verdict {
  if (url === undefined) return notApplicable("the entry has no url that resolves; wk-url says so");
  const exchange = tagged(index, "artifact").find((each) => urlOf(each) === url);
  if (!exchange) return untestable(`the artifact of ${label} was not fetched`);
  if (exchange.outcome.kind === "none") return untestable(`${url}: ${exchange.outcome.reason}`);
  return exchange;
}

export const isExchange = (value: Exchange | Verdict): value is Exchange => "method" in value;

/** What a finding about an entry has in common. */
export function about({ url, exchange, position }: Entry, more: readonly Exchange[] = []) {
  return {
    ...(url === undefined ? {} : { subject: { kind: "uri" as const, uri: url } }),
    evidence: [exchange, ...more].map(({ id }) => id),
    locus: String(position),
  };
}
