import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exitFor } from "../../../electron/cli/formats/write";
import type { Finding } from "../../../shared/model/finding";
import type { Report, ReportExchange } from "../../../shared/model/report";
import { applyBaseline, readBaseline } from "../../../shared/report/baseline";
import { compareReports } from "../../../shared/report/compare";
import { MergeError, mergeReports } from "../../../shared/report/merge";
import { NoReport, readReports } from "../../../shared/report/read-report";
import { inShard, parseShard } from "../../../shared/report/shard";
import { makeFinding, makeReport } from "./make-report";

const [a, b, c] = ["a", "b", "c"].map((locus) => makeFinding({ locus })) as [Finding, Finding, Finding];
const exchange = (id: string, method: string): ReportExchange => ({
  id,
  method,
  purpose: "list",
  request: {},
  startedAt: "2026-11-30T12:00:00.000Z",
  durationMs: 1,
});

describe("compareReports", () => {
  it("tells new, fixed and same by fingerprint, as the later run words them", () => {
    const reworded = { ...b, message: "Said otherwise." };
    expect(compareReports(makeReport([a, b]), makeReport([reworded, c]))).toEqual({
      new: [c],
      fixed: [a],
      same: [reworded],
    });
  });

  it("counts a finding of both eras once", () => {
    expect(compareReports([makeReport([a]), makeReport([a])], [makeReport(), makeReport([b])])).toEqual({
      new: [b],
      fixed: [a],
      same: [],
    });
  });
});

describe("a baseline", () => {
  it.each([
    ["a report", JSON.stringify(makeReport([a, b]))],
    ["a report of two eras", JSON.stringify({ runs: [makeReport([a]), makeReport([b])] })],
    ["a JSON list", JSON.stringify([a.fingerprint, b.fingerprint])],
    ["lines with remarks", `# agreed in March\r\n\r\n${a.fingerprint} the invoices\n${b.fingerprint}\n`],
    ["a report with a byte order mark", `\uFEFF${JSON.stringify(makeReport([a, b]))}`],
  ])("is read from %s", (_, text) => {
    expect(readBaseline(text)).toEqual(new Set([a.fingerprint, b.fingerprint]));
  });

  it("may be an empty list", () => expect(readBaseline("[]")).toEqual(new Set()));

  it.each([
    ["", /empty/],
    ["{", /no JSON/],
    ['{"a":1}', /list of findings/],
    ['{"runs":[]}', /no run/],
    ['["nonsense"]', /"nonsense" in it is no fingerprint/],
    ["<html>", /"<html>" in it is no fingerprint/],
    ['{"$schema":"https://example.org/sarif.json","runs":[{}]}', /--format json/],
  ])("refuses %j and says why", (text, why) => {
    expect(() => readBaseline(text)).toThrow(NoReport);
    expect(() => readBaseline(text)).toThrow(why);
  });

  it("keeps what is known in the report, but lets only what is new count for the exit code", () => {
    const known = new Set([a.fingerprint, c.fingerprint]);
    const [report] = applyBaseline([makeReport([a, b])], known) as [Report];
    expect(report.findings.map((finding) => finding.known ?? false)).toEqual([true, false]);
    expect(report.baseline).toEqual({ known: 1, fresh: 1, fixed: 1 });
    expect(report.summary.errors).toBe(2);
    expect(exitFor([report], "must")).toBe(1);
    expect(exitFor(applyBaseline([makeReport([a])], known), "must")).toBe(0);
    expect(exitFor(applyBaseline([makeReport([a], { incomplete: "budget" })], known), "must")).toBe(4);
  });

  it("counts as fixed only what neither era has", () => {
    const reports = applyBaseline(
      [makeReport([a]), makeReport([b])],
      new Set([a, b, c].map(({ fingerprint }) => fingerprint)),
    );
    expect(reports.map(({ baseline }) => baseline!.fixed)).toEqual([1, 1]);
  });
});

describe("exitFor", () => {
  const warning = makeReport([makeFinding({ severity: "warning", level: "SHOULD" })]);
  it.each([
    ["must", 0],
    ["should", 1],
    ["never", 0],
  ] as const)("a warning with --fail-on %s ends with %i", (failOn, code) => {
    expect(exitFor([warning], failOn)).toBe(code);
  });
});

describe("shards", () => {
  it("reads i/n and refuses what is none", () => {
    expect(parseShard("2/3")).toEqual({ index: 2, count: 3 });
    for (const wrong of ["0/3", "4/3", "1", "1/0", "a/b", "1/2/3", "-1/3"])
      expect(() => parseShard(wrong), wrong).toThrow(/i\/n|parts of/);
  });

  it("puts each skill in exactly one part, the same on every machine", () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.integer({ min: 1, max: 20 }), (uri, count) => {
        const parts = Array.from({ length: count }, (_, i) => inShard(uri, { index: i + 1, count }));
        expect(parts.filter(Boolean)).toHaveLength(1);
      }),
    );
    // Fixed: a later version that split otherwise would let shards of two versions miss skills.
    const placed = ["a", "b", "c", "d"].map((n) =>
      [1, 2, 3].find((index) => inShard(`skill://acme/${n}/SKILL.md`, { index, count: 3 })),
    );
    expect(placed).toMatchInlineSnapshot(`
      [
        1,
        1,
        2,
        1,
      ]
    `);
  });

  it("splits many skills about evenly", () => {
    const uris = Array.from({ length: 4_000 }, (_, i) => `skill://bulk/group-${i % 100}/skill-${i}/SKILL.md`);
    for (const index of [1, 2, 3, 4]) {
      const size = uris.filter((uri) => inShard(uri, { index, count: 4 })).length;
      expect(size).toBeGreaterThan(850);
      expect(size).toBeLessThan(1_150);
    }
  });
});

