/** Run by `node scripts/official.mjs`, not by `npm test`: it starts the suite some eighty times. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Era } from "../../shared/model/server";
import { startEngine } from "../support/engine";
import { explanation } from "./explained";
import { SAME } from "./same";
import { fetchTools, judgeServer, REVISIONS, SERVER_SCENARIOS, type SuiteCheck } from "./suite";
import { targets } from "./targets";

beforeAll(fetchTools, 400_000);

type Verdict = "ok" | "complains" | "nothing to judge";
interface Compared {
  target: string;
  era: Era;
  check: string;
  suite: Verdict;
  ours: Verdict;
  /** What the one that complains says. */
  said: string;
}

const compared: Compared[] = [];
const expectedRuns = targets().flatMap(({ name, eras, start }) => eras.map((era) => ({ name, era, start })));
let runs = 0;

function suiteVerdict({ status, details }: SuiteCheck): Verdict {
  if (status === "SKIPPED" || details?.untestable === true) return "nothing to judge";
  return status === "SUCCESS" || status === "INFO" ? "ok" : "complains";
}

/** What our check says of a server, by rule. */
async function ourReport(url: string, era: Era) {
  const engine = await startEngine();
  const transport = { kind: "http" as const, url, headers: [] };
  const { config } = await engine.call("servers.add", { label: "target", transport, era });
  await engine.settled("target");
  return engine.call("checks.run", { serverId: config.serverId, op: "check" });
}

test.each(expectedRuns)(
  "$name, $era",
  async ({ name, era, start }) => {
    const url = await start();
    const checks: SuiteCheck[] = [];
    for (const scenario of SERVER_SCENARIOS)
      checks.push(...(await judgeServer(url, scenario, REVISIONS[era])));
    const report = await ourReport(url, era);
    for (const check of checks) {
      const id = check.id.replace("sep-2640-", "");
      const rules = SAME[id];
      if (!rules) continue;
      const failed = report.findings.filter(
        ({ rule, outcome }) => outcome === "fail" && rules.includes(rule),
      );
      const judged = report.rules.some(
        ({ rule, outcome }) => rules.includes(rule) && (outcome === "pass" || outcome === "fail"),
      );
      const suite = suiteVerdict(check);
      const ours = failed.length > 0 ? "complains" : judged ? "ok" : "nothing to judge";
      const said = suite === "complains" ? check.errorMessage : failed[0]?.message;
      compared.push({ target: name, era, check: id, suite, ours, said: said ?? "" });
    }
    const unknown = checks.map(({ id }) => id.replace("sep-2640-", "")).filter((id) => !(id in SAME));
    expect([...new Set(unknown)]).toEqual(["wire-schema-valid"]);
    runs += 1;
    const different = compared.filter(
      (row) => row.target === name && row.era === era && row.suite !== row.ours && !explanation(row),
    );
    expect(different).toEqual([]);
  },
  300_000,
);

const text = (words: string) =>
  words
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
    .replace(/\s+/g, " ")
    .replace(/[|<>]/g, (character) => `\\${character}`)
    .slice(0, 160);

afterAll(() => {
  if (runs < expectedRuns.length) return;
  const agree = compared.filter(({ suite, ours }) => suite === ours).length;
  const lines = [
    "# Our check and the official suite, check by check",
    "",
    "Made by `node scripts/official.mjs`. The suite: `@modelcontextprotocol/conformance` 0.2.0-alpha.12, its three server",
    "scenarios for skills. Servers in both eras; faults of the built-in server at 2026-07-28. Not compared: its check of",
    "every message against the schema of the base protocol, which many rules of ours share; and the fault",
    "`entries-of-wrong-type`, on whose null entry the suite itself breaks off, where ours reports each entry.",
    "",
    `${compared.length} verdicts compared, ${agree} the same, ${compared.length - agree} different; every difference is explained.`,
    "",
    "## By server",
    "",
    "| server | era | same | suite alone complains | ours alone complains | one has nothing to judge |",
    "|---|---|---|---|---|---|",
    ...expectedRuns.map(({ name, era }) => {
      const rows = compared.filter((row) => row.target === name && row.era === era);
      const same = rows.filter(({ suite, ours }) => suite === ours).length;
      const alone = rows.filter(({ suite, ours }) => suite === "complains" && ours !== "complains").length;
      const oursAlone = rows.filter(
        ({ suite, ours }) => ours === "complains" && suite !== "complains",
      ).length;
      return `| ${name} | ${era} | ${same} | ${alone} | ${oursAlone} | ${rows.length - same - alone - oursAlone} |`;
    }),
    "",
    "## By check",
    "",
    "| check | our rules | both complain of | differs on |",
    "|---|---|---|---|",
    ...Object.entries(SAME).map(([check, rules]) => {
      const rows = compared.filter((row) => row.check === check);
      const names = (some: Compared[]) => [...new Set(some.map(({ target }) => target))].join(", ") || "none";
      const both = rows.filter(({ suite, ours }) => suite === "complains" && ours === "complains");
      const differs = rows.filter(({ suite, ours }) => suite !== ours);
      return `| ${check} | ${rules.join(", ")} | ${names(both)} | ${names(differs)} |`;
    }),
    "",
    "## Differences",
    "",
    "| server | era | check | suite | ours | what was said | why |",
    "|---|---|---|---|---|---|---|",
    ...compared
      .filter(({ suite, ours }) => suite !== ours)
      .map((row) => {
        const { target, era, check, suite, ours, said } = row;
        return `| ${target} | ${era} | ${check} | ${suite} | ${ours} | ${text(said)} | ${explanation(row)} |`;
      }),
    "",
  ];
  writeFileSync(join(import.meta.dirname, "AGREEMENT.md"), lines.join("\n"));
});
