import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExchangeLog } from "../../electron/engine/inspection/exchange-log";
import { makeReport } from "../../electron/engine/inspection/report";
import { reportFormats } from "../../electron/engine/report-formats";
import { conventions } from "../../electron/engine/skill-server";
import type { Exchange } from "../../shared/model/evidence";
import type { Finding, RuleResult } from "../../shared/model/finding";
import { EvidenceIndex } from "../../shared/rules/evidence-index";
import { conventionProfiles, profiles } from "../../shared/rules/profiles";
import { RuleRun } from "../../shared/rules/run";
import { collect } from "./collect";
import { builtIn, collectConvention } from "./convention-evidence";
import { sampleFolder } from "./convention-sample";
import { FakeServer } from "./fake-server";
import { mutate, mutations } from "./mutated-evidence";

/** No input makes a rule or a formatter throw: real evidence, spoilt at random, judged by every rule there is. */

const FAILED = "the rule itself failed";

function expectWhole(results: readonly RuleResult[], findings: readonly Finding[]) {
  expect(results.filter(({ reason }) => reason?.startsWith(FAILED))).toEqual([]);
  const log = new ExchangeLog();
  const report = makeReport({
    version: "0",
    target: { label: "fuzz", kind: "stdio" },
    era: "modern",
    protocolVersion: "2026-07-28",
    profiles,
    findings: [...findings],
    rules: [...results],
    noted: 0,
    skills: 1,
    files: 1,
    durationMs: 1,
    log,
  });
  for (const { print } of Object.values(reportFormats)) expect(print([report]).length).toBeGreaterThan(0);
  log.close();
}

describe("no evidence makes a rule or a report fail", () => {
  it.each([true, false])(
    "of the released extension, modern %s, by every profile",
    (modern) => {
      fc.assert(
        fc.property(mutations, (all) => {
          const seen = collect(new FakeServer(modern));
          const exchanges: Exchange[] = [
            ...seen.server.exchanges,
            ...seen.skills.flatMap((skill) =>
              [skill.get, ...skill.files.map(({ read }) => read)].flatMap((one) => one ?? []),
            ),
          ];
          mutate(exchanges, all);
          const run = new RuleRun(profiles, new EvidenceIndex(seen.server, seen.briefs));
          const findings = seen.skills.flatMap((skill) => run.judgeSkill(skill, []));
          findings.push(...run.judge("server", seen.server));
          expectWhole(run.results(), findings);
        }),
        { numRuns: 25 },
      );
    },
    60_000,
  );

  const served = conventionProfiles.filter(({ profile }) => conventions.some(({ id }) => id === profile.id));
  it.each(served.map((each) => [each.profile.id, each] as const))("of %s", async (id, convention) => {
    const index = await collectConvention(convention, await builtIn(id, await sampleFolder()));
    const kept = JSON.stringify(index.server);
    fc.assert(
      fc.property(mutations, (all) => {
        const server = JSON.parse(kept) as typeof index.server;
        mutate(server.exchanges, all);
        mutate([...server.resourcePages, ...server.templatePages], all);
        const run = new RuleRun([convention.profile], new EvidenceIndex(server, index.skills));
        const findings = run.judge("server", server);
        expectWhole(run.results(), findings);
      }),
      { numRuns: 20 },
    );
  });
});
