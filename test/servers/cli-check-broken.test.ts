import { describe, expect, it } from "vitest";
import { checkJson, failedRules, runCli, target } from "../support/cli";
import { marked, servers, skillsFolder } from "../support/fixtures";
import { noProcessLeft } from "../support/processes";
import { reportSchema } from "../support/report-schema";

describe("folders that are wrong in one way", () => {
  it.each<[string, string[]]>([
    ["broken-name-dir", ["as-name-dir"]],
    ["broken-missing-description", ["as-description-required"]],
    ["broken-empty-description", ["as-description-required"]],
    ["broken-space-in-dir", ["as-name-dir"]],
    ["broken-space-in-name", ["as-name-charset"]],
    ["broken-no-frontmatter", ["as-description-required", "as-frontmatter", "as-name-required"]],
    ["broken-open-frontmatter", ["as-frontmatter"]],
    ["broken-yaml", ["as-frontmatter"]],
    ["broken-missing-name", ["as-name-required"]],
    ["broken-name-charset", ["as-name-charset"]],
    ["broken-name-edges", ["as-name-edges"]],
    ["broken-name-double-hyphen", ["as-name-double-hyphen"]],
    ["broken-name-length", ["as-name-length"]],
    ["broken-description-length", ["as-description-length"]],
    ["broken-compat-length", ["as-compat-length"]],
    ["broken-metadata-list", ["as-metadata-map"]],
  ])("%s fails %j and exits 1", async (folder, rules) => {
    const { code, report } = await checkJson([skillsFolder(folder)]);
    expect(failedRules(report, "error")).toEqual(rules);
    expect(code).toBe(1);
    reportSchema.parse(report);
  });

  it.each<[string, string]>([
    ["warn-unknown-field", "as-unknown-field"],
    ["warn-dead-link", "as-ref-exists"],
  ])("%s is a warning: exit 0, and 1 with --fail-on should", async (folder, rule) => {
    const { code, report } = await checkJson([skillsFolder(folder)]);
    expect(failedRules(report, "error")).toEqual([]);
    expect(failedRules(report, "warning")).toContain(rule);
    expect(code).toBe(0);
    expect((await checkJson(["--fail-on", "should", skillsFolder(folder)])).code).toBe(1);
  });

  it("names file, line and what is expected, each finding with its own skill", async () => {
    const { code, report } = await checkJson([skillsFolder("broken-mixed")]);
    expect(code).toBe(1);
    const name = report.findings.find((finding) => finding.rule === "as-name-dir");
    expect(name?.location).toMatchObject({ line: 2 });
    expect(name?.location?.file).toMatch(/ledger\/SKILL\.md$/);
    expect(`${name?.message} ${name?.expected} ${name?.actual}`).toMatch(/ledgers/);
    const description = report.findings.find((finding) => finding.rule === "as-description-required");
    expect(JSON.stringify(description?.subject)).toContain("invoices");
    const errors = report.findings.filter((finding) => finding.severity === "error");
    expect(errors.filter((finding) => JSON.stringify(finding).includes("payments/"))).toEqual([]);
  });

  it("exits 0 on a broken folder with --fail-on never, and still reports", async () => {
    const { code, report } = await checkJson(["--fail-on", "never", skillsFolder("broken-name-dir")]);
    expect(code).toBe(0);
    expect(failedRules(report, "error")).toEqual(["as-name-dir"]);
  });

  it("keeps its fingerprints from run to run", async () => {
    const runs = await Promise.all([1, 2].map(() => checkJson([skillsFolder("broken-mixed")])));
    const [first, second] = runs.map(({ report }) => report.findings.map((finding) => finding.fingerprint));
    expect(first).toEqual(second);
    expect(new Set(first).size).toBe(first?.length);
  });

  it("says in words which skill, which rule, and what to change", async () => {
    const { code, stdout } = await runCli(["check", skillsFolder("broken-name-dir")]);
    expect(code).toBe(1);
    expect(stdout).toContain("as-name-dir");
    expect(stdout).toContain("invoice-helper");
    expect(stdout).toMatch(/1 error\b/);
  });
});

