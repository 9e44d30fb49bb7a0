import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Verdict } from "../../../shared/rules/define-rule";
import { EvidenceIndex } from "../../../shared/rules/evidence-index";
import { rfc6570 } from "../../../shared/rules/rfc6570";
import { noEvidence } from "../../../shared/uri/no-evidence";

const nothing = new EvidenceIndex(noEvidence("test"), []);

function judge(id: string, uriTemplate: string, exchangeId?: string): Verdict {
  const rule = rfc6570.rules.find((candidate) => candidate.id === id);
  if (!rule) throw new Error(`no rule ${id}`);
  return rule.check({ uriTemplate, exchangeId }, nothing);
}

interface Fixture {
  passes: string[];
  /** With words that the message must have. */
  fails?: [template: string, ...words: string[]][];
  notes?: [template: string, ...words: string[]][];
  /** Not applicable: the template has faults. */
  skips?: string[];
  severity?: "error" | "warning";
}

const fixtures: Record<string, Fixture> = {
  "t-braces": {
    passes: ["x://a", "x://{a}/{b}", "x://{}"],
    fails: [
      ["x://{a", '"{" at column 5 is not closed'],
      ["x://a}", '"}" at column 6 closes no'],
      ["x://{a}}", "column 8"],
      ["x://{{a}}", "do not nest"],
    ],
  },
  "t-empty": {
    passes: ["x://{a}"],
    fails: [
      ["x://{}", "column 5 is empty"],
      ["x://{ }", "empty"],
      ["x://{?}", "no variable"],
    ],
  },
  "t-literals": {
    passes: ["x://it's/café/%20/{a}", "x://[a](b)*+,;=!$&:@"],
    fails: [
      ["x://a b{c}", "a space is not allowed (column 6)", "%20"],
      ['x://"<>\\^`|', "a double quote", "And 2 more"],
      ["x://100%{a}", "column 8"],
      ["x://a\u0007", "U+0007"],
    ],
  },
  "t-operator": {
    passes: ["{a}{+a}{#a}{.a}{/a}{;a}{?a}{&a}"],
    fails: [
      ["x://{$a}", '"$" at column 6'],
      ["x://{~a}", '"~"'],
      ["x://{-a}", '"-"'],
      ["x://{=a}", "reserved"],
    ],
  },
  "t-operator-reserved": {
    passes: ["x://{+a}", "x://{$a}"],
    fails: [
      ["x://{=a}", '"="'],
      ["x://{,a}", '","'],
      ["x://{!a}", '"!"'],
      ["x://{@a}", '"@"'],
      ["x://{|a}", '"|"'],
    ],
  },
  "t-varname": {
    passes: ["x://{a_1.b.C,%20x}"],
    fails: [
      ["skill://{skill-name}/SKILL.md", "no hyphen (column 15)", "skill_name"],
      ["x://{.a.}", "neither at its end"],
      ["x://{a..b}", "doubled"],
      ["x://{a b}", "A space at column 7"],
      ["x://{a,}", "missing at column 8"],
      ["x://{%2x}", "hexadecimal"],
    ],
  },
  "t-varlist": { passes: ["x://a{?x,y}"], fails: [["x://a{?x, y}", "space at column 10"]] },
  "t-prefix": {
    passes: ["x://{a:1}{b:9999}"],
    fails: [
      ["x://{a:0}", '":0"'],
      ["x://{a:01}", "leading zero"],
      ["x://{a:10000}", "1 to 9999"],
      ["x://{a:}", "column 7"],
      ["x://{a:b}", '":b"'],
    ],
  },
  "t-prefix-explode": {
    passes: ["x://{a:3}{b*}"],
    fails: [
      ["x://{a:3*}", "not combined"],
      ["x://{a*:3}", "not combined"],
    ],
  },
  "t-prefix-list": {
    passes: ["x://{a:3}{a}", "x://{b*}{a:3}", "x://{a*}{a}"],
    fails: [["x://{a:3}{?a*}", "a has a prefix at column 6"]],
  },
  "t-explode": {
    passes: ["x://{+path}", "x://a{/path*}", "x://a{?q*}", "x://{path}"],
    fails: [["skill://pdf/{path*}", "{path*} at column 14", "{+path}", "{/path*}"]],
    severity: "warning",
  },
  "t-same-var": { passes: ["x://{a}/{b}"], notes: [["x://{a}/{b}{?a}", "one value: a."]] },
  "t-level": {
    passes: ["x://fixed"],
    notes: [
      ["x://{a}", "level 1: plain variables only"],
      ["x://{+a}", "level 2: {+a} has the operator + (path)"],
      ["x://{a}{?b}", "level 3: {?b} has the operator ?"],
      ["x://{a,b}", "level 3: {a,b} has several variables"],
      ["x://{a*}", "level 4: {a*} has the modifier *"],
      ["x://{a:3}", "level 4: {a:3} has a prefix"],
    ],
    skips: ["x://{a"],
  },
  "t-result-uri": {
    passes: [
      "skill://{a}/{+b}{?c*,d}{#e}",
      "x://h:{port}/",
      "x://[{ip}]/",
      "{+uri}",
      "{scheme}://x",
      "x-{a}:b",
    ],
    fails: [
      ["docs/{a}", "docs/1", "no scheme"],
      ["x://a/[{b}]", 'x://a/[1]: "["'],
      ["x://a{#b}{#c}", 'second "#"'],
      ["x://a:port{b}", "digits only"],
      ["{/a}", "no scheme"],
      ["1x://{a}", "begins with a letter"],
    ],
    skips: ["x://{a"],
  },
  "t-scheme-literal": {
    passes: ["skill://{a}", "docs/{a}", "{/a}", "docs", ""],
    fails: [
      ["{+uri}", "{+uri} at column 1"],
      ["{scheme}://a", "{scheme}"],
      ["x-{a}:b", "column 3"],
    ],
    severity: "warning",
  },
  "t-roundtrip": {
    passes: ["x://{a}/{b}", "x://{a}{/b*}"],
    notes: [
      ["x://a{?b,c}", "{?b,c}", "only when all are there"],
      ["x://{path*}", "several segments"],
      ["x://{a}{b}", "{a}{b}: nothing tells"],
    ],
    skips: ["x://{a"],
  },
  "t-varname-pct": { passes: ["x://%20{a}"], notes: [["x://{Some%20Thing}", "Some%20Thing"]] },
};

