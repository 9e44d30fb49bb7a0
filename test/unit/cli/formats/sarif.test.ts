import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { sarifReport } from "../../../../electron/engine/report-formats/sarif";
import { uriReference } from "../../../../electron/engine/report-formats/sarif-uris";
import { HOSTILE, makeFinding, makeReport } from "../../report/make-report";

/** The public schema lies beside the repository, never in it. */
const SCHEMA = join(import.meta.dirname, "../../../../../shared/data/sarif-schema-2.1.0.json");

const folder = { label: "skills", kind: "folder", path: "/home/dev/project/skills" };
const file = "file:///home/dev/project/skills/größe%201/SKILL.md";

const onDisk = makeReport(
  [
    makeFinding({
      subject: { kind: "skill", skill: file, uri: file },
      location: { file: "skills/größe 1/SKILL.md", line: 3, column: 7 },
    }),
    makeFinding({ subject: { kind: "file", skill: file, uri: file }, locus: "whole file" }),
    makeFinding({ location: { file: "/elsewhere/SKILL.md", line: 2, column: 1 }, locus: "elsewhere" }),
  ],
  { target: folder, era: null, protocolVersion: null },
);
const served = makeReport(
  [
    makeFinding({ expected: "a field", actual: "none", evidence: ["x3"] }),
    makeFinding({ severity: "warning", level: "SHOULD", subject: { kind: "server" } }),
    makeFinding({
      severity: "info",
      outcome: "note",
      level: "MAY",
      subject: { kind: "template", template: "skill://{x}" },
    }),
    makeFinding({ message: HOSTILE, subject: { kind: "uri", uri: `skill://${HOSTILE}` } }),
  ],
  { incomplete: "the budget of 5 s ran out" },
);
const parse = (text: string) => JSON.parse(text);
const runOf = (report: typeof served) => parse(sarifReport([report], "/home/dev/project")).runs[0];

describe("what a run tells", () => {
  it("gives one run for each report, each of SARIF 2.1.0", () => {
    const log = parse(sarifReport([onDisk, served]));
    expect(log.version).toBe("2.1.0");
    expect(log.runs.map((run: { automationDetails: unknown }) => run.automationDetails)).toEqual([
      { id: "skill-inspector/skills" },
      { id: "skill-inspector/node server.js/modern" },
    ]);
  });

  it("points at file, line and column below the source root for a folder", () => {
    const [first, whole, elsewhere] = runOf(onDisk).results;
    expect(first.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: "skills/gr%C3%B6%C3%9Fe%201/SKILL.md", uriBaseId: "SRCROOT" },
      region: { startLine: 3, startColumn: 7 },
    });
    expect(whole.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: "skills/gr%C3%B6%C3%9Fe%201/SKILL.md", uriBaseId: "SRCROOT" },
      region: { startLine: 1 },
    });
    expect(elsewhere.locations[0].physicalLocation.artifactLocation).toEqual({
      uri: pathToFileURL("/elsewhere/SKILL.md").href,
    });
  });

  it("points at the skill and its URI for a server, and at the server where it is about no skill", () => {
    const [skill, server, template] = runOf(served).results;
    expect(skill.locations).toEqual([
      {
        physicalLocation: { artifactLocation: { uri: "skill://acme/invoices/SKILL.md" } },
        logicalLocations: [{ fullyQualifiedName: "skill://acme/invoices/SKILL.md", kind: "skill" }],
      },
    ]);
    expect(server.locations).toEqual([
      { logicalLocations: [{ fullyQualifiedName: "node server.js", kind: "server" }] },
    ]);
    expect(template.locations[0].logicalLocations[0].fullyQualifiedName).toBe("skill://{x}");
  });

  it("keeps levels, fingerprints, what to change, and the rule each result is of", () => {
    const run = runOf(served);
    expect(run.results.map(({ level }: { level: string }) => level)).toEqual([
      "error",
      "warning",
      "note",
      "error",
    ]);
    expect(run.results[0].partialFingerprints).toEqual({
      "skillInspector/v1": served.findings[0]!.fingerprint,
    });
    expect(run.results[0].message.text).toBe(
      "The frontmatter has no description.\nExpected: a field\nActual: none\nChange: Add a description.",
    );
    for (const result of run.results) {
      expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
    }
    const rule = run.tool.driver.rules[0];
    expect(rule.helpUri).toMatch(/^https:\/\/agentskills\.io\//);
    expect(rule.help.text).toContain("Why: ");
    expect(rule.help.text).toContain("Fix: ");
  });

  it("says that a run did not end well, and which rules could not be tested", () => {
    const [invocation] = runOf(served).invocations;
    expect(invocation.executionSuccessful).toBe(false);
    const texts = invocation.toolExecutionNotifications.map(
      (one: { message: { text: string } }) => one.message.text,
    );
    expect(texts[0]).toContain("the budget of 5 s ran out");
    expect(texts[1]).toContain("probes were switched off");
    expect(runOf(onDisk).invocations[0].executionSuccessful).toBe(true);
  });

  it("says which results a baseline knows", () => {
    const findings = [makeFinding({ known: true }), makeFinding({ locus: "new" })];
    const run = runOf(makeReport(findings, { baseline: { known: 1, fresh: 1, fixed: 0 } }));
    expect(run.results.map((one: { baselineState: string }) => one.baselineState)).toEqual([
      "unchanged",
      "new",
    ]);
  });
});

describe("uriReference", () => {
  it.each([
    ["skill://a/b/SKILL.md", "skill://a/b/SKILL.md"],
    ["skill://a b/%zz/ä", "skill://a%20b/%25zz/%C3%A4"],
    ["a#b#c", "a#b%23c"],
    ["\ud800", "%EF%BF%BD"],
  ])("%j becomes %s", (uri, expected) => expect(uriReference(uri)).toBe(expected));
});

describe("the public SARIF schema", () => {
  if (!existsSync(SCHEMA)) {
    it("is absent from ../shared/data, so only the form above was held", () => {
      expect(existsSync(SCHEMA)).toBe(false);
    });
    return;
  }

  /** Validates by the schema, which is of an older draft: its `id` is today's `$id`. @returns the faults found. */
  const validator = () => {
    // The validator comes along with the MCP SDK; no dependency of ours.
    const load = createRequire(createRequire(import.meta.url).resolve("@modelcontextprotocol/sdk/types.js"));
    const { id, ...schema } = parse(readFileSync(SCHEMA, "utf8"));
    const ajv = new (load("ajv").default)({ strict: false, allErrors: true });
    load("ajv-formats").default(ajv);
    const validate = ajv.compile({ ...schema, $id: id, $schema: "http://json-schema.org/draft-07/schema#" });
    return (log: unknown) => (validate(log) ? [] : validate.errors);
  };

  it("accepts every kind of report and refuses a broken one", () => {
    const faults = validator();
    const baseline = makeReport([makeFinding({ known: true })], {
      baseline: { known: 1, fresh: 0, fixed: 2 },
    });
    for (const reports of [[onDisk], [served], [onDisk, served], [makeReport()], [baseline]]) {
      expect(faults(parse(sarifReport(reports, "/home/dev/project")))).toEqual([]);
    }
    const broken = parse(sarifReport([served]));
    broken.runs[0].results[0].level = "fatal";
    broken.runs[0].results[1].locations[0].physicalLocation = { artifactLocation: { uri: "a b" } };
    expect(faults(broken).length).toBeGreaterThanOrEqual(2);
  });
});
