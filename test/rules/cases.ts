import { expect, it } from "vitest";
import type { Profile } from "../../shared/rules/define-rule";
import { type Collected, type CollectOptions, collect } from "./collect";
import { FakeServer } from "./fake-server";
import { judgeAll } from "./run-profiles";

/** One way in which a server or what was seen of it is wrong, and all that the rules may say of it. */
export interface Case {
  title: string;
  /** Speaks 2026-07-28; default true. */
  modern?: boolean;
  /** Makes the server wrong before anything is asked of it. */
  spoil?: (fake: FakeServer) => void;
  /** Changes what was collected. */
  after?: (seen: Collected) => void;
  options?: CollectOptions;
  /** Exactly these rules fail, each with its severity. */
  failed?: string[];
  /** At least these rules note something. */
  noted?: string[];
  /** At least these rules are untestable. */
  untestable?: string[];
  /** At least these rules are not applicable. */
  notApplicable?: string[];
  /** What the first finding of a rule has to say, in message, expected, actual or fix. */
  says?: [rule: string, ...texts: (string | RegExp)[]][];
}

/** Judges one case. */
export function judgeCase({ modern = true, spoil, after, options }: Case, profiles?: readonly Profile[]) {
  const fake = new FakeServer(modern);
  spoil?.(fake);
  const seen = collect(fake, options);
  after?.(seen);
  return judgeAll(seen, profiles);
}

/** Makes each case a test. */
export function testCases(cases: Case[]): void {
  it.each(cases.map((each) => [each.title, each] as const))("%s", (_, each) => {
    const judged = judgeCase(each);
    expect(judged.failed).toEqual([...(each.failed ?? [])].sort());
    for (const rule of each.noted ?? []) expect(judged.noted).toContain(rule);
    const of = (outcome: string) =>
      judged.results.filter((result) => result.outcome === outcome).map(({ rule }) => rule);
    for (const rule of each.untestable ?? []) expect(of("untestable")).toContain(rule);
    for (const rule of each.notApplicable ?? []) expect(of("not-applicable")).toContain(rule);
    for (const [rule, ...texts] of each.says ?? []) {
      const { message, expected, actual, fix } = judged.finding(rule);
      for (const text of texts) expect([message, expected, actual, fix].join("\n")).toMatch(text);
    }
    const broken = judged.results.filter(({ reason }) => reason?.startsWith("the rule itself failed"));
    expect(broken).toEqual([]);
    for (const finding of judged.findings) {
      expect(finding.fix.length, finding.rule).toBeGreaterThan(0);
      // Only what was seen on the wire beside the exchanges has no exchange that proves it.
      if (!/^insp-/.test(finding.rule)) expect(finding.evidence.length, finding.rule).toBeGreaterThan(0);
    }
  });
}

/** Ids of rules that gave a finding, and of those that passed without one, over all cases and a clean server of each era. */
export function coverage(cases: Case[], profile: Profile): { found: Set<string>; passed: Set<string> } {
  const found = new Set<string>();
  const passed = new Set<string>();
  const clean: Case[] = [
    { title: "clean", modern: true },
    { title: "clean", modern: false },
  ];
  for (const each of [...clean, ...cases]) {
    const { findings, results } = judgeCase(each, [profile]);
    for (const { rule } of findings) found.add(rule);
    const noted = new Set(findings.map(({ rule }) => rule));
    for (const { rule, outcome } of results) if (outcome === "pass" && !noted.has(rule)) passed.add(rule);
  }
  return { found, passed };
}
