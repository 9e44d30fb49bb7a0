import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { UriSubject, Verdict } from "../../../shared/rules/define-rule";
import { EvidenceIndex } from "../../../shared/rules/evidence-index";
import { rfc3986 } from "../../../shared/rules/rfc3986";
import { noEvidence } from "../../../shared/uri/no-evidence";

const nothing = new EvidenceIndex(noEvidence("test"), []);

function judge(id: string, subject: UriSubject | string, index = nothing): Verdict {
  const rule = rfc3986.rules.find((candidate) => candidate.id === id);
  if (!rule) throw new Error(`no rule ${id}`);
  return rule.check(typeof subject === "string" ? { uri: subject, role: "typed" } : subject, index);
}

interface Fixture {
  passes: (string | UriSubject)[];
  /** With words that the message must have. */
  fails?: [subject: string | UriSubject, ...words: string[]][];
  notes?: [subject: string | UriSubject, ...words: string[]][];
  severity?: "error" | "warning";
}

const link = (uri: string): UriSubject => ({ uri, role: "link" });

const fixtures: Record<string, Fixture> = {
  "u-scheme": {
    passes: ["skill://a/b", "x+y.z-1:b", link("../a.md"), link("http://a/")],
    fails: [
      ["1skill://a", "begins with a letter"],
      ["sk_ill://a", "column 3"],
      ["a/b", "no scheme"],
      [link("1x:y"), "begins with a letter"],
    ],
  },
  "u-scheme-lower": {
    passes: ["skill://a", "a/b"],
    fails: [["Skill://a", 'produced as "skill"']],
    severity: "warning",
  },
  "u-absolute": {
    passes: ["skill:a", link("a/b.md"), "1x:y"],
    fails: [
      ["a/b", "relative reference"],
      ["//a/b", "relative reference"],
      [":a", "empty"],
    ],
  },
  "u-chars": {
    passes: ["skill://a/%20?b[]#c'()*"],
    fails: [
      ["skill://a/b c", "a space at column 12"],
      ["skill://a/é", '"é" (U+00E9) at column 11'],
      ['skill://a/"<>', "a double quote", '"<" at column 12'],
      ["skill://a/{x}|\\^`", '"{" at column 11', "a backslash"],
      ["skill://a/\u0000", "U+0000"],
      ["s p:x", "a space at column 2"],
      [`skill://a/${" ".repeat(8)}`, "and 3 more"],
    ],
  },
  "u-pct": {
    passes: ["skill://a/%41%ff"],
    fails: [
      ["skill://a/%zz%4", '"%zz" at column 11', '"%4" at column 14'],
      ["skill://a%/", "column 10"],
    ],
  },
  "u-pct-upper": {
    passes: ["skill://a/%C3%A9%20", "skill://a/%zz"],
    fails: [["skill://a/%c3%A9", '"%c3" at column 11']],
    severity: "warning",
  },
  "u-pct-unreserved": {
    passes: ["skill://a/%20%2F%C3%A9%40%5B%60%7B%2C"],
    fails: [
      ["skill://a/%41%5A%61%7A%30", '"%41" at column 11', '"%30"'],
      ["skill://a/%39%2D%2e%5F%7e", '"%39"', '"%2D"', '"%2e"', '"%5F"', '"%7e"'],
    ],
    severity: "warning",
  },
  "u-pct-utf8": {
    passes: ["skill://a/%C3%A9%E2%82%AC%F0%9D%84%9E%41"],
    fails: [
      ["skill://a/caf%E9.md", "%E9 at column 14"],
      ["skill://a/%C0%AF", "%C0%AF at column 11"],
      ["skill://a/%ED%A0%80", "%ED%A0%80"],
      ["skill://a/%C3/%A9", "%C3 at column 11", "%A9 at column 15"],
    ],
    severity: "warning",
  },
  "u-brackets": {
    passes: ["http://[::1]:80/", "skill://a/%5B"],
    fails: [
      ["skill://a/[b]", '"[" at column 11', '"]" at column 13'],
      ["skill://a?b[0]", "column 12"],
      ["skill://a[0]/b", "column 10"],
      ["http://u[@[::1]/", "column 9"],
    ],
  },
  "u-authority-slashes": {
    passes: ["skill://a/b", "mailto:a@b", "skill:///a"],
    notes: [
      ["skill:a/SKILL.md", '"//" is missing'],
      ["skill:/a/SKILL.md", '"//" is missing'],
    ],
  },
  "u-authority-empty": {
    passes: ["skill://a/b", "file:///etc/hosts", "skill:a"],
    fails: [["skill:///a/SKILL.md", "authority is empty"]],
    severity: "warning",
  },
  "u-userinfo": {
    passes: ["skill://a/b@c:d", "http://[::1]/"],
    fails: [
      ["skill://a@b/c", '"a" is read as userinfo'],
      ["skill://a:1/c", '"1" is read as port'],
    ],
    notes: [["http://localhost:3000/x", '"3000" is read as port']],
    severity: "warning",
  },
  "u-regname": {
    passes: ["skill://a%20b/c", "http://[2001:db8::7]/", "http://[v1.x]/", "http://127.0.0.1/", "skill:///a"],
    fails: [
      ["skill://a b/c", "column 10"],
      ["skill://[name]/c", "neither an IPv6 address"],
      ["skill://[::1/c", "closes"],
      ["skill://%zz/c", "percent-encoding"],
      ["skill://é/c", "%C3%A9"],
    ],
  },
  "u-host-case": {
    passes: ["skill://acme%2F/B", "skill:A"],
    fails: [["skill://Acme/b", '"Acme" has upper-case']],
    severity: "warning",
  },
  "u-port": {
    passes: ["http://a:80/", "http://a:/", "skill://a/b:c"],
    fails: [["skill://my:skill/x", "digits only", "%3A"]],
  },
  "u-segment": {
    passes: ["skill://a/b;c=1,2/d:e@f/%20"],
    fails: [
      ["skill://a/b c/[d]", '"b c" at column 11 should be b%20c', '"[d]"'],
      ["skill://a/%zz", "%25zz"],
    ],
  },
  "u-empty-segment": {
    passes: ["skill://a/b/", "http://a//b", "skill://a/b?c//d"],
    fails: [["skill://a//b///c", "column 10", "column 13"]],
    severity: "warning",
  },
  "u-dot-segments": {
    passes: ["skill://a/b.c/..d/...", "skill://a/b?../c", link("../a.md")],
    fails: [
      ["skill://a/../b", '".." at column 11', "addresses skill://a/b"],
      ["skill://a/%2e%2E/b", '"%2e%2E"'],
      ["skill://a/./b", '"." at column 11'],
      ["skill://../b", "in the place of the first segment"],
      [link("skill://a/../b"), '".."'],
    ],
    severity: "warning",
  },
  "u-encoded-slash": {
    passes: ["skill://a/b?c=%2F", "skill://a/b/c"],
    fails: [
      ["skill://a/b%2Fc%2fd", '"%2F" at column 12', '"%2f" at column 16'],
      ["skill://a%2Fb/c", "column 10"],
    ],
    severity: "warning",
  },
  "u-query": {
    passes: ["skill://a?b=/?:@%20"],
    fails: [
      ["skill://a?b[", "column 12"],
      ["skill://a?b c", "column 12"],
    ],
  },
  "u-fragment": {
    passes: ["skill://a/b", link("skill://a/b#c")],
    fails: [
      ["skill://a/b#c", '"#" at column 12'],
      [{ uri: "skill://a/b#", role: "resource" }, "fragment"],
    ],
    severity: "warning",
  },
  "u-fragment-chars": {
    passes: ["skill://a#b/?c:@%20"],
    fails: [
      ["skill://a#b#c", 'second "#" at column 12'],
      ["skill://a#[", "column 11"],
    ],
  },
  "u-userinfo-chars": {
    passes: ["skill://a:b;c%20@d/e", "skill://a/b@c@d"],
    fails: [
      ["skill://a@b@c/d", "%40"],
      ["skill://a[@b/c", "column 10"],
    ],
  },
  "u-length": {
    passes: [`skill://a/${"b".repeat(1_990)}`],
    notes: [
      [`skill://a/${"b".repeat(1_991)}`, "2001 characters"],
      [`skill://${"a".repeat(256)}/b`, "256 characters"],
    ],
  },
  "u-normal-form": { passes: ["skill://a/b"] },
};