describe("mergeReports", () => {
  const shard = (index: number, findings: Finding[], given: Partial<Report> = {}) => ({
    name: `r${index}.json`,
    report: makeReport(findings, { shard: { index, count: 2 }, ...given }),
  });

  it("unites findings, takes the worst outcome of each rule, and counts anew", () => {
    const merged = mergeReports([
      shard(1, [a, b], {
        rules: [
          { rule: "as-description-required", outcome: "fail" },
          { rule: "z", outcome: "pass" },
        ],
      }),
      shard(2, [b, c], {
        rules: [
          { rule: "as-description-required", outcome: "pass" },
          { rule: "z", outcome: "untestable", reason: "no" },
        ],
      }),
    ]);
    expect(merged.findings.map(({ fingerprint }) => fingerprint).sort()).toEqual(
      [a, b, c].map(({ fingerprint }) => fingerprint).sort(),
    );
    expect(merged.rules).toEqual([
      { rule: "as-description-required", outcome: "fail" },
      { rule: "z", outcome: "untestable", reason: "no" },
    ]);
    expect(merged.summary).toMatchObject({ errors: 3, fail: 1, untestable: 1, pass: 0, skills: 2, files: 4 });
    expect(merged.shard).toBeUndefined();
    expect(merged.incomplete).toBeUndefined();
  });

  it("numbers exchanges anew where both shards count from x1", () => {
    const merged = mergeReports([
      shard(1, [{ ...a, evidence: ["x1"] }], { exchanges: [exchange("x1", "skills/list")] }),
      shard(2, [{ ...b, evidence: ["x1", "x2"] }], {
        exchanges: [exchange("x1", "skills/get"), exchange("x2", "resources/read")],
      }),
    ]);
    const methods = (of: Finding) =>
      merged.findings
        .find(({ fingerprint }) => fingerprint === of.fingerprint)!
        .evidence.map((id) => merged.exchanges.find((one) => one.id === id)?.method);
    expect(methods(a)).toEqual(["skills/list"]);
    expect(methods(b)).toEqual(["skills/get", "resources/read"]);
    expect(new Set(merged.exchanges.map(({ id }) => id)).size).toBe(3);
  });

  it("says which shard is missing, and that the result is incomplete", () => {
    const third = { name: "r3.json", report: makeReport([], { shard: { index: 3, count: 3 } }) };
    expect(mergeReports([third]).incomplete).toBe("shard 1/3 and shard 2/3 are missing");
  });

  it.each([
    ["the same shard twice", [shard(1, []), shard(1, [])], /same shard 1\/2/],
    [
      "different targets",
      [shard(1, []), shard(2, [], { target: { label: "other", kind: "stdio" } })],
      /different targets/,
    ],
    ["different eras", [shard(1, []), shard(2, [], { era: "legacy" })], /different eras/],
    ["different profiles", [shard(1, []), shard(2, [], { profiles: [] })], /different profiles/],
    ["other numbers of shards", [shard(1, []), shard(2, [], { shard: { index: 2, count: 5 } })], /one of 5/],
    [
      "a whole report among shards",
      [shard(1, []), { name: "all.json", report: makeReport() }],
      /all\.json is no shard/,
    ],
  ])("refuses %s", (_, reports, why) => {
    expect(() => mergeReports(reports)).toThrow(MergeError);
    expect(() => mergeReports(reports)).toThrow(why);
  });

  it("keeps what a baseline said", () => {
    const known = new Set([a.fingerprint, c.fingerprint]);
    const parts = [shard(1, [a]), shard(2, [b])].map(({ name, report }) => ({
      name,
      report: applyBaseline([report], known)[0]!,
    }));
    expect(mergeReports(parts).baseline).toEqual({ known: 1, fresh: 1, fixed: 1 });
  });
});

it("no text makes reading a report throw anything but NoReport", () => {
  const report = makeReport([a]) as unknown as Record<string, unknown>;
  const spoiled = fc
    .tuple(fc.constantFrom(...Object.keys(report)), fc.jsonValue())
    .map(([key, value]) => JSON.stringify({ ...report, [key]: value }));
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), spoiled), (text) => {
      for (const read of [readReports, readBaseline]) {
        try {
          read(text);
        } catch (error) {
          expect(error).toBeInstanceOf(NoReport);
        }
      }
    }),
  );
});