describe("the rules of RFC 6570", () => {
  describe.each(Object.entries(fixtures))(
    "%s",
    (id, { passes, fails = [], notes = [], skips = [], severity }) => {
      it.each(passes)("passes %j", (template) => expect(judge(id, template)).toEqual({ kind: "pass" }));

      it.each(fails)("fails %j", (template, ...words) => {
        const verdict = judge(id, template);
        if (verdict.kind !== "findings") throw new Error(verdict.kind);
        expect(verdict.findings).toHaveLength(1);
        const [finding] = verdict.findings;
        expect(finding!.outcome ?? "fail").toBe("fail");
        expect(finding!.severity ?? "error").toBe(severity ?? "error");
        if (severity === undefined) {
          expect(rfc6570.rules.find((rule) => rule.id === id)!.level).toMatch(/^MUST/);
        }
        for (const word of words) expect(finding!.message).toContain(word);
      });

      it.each(notes)("notes %j", (template, ...words) => {
        const verdict = judge(id, template);
        if (verdict.kind !== "findings") throw new Error(verdict.kind);
        expect(verdict.findings).toMatchObject([{ outcome: "note" }]);
        for (const word of words) expect(verdict.findings[0]!.message).toContain(word);
      });

      it.each(skips)("has nothing to say of %j", (template) =>
        expect(judge(id, template).kind).toBe("not-applicable"),
      );
    },
  );

  it("has fixtures for every rule", () => {
    expect(Object.keys(fixtures).sort()).toEqual(rfc6570.rules.map((rule) => rule.id).sort());
  });

  it("gives the corrected template as expected value and as fix", () => {
    expect(judge("t-varname", "skill://{skill-name}/{+x-y}", "x3")).toMatchObject({
      findings: [
        {
          expected: "skill://{skill_name}/{+x_y}",
          fix: "Write skill://{skill_name}/{+x_y}",
          actual: "skill://{skill-name}/{+x-y}",
          evidence: ["x3"],
        },
      ],
    });
    expect(judge("t-explode", "skill://{dir}/{path*}")).toMatchObject({
      findings: [{ expected: "skill://{dir}/{+path}" }],
    });
  });

  it("never throws, whatever the template", () => {
    const text = fc
      .array(fc.constantFrom("{", "}", "a", ":", "//", "*", "3", ",", "?", "+", "#", "[", "]", " ", "é", "%"))
      .map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: "binary" })), (uriTemplate) => {
        for (const rule of rfc6570.rules) {
          expect(rule.check({ uriTemplate }, nothing).kind).toMatch(/pass|findings|not-applicable/);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("the catalogue", () => {
  const root = join(import.meta.dirname, "../../..");
  const catalogue = join(root, "../shared/requirements.json");
  const ids = [...rfc6570.rules, ...rfc6570.exclusions].map((row) => row.id);

  it("has 29 rows, each once a rule or an exclusion that names the tests which keep it", () => {
    expect(ids).toHaveLength(29);
    expect(new Set(ids).size).toBe(29);
    for (const { reason } of rfc6570.exclusions) {
      const files = reason.match(/test\/[\w./-]+\.ts/g) ?? [];
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) expect(existsSync(join(root, file)), file).toBe(true);
    }
  });

  it("is covered row by row, with the levels it gives (where it lies beside the repository)", () => {
    if (!existsSync(catalogue)) return expect(ids).toContain("t-braces");
    const parsed: { id: string; profile: string; level: string }[] = JSON.parse(
      readFileSync(catalogue, "utf8"),
    );
    const rows = parsed.filter((row) => row.profile === "rfc6570");
    expect(ids.sort()).toEqual(rows.map((row) => row.id).sort());
    const levels = new Map([...rfc6570.rules, ...rfc6570.exclusions].map((row) => [row.id, row.level]));
    for (const row of rows) expect(levels.get(row.id), row.id).toBe(row.level);
  });
});
