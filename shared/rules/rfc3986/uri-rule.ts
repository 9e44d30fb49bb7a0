import type { Level, Severity } from "../../model/finding";
import { place } from "../../uri/characters";
import { correctUri } from "../../uri/correct-uri";
import { type ParsedUri, parseUri } from "../../uri/rfc3986";
import { found, type RawFinding, type Rule, type UriSubject } from "../define-rule";
import type { EvidenceIndex } from "../evidence-index";

/** What every row of this profile has in common: one URI, parsed once for all of them. */

export const PROFILE = "rfc3986";
export const SPEC = "https://www.rfc-editor.org/rfc/rfc3986";

export interface UriContext {
  text: string;
  role: UriSubject["role"];
  parsed: ParsedUri;
  /** The scheme is `skill`, in whatever case: skill conventions put names where RFC 3986 has an authority. */
  isSkill: boolean;
  /** A link may be a relative reference; every other URI is absolute. */
  isReference: boolean;
  /** The whole URI valid and in normal form, where that takes no guess. */
  readonly corrected: string | undefined;
}

/** What a row says of one URI. */
export interface Complaint {
  message: string;
  outcome?: "fail" | "note";
  /** Default: by the row's level. */
  severity?: Severity;
  /** Default: the corrected URI, where there is one. */
  expected?: string;
  fix?: string;
}

export interface UriRow {
  id: string;
  level: Level;
  /** The section that the link leads to, e.g. `3.2.2`. */
  section: string;
  title: string;
  why: string;
  fix: string;
  /** At most one complaint: it names every place. */
  judge(context: UriContext, index: EvidenceIndex): Complaint | undefined;
}

const contexts = new WeakMap<UriSubject, UriContext>();

/** The context of a subject; rules of one run ask for the same subject many times. */
export function contextOf(subject: UriSubject): UriContext {
  const known = contexts.get(subject);
  if (known) return known;
  const { uri: text, role } = subject;
  const isReference = role === "link";
  const parsed = parseUri(text, { reference: isReference });
  const context: UriContext = {
    text,
    role,
    parsed,
    isSkill: parsed.parts.scheme?.toLowerCase() === "skill",
    isReference,
    // Most URIs are right, and then nobody asks.
    get corrected() {
      return correctUri(text);
    },
  };
  contexts.set(subject, context);
  return context;
}

/** Makes a rule of a row. */
export function uriRule({ judge, ...row }: UriRow): Rule<"uri"> {
  return {
    ...row,
    profile: PROFILE,
    scope: "uri",
    specUrl: `${SPEC}#section-${row.section}`,
    check(subject, index) {
      const context = contextOf(subject);
      const complaint = judge(context, index);
      if (!complaint) return found([]);
      const expected = complaint.expected ?? context.corrected;
      const finding: RawFinding = {
        ...complaint,
        actual: context.text,
        ...(expected === undefined ? {} : { expected }),
        ...(complaint.fix === undefined && expected !== undefined ? { fix: `Write ${expected}` } : {}),
        ...(subject.exchangeId === undefined ? {} : { evidence: [subject.exchangeId] }),
      };
      return found([finding]);
    },
  };
}

/** The places a message names before it only counts the rest. */
const SHOWN = 5;

/** Joins what was found at several places: the first few in full, then a number. */
export function listed(items: string[]): string {
  const rest = items.length - SHOWN;
  return rest > 0 ? `${items.slice(0, SHOWN).join("; ")}; and ${rest} more` : items.join("; ");
}

/** Matches of a pattern in one part of the URI, as `"text" at column n`. */
export function matches(text: string, pattern: RegExp, start = 0): string[] {
  return [...text.matchAll(pattern)].map((match) => `"${match[0]}" at ${place(start + match.index)}`);
}

/** A text cut to a length that a message can carry; the whole URI stands beside it. */
export function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
