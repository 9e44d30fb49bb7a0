import { expect, it } from "vitest";
import { Judge } from "../../../electron/engine/inspection/workers/judge";
import type { Finding, RuleResult } from "../../../shared/model/finding";
import type { EvidenceIndex } from "../../../shared/rules/evidence-index";
import { resourceCatalog } from "../../../shared/rules/resource-catalog";
import { type Answer, collectConvention } from "../convention-evidence";
import { FakeCatalog } from "./fake-catalog";

/** One way in which a server of the contract is wrong, and all that the rules may say of it. */
export interface CatalogCase {
  title: string;
  spoil: (fake: FakeCatalog) => void;
  /** Changes what was collected. */
  after?: (index: EvidenceIndex) => void;
  probes?: false;
  /** Exactly these rules fail, each with the severity of its worst finding. */
  failed?: string[];
  /** At least these note something, besides `cat-docs-nested`, which always does. */
  noted?: string[];
  untestable?: string[];
  notApplicable?: string[];
  says?: [rule: string, text: string | RegExp][];
}

export interface CatalogJudged {
  findings: Finding[];
  results: RuleResult[];
  failed: string[];
  noted: string[];
}

/** Judges evidence of the contract as the app's worker does: URIs, templates and the server. */
export function judgeCatalog({ server, skills }: EvidenceIndex): CatalogJudged {
  const { findings, results } = new Judge(server, [...skills], [resourceCatalog.profile.id]).finish(server);
  const worst = new Map<string, string>();
  for (const { rule, severity, outcome } of findings)
    if (outcome !== "note" && worst.get(rule) !== "error") worst.set(rule, severity);
  const noted = findings.filter(({ rule, outcome }) => outcome === "note" && !worst.has(rule));
  return {
    findings,
    results,
    failed: [...worst].map(([rule, severity]) => `${severity} ${rule}`).sort(),
    noted: [...new Set(noted.map(({ rule }) => rule))].sort(),
  };
}

export async function judgeCase({
  spoil,
  after,
  probes,
}: Omit<CatalogCase, "title">): Promise<CatalogJudged> {
  const fake = new FakeCatalog();
  spoil(fake);
  const answer: Answer = fake.answer;
  const index = await collectConvention(resourceCatalog, answer, probes === false ? { probes: "none" } : {});
  after?.(index);
  return judgeCatalog(index);
}

/** Makes each case a test. */
export function testCatalog(cases: CatalogCase[]): void {
  it.each(cases.map((each) => [each.title, each] as const))("%s", async (_, each) => {
    const { findings, results, failed, noted } = await judgeCase(each);
    expect(failed).toEqual([...(each.failed ?? [])].sort());
    for (const rule of each.noted ?? []) expect(noted).toContain(rule);
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