describe("the rules of RFC 3986", () => {
  describe.each(Object.entries(fixtures))("%s", (id, { passes, fails = [], notes = [], severity }) => {
    it.each(passes)("passes %j", (subject) => expect(judge(id, subject)).toEqual({ kind: "pass" }));

    it.each(fails)("fails %j", (subject, ...words) => {
      const verdict = judge(id, subject);
      if (verdict.kind !== "findings") throw new Error(verdict.kind);
      expect(verdict.findings).toHaveLength(1);
      const [finding] = verdict.findings;
      expect(finding!.outcome ?? "fail").toBe("fail");
      const rule = rfc3986.rules.find((candidate) => candidate.id === id)!;
      const given = finding!.severity ?? (rule.level.startsWith("MUST") ? "error" : "warning");
      expect(given).toBe(severity ?? "error");
      for (const word of words) expect(finding!.message).toContain(word);
    });

    it.each(notes)("notes %j", (subject, ...words) => {
      const verdict = judge(id, subject);
      if (verdict.kind !== "findings") throw new Error(verdict.kind);
      expect(verdict.findings).toMatchObject([{ outcome: "note" }]);
      for (const word of words) expect(verdict.findings[0]!.message).toContain(word);
    });
  });

  it("has fixtures for every rule", () => {
    expect(Object.keys(fixtures).sort()).toEqual(rfc3986.rules.map((rule) => rule.id).sort());
  });

  it("gives the corrected form as expected value and as fix", () => {
    const verdict = judge("u-chars", "SKILL://Acme/./b c");
    expect(verdict).toMatchObject({
      findings: [
        {
          actual: "SKILL://Acme/./b c",
          expected: "skill://acme/b%20c",
          fix: "Write skill://acme/b%20c",
        },
      ],
    });
    expect(judge("u-userinfo", "skill://a@b:1/c")).toMatchObject({
      findings: [{ expected: "skill://a%40b%3A1/c" }],
    });
    expect(judge("u-empty-segment", "skill://a//b?c//d")).toMatchObject({
      findings: [{ expected: "skill://a/b?c//d" }],
    });
  });

  it("takes a fragment in a manifest for an error", () => {
    expect(judge("u-fragment", { uri: "skill://a/b#c", role: "file" })).toMatchObject({
      findings: [{ severity: "error" }],
    });
  });

  it("names the exchange that gave the URI", () => {
    expect(judge("u-chars", { uri: "a b:", role: "resource", exchangeId: "x7" })).toMatchObject({
      findings: [{ evidence: ["x7"] }],
    });
  });

  it("never throws, whatever the URI", () => {
    const roles = fc.constantFrom<UriSubject["role"]>("skill", "file", "resource", "link", "typed");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), roles, (uri, role) => {
        for (const rule of rfc3986.rules)
          expect(rule.check({ uri, role }, nothing).kind).toMatch(/pass|findings/);
      }),
    );
  });
});

