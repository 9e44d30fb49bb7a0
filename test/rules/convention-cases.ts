import { expect, it } from "vitest";
import type { ServerEvidence } from "../../shared/model/evidence";
import type { ConventionProfile } from "../../shared/rules/convention";
import { type Answer, type CollectOptions, collectConvention, judgeConvention } from "./convention-evidence";

/** One way in which a server differs from its convention. */
export interface ConventionCase {
  rule: string;
  title: string;
  /** Default: the server of the suite, as it is. */
  spoil?: (answer: Answer) => Answer;
  options?: CollectOptions;
  /** Changes what was seen beside the answers. */
  after?: (server: ServerEvidence) => void;
  /** Default `fail`. */
  outcome?: "fail" | "pass" | "note" | "untestable" | "not-applicable";
  /** What the findings of the rule, or its reason, have to say. */
  says?: string | RegExp;
  /** A finding that fails is an error or a warning; default: not looked at. */
  grave?: boolean;
}

/** Makes each case a test, and one that the server as it is passes every rule but those named. */
export function testConvention(
  convention: ConventionProfile,
  serve: () => Promise<Answer>,
  cases: ConventionCase[],
  /** Outcomes of the server as it is where they are not `pass`. */
  clean: Record<string, string> = {},
): void {
  it("is recognised and clean on the server that speaks it", async () => {
    const index = await collectConvention(convention, await serve(), { probes: "forced" });
    expect(convention.recognise({ server: index.server, skills: index.skills })).toBe(true);
    const { outcomes, grave, says } = judgeConvention(convention, index);
    const odd = Object.entries(outcomes).filter(([, outcome]) => outcome !== "pass");
    expect(Object.fromEntries(odd), JSON.stringify(says, null, 2)).toEqual(clean);
    expect(grave).toEqual([]);
  });

  it.each(cases.map((each) => [each.rule, each.title, each] as const))("%s: %s", async (rule, _, each) => {
    const { spoil = (answer: Answer) => answer, outcome = "fail", options = { probes: "forced" } } = each;
    const index = await collectConvention(convention, spoil(await serve()), options);
    each.after?.(index.server);
    const { outcomes, says, grave, reasons } = judgeConvention(convention, index);
    expect(outcomes[rule], `${says[rule]} ${reasons[rule]}`).toBe(outcome);
    if (each.says !== undefined) expect(says[rule] ?? reasons[rule]).toMatch(each.says);
    if (each.grave !== undefined) expect(grave.includes(rule)).toBe(each.grave);
  });

  it("has for every rule a case in which it fails or notes something", () => {
    const shown = new Set(
      cases
        .filter(({ outcome = "fail" }) => outcome === "fail" || outcome === "note")
        .map(({ rule }) => rule),
    );
    expect(convention.profile.rules.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
  });

  it("says nothing of a folder, and why where no probe was made", async () => {
    const index = await collectConvention(convention, await serve(), { probes: "none" });
    const { outcomes } = judgeConvention(convention, index);
    expect(Object.values(outcomes)).not.toContain("fail");
    index.server.folder = true;
    expect(new Set(Object.values(judgeConvention(convention, index).outcomes))).toEqual(
      new Set(["not-applicable"]),
    );
  });
}
