import { expect, it } from "vitest";
import { ExchangeLog } from "../../../electron/engine/inspection/exchange-log";
import { Judge } from "../../../electron/engine/inspection/workers/judge";
import {
  collectSkill,
  indexedSkills,
  probeSite,
  siteEvidence,
} from "../../../electron/engine/well-known/collect";
import { SiteRecorder } from "../../../electron/engine/well-known/recorder";
import type { SiteOptions } from "../../../electron/engine/well-known/site";
import type { Finding, RuleResult } from "../../../shared/model/finding";
import { PROFILE } from "../../../shared/rules/well-known-agent-skills-0.2.0/facts";
import { rightSite, type Site } from "./site";

/** One way in which a site is wrong, and all that the rules may say of it. */
export interface SiteCase {
  title: string;
  spoil: (site: Site) => void;
  options?: SiteOptions;
  probes?: false;
  /** Exactly these rules fail, each with the severity of its worst finding. */
  failed?: string[];
  noted?: string[];
  untestable?: string[];
  notApplicable?: string[];
  says?: [rule: string, text: string | RegExp][];
}

export interface SiteJudged {
  findings: Finding[];
  results: RuleResult[];
  failed: string[];
  noted: string[];
}

/** Fetches a site as the app does and judges it in this thread. */
export async function judgeSite(url: string, options: SiteOptions = {}, probes = true): Promise<SiteJudged> {
  const log = new ExchangeLog();
  const { signal } = new AbortController();
  const recorder = new SiteRecorder(url, { timeoutMs: 10_000, ...options, signal }, log);
  const server = siteEvidence({ label: "site", kind: "well-known" });
  const indexed = await indexedSkills(recorder, url, []);
  const briefs = indexed.map(({ uri }) => ({ uri, source: "other" as const }));
  const judge = new Judge(server, briefs, [PROFILE]);
  const findings: Finding[] = [];
  for (const one of indexed) {
    const { evidence, bodies } = await collectSkill(recorder, one);
    judge.take(evidence, bodies);
    findings.push(...judge.complete(one.uri, [], [], {}, false));
  }
  if (probes) {
    await probeSite(recorder, url);
    server.probes = { made: true };
  }
  server.exchanges = recorder.exchanges;
  const end = judge.finish(server);
  findings.push(...end.findings);
  const worst = new Map<string, string>();
  for (const { rule, severity, outcome } of findings)
    if (outcome !== "note" && worst.get(rule) !== "error") worst.set(rule, severity);
  const noted = findings.filter(({ rule, outcome }) => outcome === "note" && !worst.has(rule));
  return {
    findings,
    results: end.results,
    failed: [...worst].map(([rule, severity]) => `${severity} ${rule}`).sort(),
    noted: [...new Set(noted.map(({ rule }) => rule))].sort(),
  };
}

export async function judgeCase({ spoil, options, probes }: SiteCase): Promise<SiteJudged> {
  const site = await rightSite();
  spoil(site);
  return judgeSite(site.url, options, probes);
}

/** Makes each case a test. */
export function testSites(cases: SiteCase[]): void {
  it.each(cases.map((each) => [each.title, each] as const))("%s", async (_, each) => {
    const { findings, results, failed, noted } = await judgeCase(each);
    expect(failed).toEqual([...(each.failed ?? [])].sort());
    expect(noted).toEqual([...(each.noted ?? [])].sort());
    const of = (outcome: string) => results.filter((one) => one.outcome === outcome).map(({ rule }) => rule);
    for (const rule of each.untestable ?? []) expect(of("untestable")).toContain(rule);
    for (const rule of each.notApplicable ?? []) expect(of("not-applicable")).toContain(rule);
    for (const [rule, text] of each.says ?? []) {
      const said = findings.filter((finding) => finding.rule === rule);
      const all = said.map((one) => [one.message, one.expected, one.actual, one.fix].join("\n")).join("\n");
      expect(all).toMatch(text);
    }
    expect(results.filter(({ reason }) => reason?.startsWith("the rule itself failed"))).toEqual([]);
    for (const { rule, evidence, fix } of findings) {
      expect(evidence.length, rule).toBeGreaterThan(0);
      expect(fix.length, rule).toBeGreaterThan(0);
    }
  });
}