describe("rules that compare the URIs of one server", () => {
  const skill = (uri: string, files: string[] = []) => ({
    uri,
    source: "skills/list" as const,
    entry: { uri, resources: files.map((file) => ({ uri: file })) },
  });
  const server = {
    ...noEvidence("test"),
    resourcePages: [
      {
        id: "x1",
        method: "resources/list",
        params: {},
        purpose: "resources",
        outcome: {
          kind: "result" as const,
          result: { resources: [{ uri: "skill://a/x%7Ey" }, { uri: 7 }, null] },
        },
        startedAt: 0,
        durationMs: 1,
      },
    ],
  };
  const index = new EvidenceIndex(server, [
    skill("skill://a/SKILL.md", ["skill://a/SKILL.md", "skill://a/r/./b.md", "skill://a/x~y"]),
    skill("skill://Acme/SKILL.md"),
    skill("skill://acme/SKILL.md"),
    skill("skill://ACME/SKILL.md"),
    skill("skill://b/SKILL.md"),
  ]);

  it("u-normal-form names the other form", () => {
    const twin = judge("u-normal-form", { uri: "skill://a/r/b.md", role: "file" }, index);
    expect(twin).toMatchObject({ kind: "findings" });
    expect(JSON.stringify(twin)).toContain("skill://a/r/./b.md");
    expect(JSON.stringify(judge("u-normal-form", "skill://a/x~y", index))).toContain("skill://a/x%7Ey");
    expect(judge("u-normal-form", "skill://b/SKILL.md", index)).toEqual({ kind: "pass" });
    expect(judge("u-normal-form", "skill://a/r/./b.md", index)).toEqual({ kind: "pass" });
  });

  it("u-host-case names skills that differ in the case of the first segment only", () => {
    const verdict = judge("u-host-case", "skill://acme/SKILL.md", index);
    expect(verdict).toMatchObject({ kind: "findings" });
    expect(JSON.stringify(verdict)).toContain("differs from skill://Acme/SKILL.md; skill://ACME/SKILL.md");
    expect(judge("u-host-case", "skill://b/SKILL.md", index)).toEqual({ kind: "pass" });
  });
});

describe("the catalogue", () => {
  const catalogue = join(import.meta.dirname, "../../../../shared/requirements.json");
  const ids = [...rfc3986.rules, ...rfc3986.exclusions].map((row) => row.id);

  it("has 26 rows, each once a rule or an exclusion with a reason", () => {
    expect(ids).toHaveLength(26);
    expect(new Set(ids).size).toBe(26);
    for (const exclusion of rfc3986.exclusions) expect(exclusion.reason).toContain("test/unit/uri/");
    for (const { reason } of rfc3986.exclusions) {
      const [file] = /test\/[\w./-]+\.ts/.exec(reason)!;
      expect(existsSync(join(import.meta.dirname, "../../..", file))).toBe(true);
    }
  });

  it("is covered row by row, with the levels it gives (where it lies beside the repository)", () => {
    if (!existsSync(catalogue)) return expect(ids).toContain("u-scheme");
    const parsed: { id: string; profile: string; level: string }[] = JSON.parse(
      readFileSync(catalogue, "utf8"),
    );
    const rows = parsed.filter((row) => row.profile === "rfc3986");
    expect(ids.sort()).toEqual(rows.map((row) => row.id).sort());
    const levels = new Map([...rfc3986.rules, ...rfc3986.exclusions].map((row) => [row.id, row.level]));
    for (const row of rows) expect(levels.get(row.id), row.id).toBe(row.level);
  });
});
