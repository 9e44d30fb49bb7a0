import type { Finding } from "../../../shared/model/finding";
import type { Report } from "../../../shared/model/report";
import { fingerprint } from "../../../shared/rules/fingerprint";

/** A finding about one skill of a server, right in form; what a test is about is given. */
export function makeFinding(given: Partial<Finding> & { locus?: string } = {}): Finding {
  const { locus = "", ...fields } = given;
  const skill = "skill://acme/invoices/SKILL.md";
  const finding: Omit<Finding, "fingerprint"> = {
    rule: "as-description-required",
    profile: "agent-skills",
    level: "MUST",
    severity: "error",
    outcome: "fail",
    subject: { kind: "skill", skill, uri: skill },
    message: "The frontmatter has no description.",
    fix: "Add a description.",
    specUrl: "https://agentskills.io/specification#description-field",
    evidence: [],
    ...fields,
  };
  return { ...finding, fingerprint: given.fingerprint ?? fingerprint(finding.rule, finding.subject, locus) };
}

/** A report with these findings; rules and counts follow from them unless given. */
export function makeReport(findings: Finding[] = [], given: Partial<Report> = {}): Report {
  const severe = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  const failed = [...new Set(findings.filter(({ outcome }) => outcome === "fail").map(({ rule }) => rule))];
  const rules = given.rules ?? [
    ...failed.map((rule) => ({ rule, outcome: "fail" as const })),
    { rule: "as-name-required", outcome: "pass" },
    { rule: "ext-cap-object", outcome: "not-applicable", reason: "the target is a folder, not a server" },
    { rule: "base-cursor-invalid", outcome: "untestable", reason: "probes were switched off" },
  ];
  const count = (outcome: string) => rules.filter((rule) => rule.outcome === outcome).length;
  return {
    tool: { name: "mcp-skill-inspector", version: "0.1.0" },
    target: { label: "node server.js", kind: "stdio" },
    era: "modern",
    protocolVersion: "2026-07-28",
    profiles: [
      { id: "skills-ext-stable", requirements: 132 },
      { id: "agent-skills", requirements: 29 },
    ],
    summary: {
      pass: count("pass"),
      fail: count("fail"),
      note: 0,
      notApplicable: count("not-applicable"),
      untestable: count("untestable"),
      errors: severe("error"),
      warnings: severe("warning"),
      infos: severe("info"),
      skills: 1,
      files: 2,
      durationMs: 1234,
    },
    findings,
    exchanges: [],
    ...given,
    rules,
  };
}

/** What a hostile server might write, to break out of every format and to look like something else. */
export const HOSTILE =
  "</code></details><script>alert(1)</script>\u202e\u0000\u001b[31m ]]> \" ' & &lt; | `x` **b** [l](https://evil.example) ![i](https://evil.example/i.png) @octocat #12 https://evil.example www.evil.example <img src=x onerror=alert(1)> \ud800\n\n# Heading\n- [ ] item";
