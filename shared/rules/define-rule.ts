import type { Exchange, FileEvidence, ServerEvidence, SkillEvidence } from "../model/evidence";
import type { FindingLocation, FindingSubject, Level, Severity } from "../model/finding";
import type { ListedTemplate } from "../model/skill";
import type { EvidenceIndex } from "./evidence-index";

/** What a rule looks at, one at a time. */
export interface Subjects {
  server: ServerEvidence;
  skill: SkillEvidence;
  file: { skill: SkillEvidence; file: FileEvidence };
  exchange: ExchangeSubject;
  uri: UriSubject;
  template: TemplateSubject;
}
export type Scope = keyof Subjects;

/**
 * One exchange, kept with a skill or with the server. The runner takes them from both by itself. A finding is about
 * the server unless it names a subject, and one fingerprint is reported once, with the first exchange that shows it.
 */
export interface ExchangeSubject {
  exchange: Exchange;
  skill?: SkillEvidence;
}

/** A URI as it was met, with what it is used for. The URI workbench makes one without a skill. */
export interface UriSubject {
  uri: string;
  role: "skill" | "file" | "resource" | "link" | "typed";
  skill?: string;
  exchangeId?: string;
}

/** A template as listed. `raw` is the listing's element as sent. */
export interface TemplateSubject {
  uriTemplate: string;
  listed?: ListedTemplate;
  raw?: unknown;
  exchangeId?: string;
}

/** What a rule says of one thing that is wrong (`fail`) or worth saying (`note`). */
export interface RawFinding {
  /** Default `fail`. A note has severity info and its rule passes. */
  outcome?: "fail" | "note";
  /** Default: by the rule's level. */
  severity?: Severity;
  message: string;
  expected?: string;
  actual?: string;
  /** Default: the rule's fix. */
  fix?: string;
  location?: FindingLocation;
  /** Default: made from the subject the rule was given. */
  subject?: FindingSubject;
  /** Ids of exchanges that prove it. */
  evidence?: string[];
  /** What tells two findings of one rule on one subject apart, e.g. the file's path; part of the fingerprint. */
  locus?: string;
}

/** A rule's answer for one subject. */
export type Verdict =
  | { kind: "pass" }
  | { kind: "not-applicable"; reason: string }
  | { kind: "untestable"; reason: string }
  | { kind: "findings"; findings: RawFinding[] };

export const pass: Verdict = { kind: "pass" };
export const notApplicable = (reason: string): Verdict => ({ kind: "not-applicable", reason });
export const untestable = (reason: string): Verdict => ({ kind: "untestable", reason });
/** Findings, or a pass when there are none. */
export const found = (findings: RawFinding[]): Verdict =>
  findings.length === 0 ? pass : { kind: "findings", findings };
/** One finding. */
export const fail = (finding: RawFinding): Verdict => found([finding]);
/** One note: worth saying, and the rule passes. */
export const note = (finding: Omit<RawFinding, "outcome" | "severity">): Verdict =>
  found([{ ...finding, outcome: "note" }]);

export interface RuleText {
  /** Id of the catalogue row, or `insp-*`. */
  id: string;
  profile: string;
  level: Level;
  /** Section of the specification. */
  section: string;
  /** What is required, in one sentence, as a heading. */
  title: string;
  /** Why it matters to the person reading the finding. */
  why: string;
  /** What to change, as a general rule; findings may say it more exactly. */
  fix: string;
  specUrl: string;
  /** Id of the matching check of the official suite. */
  officialCheck?: string;
}

/** A rule: pure, given one subject and an index of the evidence, never all of it. */
export interface Rule<S extends Scope = Scope> extends RuleText {
  scope: S;
  /** Runs after every other rule and may ask the index for their results (`index.resultsFor`). */
  last?: boolean;
  check(subject: Subjects[S], index: EvidenceIndex): Verdict;
}

/** A catalogue row that is no rule, with the reason (DESIGN section 5 says which rows may be). */
export interface Exclusion {
  id: string;
  profile: string;
  level: Level;
  reason: string;
}

/** Declares a rule. The scope fixes the type of its subject. */
export function defineRule<S extends Scope>(rule: Rule<S>): Rule<S> {
  return rule;
}

/** Declares a rule on servers: of a folder on disk there is nothing to say. */
export function defineServerRule<S extends Scope>(rule: Rule<S>): Rule<S> {
  return defineRule({
    ...rule,
    check: (subject, index) =>
      index.server.folder
        ? notApplicable("the target is a folder, not a server")
        : rule.check(subject, index),
  });
}

/** All of one profile: what the catalogue asks, each as a rule or an exclusion. */
export interface Profile {
  id: string;
  title: string;
  specUrl: string;
  // biome-ignore lint/suspicious/noExplicitAny: rules of every scope in one list; `run.ts` narrows by `scope`.
  rules: Rule<any>[];
  exclusions: Exclusion[];
}