describe("servers that are wrong in one way", () => {
  it.each<[string, string[]]>([
    ["wrong-digest", ["ext-entry-digest-value"]],
    ["wrong-size", ["ext-entry-size"]],
    ["uppercase-digest", ["ext-entry-digest-format"]],
    ["missing-digest", ["ext-entry-digest-format"]],
    ["missing-size", ["ext-entry-size"]],
    ["no-resources", ["ext-entry-resources-present"]],
    ["string-resources", ["ext-entry-resources-present"]],
    ["no-self", ["ext-entry-resources-self"]],
    ["duplicate-file", ["ext-entry-resources-once"]],
    ["incomplete-manifest", ["ext-entry-resources-complete"]],
    ["dotdot-uri", ["ext-entry-resources-inside"]],
    ["frontmatter-differs", ["ext-entry-frontmatter-identical"]],
    ["name-mismatch", ["ext-entry-uri-name", "ext-uri-final-segment"]],
    ["missing-description", ["ext-entry-frontmatter-object"]],
    ["repeated-cursor", ["ext-list-pagination"]],
    ["missing-resulttype", ["ext-list-resulttype", "ext-get-resulttype"]],
    ["missing-ttl", ["ext-list-cache", "ext-get-cache"]],
    ["missing-cachescope", ["ext-list-cache", "ext-get-cache"]],
    ["unknown-skill-success", ["ext-get-unknown"]],
    ["unknown-skill-internal", ["ext-get-unknown"]],
    ["get-echo", ["ext-get-echo"]],
    ["no-get", ["ext-cap-methods"]],
    ["no-list", ["ext-cap-methods"]],
    ["no-directory", ["ext-cap-directory-method"]],
    ["extension-envelope", ["ext-cap-inline"]],
    ["extension-true", ["ext-cap-object"]],
    ["no-resources-capability", ["ext-cap-resources"]],
  ])("%s fails %j and exits 1", async (fault, rules) => {
    const server = marked(servers.faulty(fault));
    const { code, report } = await checkJson(["--timeout", "5000", ...target(server)]);
    const failed = failedRules(report, "error");
    for (const rule of rules) expect(failed).toContain(rule);
    expect(code).toBe(1);
    const parsed = reportSchema.parse(report);
    // The proof is shown: what the finding rests on is in the report.
    for (const finding of parsed.findings.filter((each) => rules.includes(each.rule)))
      expect(finding.evidence.length, finding.rule).toBeGreaterThan(0);
    await noProcessLeft(server.marker);
  });

  /** Faults of a single entry must not make other rules cry: only these may fail beside the one that is meant. */
  it.each([
    ["wrong-digest", "ext-entry-digest-value"],
    ["wrong-size", "ext-entry-size"],
    ["no-resources", "ext-entry-resources-present"],
    ["dotdot-uri", "ext-entry-resources-inside"],
  ])("%s fails nothing but %s", async (fault, rule) => {
    const { report } = await checkJson(target(servers.faulty(fault)));
    expect(failedRules(report, "error")).toEqual([rule]);
    const errors = report.findings.filter((finding) => finding.severity === "error");
    for (const error of errors) expect(JSON.stringify(error.subject)).toContain("acme/billing/invoices");
  });

  it("warns of a made-up cursor that is answered with a first page", async () => {
    const args = ["--fail-on", "should", ...target(servers.faulty("any-cursor"))];
    const { code, report } = await checkJson(args);
    expect(failedRules(report, "warning")).toContain("ext-list-bad-cursor");
    expect(code).toBe(1);
  });

  it("walks on past an empty cursor, which is no fault", async () => {
    const { code, report } = await checkJson(target(servers.faulty("empty-cursor")));
    expect(failedRules(report, "error")).toEqual([]);
    expect(report.summary.skills).toBe(3);
    expect(code).toBe(0);
  });

  it("ends an endless list when the budget is spent, and does not call it walked", async () => {
    const server = servers.faulty("endless-paging");
    const { code, report } = await checkJson([
      "--budget",
      "3000",
      "--limit",
      "pages=100000",
      ...target(server),
    ]);
    expect(report.incomplete).toMatch(/budget/);
    const walked = report.rules.find((rule) => rule.rule === "ext-list-pagination");
    expect(walked?.outcome).toBe("untestable");
    expect(code).toBe(4);
  });

  it("finds the same server clean when it stays silent about skills, with one warning", async () => {
    const { code, report } = await checkJson(target(servers.faulty("no-extension")));
    expect(failedRules(report, "error")).toEqual([]);
    expect(failedRules(report, "warning")).toContain("ext-cap-object");
    expect(code).toBe(0);
  });

  it("lets noise on stdout pass and names it", async () => {
    const { code, report } = await checkJson(target(servers.faulty("noise")));
    expect(report.summary.skills).toBe(3);
    expect([0, 1]).toContain(code);
    expect(JSON.stringify(report.findings)).toContain("> start v1");
  });
});
