import type { SkillEvidence } from "../model/evidence";
import type { Finding, FindingSubject, RuleOutcome, RuleResult } from "../model/finding";
import { severityOf } from "../model/finding";
import { visible } from "../model/visible";
import type { Profile, RawFinding, Rule, Scope, Subjects, Verdict } from "./define-rule";
import type { EvidenceIndex } from "./evidence-index";
import { serverExchanges, skillExchanges } from "./exchanges";
import { fingerprint } from "./fingerprint";

/** Outcomes from best to worst; a rule's outcome is the worst of its subjects' (DESIGN section 5). */
const WORSE: RuleOutcome[] = ["not-applicable", "pass", "untestable", "fail"];

const NOTHING_SEEN = "nothing of this kind was seen";

interface Tally {
  rule: Rule;
  outcome: RuleOutcome;
  reason?: string;
  noted: boolean;
}

/**
 * Runs the rules of chosen profiles over subjects as they arrive and keeps one outcome for each rule.
 * Rules of profiles that were not chosen are never run, except where a chosen rule marked `last` asks for their
 * results: name those profiles in `alsoRun`; their findings are not reported.
 */
export class RuleRun {
  private readonly tallies = new Map<string, Tally>();
  private readonly byScope = new Map<Scope, Rule[]>();
  private readonly silent = new Set<string>();
  /** Profiles whose results rules marked `last` ask for. */
  private readonly askedFor: ReadonlySet<string>;
  /** Fingerprints given for exchanges: a server that errs in every answer is told so once. */
  private readonly told = new Set<string>();

  constructor(
    readonly profiles: readonly Profile[],
    private readonly index: EvidenceIndex,
    alsoRun: readonly Profile[] = [],
  ) {
    this.askedFor = new Set(alsoRun.map((profile) => profile.id));
    const chosen = profiles.flatMap((profile) => profile.rules as Rule[]);
    const extra = alsoRun.filter((p) => !profiles.includes(p)).flatMap((p) => p.rules as Rule[]);
    for (const rule of extra) this.silent.add(rule.id);
    for (const rule of chosen) {
      this.tallies.set(rule.id, {
        rule,
        outcome: "not-applicable",
        reason: NOTHING_SEEN,
        noted: false,
      });
    }
    for (const rule of [...chosen, ...extra].sort(
      (a, b) => Number(a.last ?? false) - Number(b.last ?? false),
    )) {
      const list = this.byScope.get(rule.scope);
      if (list) list.push(rule);
      else this.byScope.set(rule.scope, [rule]);
    }
  }

  /** Judges one subject by every rule of its scope. @returns the findings it gave. */
  judge<S extends Scope>(scope: S, subject: Subjects[S]): Finding[] {
    const findings: Finding[] = [];
    if (scope === "server") {
      for (const exchange of serverExchanges(subject as Subjects["server"])) {
        findings.push(...this.judge("exchange", { exchange }));
      }
    }
    const key = subjectKey(scope, subject);
    for (const rule of this.byScope.get(scope) ?? []) {
      const verdict = this.check(rule, subject);
      if (scope === "skill" && this.askedFor.has(rule.profile)) this.index.remember(key, rule.id, verdict);
      if (this.silent.has(rule.id)) continue;
      this.count(rule, verdict);
      if (verdict.kind !== "findings") continue;
      for (const raw of verdict.findings) {
        const finding = this.finding(rule, scope, subject, raw);
        if (scope !== "exchange" || this.firstTime(finding)) findings.push(finding);
      }
    }
    return findings;
  }

  /** Judges a skill, its files and URIs, then forgets what only its own rules needed. */
  judgeSkill(skill: SkillEvidence, uris: Subjects["uri"][]): Finding[] {
    const findings: Finding[] = [];
    for (const file of skill.files) findings.push(...this.judge("file", { skill, file }));
    for (const uri of uris) findings.push(...this.judge("uri", uri));
    for (const exchange of skillExchanges(skill))
      findings.push(...this.judge("exchange", { exchange, skill }));
    findings.push(...this.judge("skill", skill));
    this.index.forget(skill.uri);
    return findings;
  }

  /** Outcomes of all rules, one each. */
  results(): RuleResult[] {
    return [...this.tallies.values()].map(({ rule, outcome, reason }) =>
      reason && outcome !== "pass" && outcome !== "fail"
        ? { rule: rule.id, outcome, reason }
        : { rule: rule.id, outcome },
    );
  }

  /** Number of rules that pass with a note. */
  noted(): number {
    return [...this.tallies.values()].filter((tally) => tally.noted && tally.outcome === "pass").length;
  }

  private firstTime(finding: Finding): boolean {
    const known = this.told.has(finding.fingerprint);
    this.told.add(finding.fingerprint);
    return !known;
  }

  private check(rule: Rule, subject: Subjects[Scope]): Verdict {
    try {
      return rule.check(subject as never, this.index);
    } catch (error) {
      return {
        kind: "untestable",
        reason: `the rule itself failed: ${error instanceof Error ? error.message : error}`,
      };
    }
  }

  private count(rule: Rule, verdict: Verdict): void {
    const tally = this.tallies.get(rule.id);
    // Most verdicts change nothing: the same as before, on the next of thousands of subjects.
    if (!tally || (verdict.kind === tally.outcome && tally.reason !== NOTHING_SEEN)) return;
    const failed =
      verdict.kind === "findings" && verdict.findings.some((finding) => finding.outcome !== "note");
    if (verdict.kind === "findings" && !failed) tally.noted = true;
    const outcome: RuleOutcome = verdict.kind === "findings" ? (failed ? "fail" : "pass") : verdict.kind;
    const reason = "reason" in verdict ? verdict.reason : undefined;
    const better = WORSE.indexOf(outcome) - WORSE.indexOf(tally.outcome);
    if (better > 0 || (better === 0 && tally.reason === NOTHING_SEEN)) {
      tally.outcome = outcome;
      tally.reason = reason;
    }
  }

  /** A folder has the same fingerprints wherever it lies: on a colleague's machine as on the one that builds. */
  private fingerprint(rule: string, about: FindingSubject, locus: string): string {
    const { base } = this.index.server.target;
    if (base === undefined) return fingerprint(rule, about, locus);
    const below = (text: string) => text.replaceAll(base, "");
    const subject = { ...about };
    if (subject.skill !== undefined) subject.skill = below(subject.skill);
    if (subject.uri !== undefined) subject.uri = below(subject.uri);
    return fingerprint(rule, subject, below(locus));
  }

  private finding(rule: Rule, scope: Scope, subject: Subjects[Scope], raw: RawFinding): Finding {
    const about = raw.subject ?? describeSubject(scope, subject);
    const outcome = raw.outcome ?? "fail";
    return {
      rule: rule.id,
      profile: rule.profile,
      level: rule.level,
      severity: outcome === "note" ? "info" : (raw.severity ?? severityOf(rule.level)),
      outcome,
      subject: about,
      ...(raw.location ? { location: raw.location } : {}),
      message: visible(raw.message),
      ...(raw.expected !== undefined ? { expected: visible(raw.expected) } : {}),
      ...(raw.actual !== undefined ? { actual: visible(raw.actual) } : {}),
      fix: visible(raw.fix ?? rule.fix),
      specUrl: rule.specUrl,
      fingerprint: this.fingerprint(rule.id, about, raw.locus ?? ""),
      evidence: raw.evidence ?? [],
    };
  }
}

function subjectKey<S extends Scope>(scope: S, subject: Subjects[S]): string {
  return scope === "skill" ? (subject as Subjects["skill"]).uri : "";
}

/** The subject of a finding, made from what the rule was given. */
export function describeSubject(scope: Scope, subject: Subjects[Scope]): FindingSubject {
  switch (scope) {
    case "server":
    case "exchange":
      return { kind: "server" };
    case "skill": {
      const { uri } = subject as Subjects["skill"];
      return { kind: "skill", skill: uri, uri };
    }
    case "file": {
      const { skill, file } = subject as Subjects["file"];
      return { kind: "file", skill: skill.uri, uri: file.uri };
    }
    case "uri": {
      const { uri, skill } = subject as Subjects["uri"];
      return skill === undefined ? { kind: "uri", uri } : { kind: "uri", skill, uri };
    }
    case "template":
      return { kind: "template", template: (subject as Subjects["template"]).uriTemplate };
  }
}
