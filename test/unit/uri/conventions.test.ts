import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conventionShapes } from "../../../shared/uri/conventions";

const judge = (id: string, uri: string) => conventionShapes.find((shape) => shape.id === id)!.match(uri);

/** Per convention: URIs of its own, with words of what they are; URIs against its rules; URIs of others. */
const TABLE: Record<string, { match: [string, string][]; fault: [string, string][]; other: string[] }> = {
  "skills-ext-stable": {
    match: [
      ["skill://git-workflow/SKILL.md", "skill git-workflow"],
      ["skill://acme/billing/refunds/SKILL.md", "refunds, below acme/billing"],
      ["acme://billing/refunds/SKILL.md", "scheme is acme"],
      ["skill://pdf/references/FORMS.md", "A file or directory"],
      ["skill://caf%C3%A9/SKILL.md", "skill café"],
    ],
    fault: [
      ["skill://git-workflow", "explicit: skill://git-workflow/SKILL.md"],
      ["skill://acme/Refunds/SKILL.md", 'Name "Refunds"'],
      ["skill://acme/refunds/skill.md", "not SKILL.md"],
      ["skill:///refunds/SKILL.md", "is empty"],
      ["skill://SKILL.md", "no skill path"],
      ["skill://acme/../refunds/SKILL.md", "removed by every parser"],
      ["skill://acme/%2e%2e/x", "removed by every parser"],
      ["skill://acme//refunds/SKILL.md", "empty segment"],
      ["skill://acme/refunds/SKILL.md?x", "no query"],
      ["skill://acme/refunds/SKILL.md#x", "no fragment"],
      ["skill://acme/refunds/", "no slash at its end"],
      ["skill://a@b/refunds/SKILL.md", "userinfo"],
      ["skill:acme/refunds/SKILL.md", '"//" is missing'],
      ["skill://a b/refunds/SKILL.md", "A space at column 10"],
      ["refunds/SKILL.md", "no scheme"],
      ["skill://../x", "no name for the first segment"],
    ],
    other: ["https://example.com/index.json", "file:///tmp/x"],
  },
  "skill-uri-proposal": {
    match: [
      ["skill://acme/Refunds/SKILL.md", "may differ"],
      ["skill://acme/x.md", "A file of a skill"],
    ],
    fault: [
      ["skill://refunds", "SKILL.md must be explicit"],
      ["skill:///refunds/SKILL.md", "is empty"],
      ["skill://acme/skill.md", "not SKILL.md"],
    ],
    other: ["acme://refunds/SKILL.md"],
  },
  "sep-2640-v1-draft": {
    match: [["skill://pdf/SKILL.md", "skill pdf"]],
    fault: [["skill://pdf", "explicit"]],
    other: ["http://a/b"],
  },
  "sep-2640-index-draft": {
    match: [
      ["skill://index.json", "index of all skills"],
      ["skill://pdf-tools.tar.gz", "pdf-tools, packed"],
      ["skill://acme/pdf.zip", "pdf, packed"],
      ["skill://pdf/SKILL.md", "skill pdf"],
    ],
    fault: [["skill://pdf", "explicit"]],
    other: ["http://a/b"],
  },
  "fastmcp-3": {
    match: [
      ["skill://pdf/SKILL.md", "directory pdf"],
      ["skill://My_Dir/SKILL.md", "directory My_Dir"],
      ["skill://ns/pdf/SKILL.md", "mounted under ns"],
      ["skill://pdf/_manifest", "manifest of the directory pdf"],
      ["skill://pdf/references/FORMS.md", "file references/FORMS.md"],
    ],
    fault: [
      ["skill://pdf/skill.md", "exactly SKILL.md"],
      ["skill://pdf/references/", "directory is an error"],
      ["skill://pdf/a b.md", "A space"],
      ["skill://pdf/../x.md", "removed by every parser"],
    ],
    other: ["skill://pdf", "skill://a/b/c/SKILL.md", "acme://pdf/SKILL.md"],
  },
  skilljack: {
    match: [
      ["skill://git-workflow", "SKILL.md of the skill git-workflow"],
      ["skill://My%20Skill/", "All files of the skill My Skill"],
    ],
    fault: [
      ["skill://a?x=1", "part of the name"],
      ["skill://a b", "A space"],
    ],
    other: ["skill://a/SKILL.md", "resource://a"],
  },
  "skills-over-mcp": {
    match: [
      ["skill://index", "index of all skills"],
      ["skill://prompt-xml", "as XML"],
      ["skill://pdf", "SKILL.md of the skill pdf"],
      ["skill://pdf/documents", "list of documents"],
      ["skill://pdf/document/references/FORMS.md", "document references/FORMS.md"],
      ["skill://lookup/pdf", "looked up by name"],
    ],
    fault: [["skill://My Skill", "A space"]],
    other: ["skill://index.json", "skill://pdf/", "skill://pdf/SKILL.md", "skill://pdf/document"],
  },
  nimblebrain: {
    match: [["skill://google-calendar/usage", "google-calendar"]],
    fault: [
      ["skill://Granola/usage", "no server name"],
      ["skill://granola/usage/", "Ends in a slash"],
      ["skill://granola/Usage", "not usage"],
      ["skill://granola/usage?x", "follows usage"],
    ],
    other: ["skill://granola", "skill://a/b/usage"],
  },
  "resource-catalog": {
    match: [
      ["resource://catalog/skills_index", "index of skills"],
      ["resource://catalog/skills_index?q=pdf", "filtered"],
      ["resource://catalog/prompts_index", "index of prompts"],
      ["resource://catalog/skills/pdf", "record of the skill pdf"],
      ["resource://skills/pdf/document", "document of the skill pdf"],
      ["resource://skills/pdf/references/forms", "reference forms"],
      ["resource://docs/skills/pdf/references/FORMS.md", "document skills/pdf"],
      ["resource://prompts/review-form/document", "document of the prompt"],
    ],
    fault: [
      ["resource://catalog/skills/PDF", "no skill_id"],
      ["resource://skills/pdf/references/a_b", "no ref_id"],
      ["resource://docs/a.txt", "ends in .md"],
      ["resource://docs//a.md", "slash"],
      ["resource://docs/a:b.md", "percent-encoded in this contract"],
      ["resource://docs/../a.md", "removed by every parser"],
      ["resource://skills/pdf/document?x", "take a query"],
      ["resource://catalog/nothing", "none of the eight"],
    ],
    other: ["skill://pdf/SKILL.md", "resource://other/x"],
  },
  "well-known-agent-skills-0.2.0": {
    match: [
      ["https://h.example/.well-known/agent-skills/index.json", "index of all skills"],
      ["https://h.example:8443/.well-known/agent-skills/pdf/SKILL.md", "file SKILL.md of pdf"],
      ["https://h.example/.well-known/agent-skills/pdf.tar.gz", "artifact pdf.tar.gz"],
    ],
    fault: [
      ["http://h.example/.well-known/agent-skills/index.json", "https"],
      ["https://h.example/.well-known/agent-skills/", "Folders"],
      ["https://h.example/.well-known/agent-skills/pdf/%2e%2e/x", "do not occur"],
    ],
    other: ["https://h.example/.well-known/skills/index.json", "skill://a"],
  },
  "well-known-agent-skills-0.1.0": {
    match: [["https://h.example/.well-known/skills/pdf/my%20notes.md", "my notes.md of pdf"]],
    fault: [["https://h.example/.well-known/skills/pdf/", "Folders"]],
    other: ["https://h.example/.well-known/agent-skills/index.json"],
  },
  "sep-2076": { match: [], fault: [], other: ["skill://pdf/SKILL.md", "pdf"] },
};

describe.each(Object.entries(TABLE))("%s", (id, table) => {
  it.each(table.match)("matches %s", (uri, words) => {
    const { kind, reasons } = judge(id, uri);
    expect([kind, ...reasons].join(" ")).toContain(words);
    expect(kind).toBe("match");
  });
  it.each(table.fault)("finds fault with %s", (uri, words) => {
    const { kind, reasons } = judge(id, uri);
    expect(kind).toBe("fault");
    expect(reasons.join(" ")).toContain(words);
  });
  it.each(table.other)("has nothing to do with %s", (uri) => {
    const { kind, reasons } = judge(id, uri);
    expect(kind).toBe("no-match");
    expect(reasons[0]).toMatch(/\.$/);
  });
});

describe("all conventions", () => {
  it("are in the table", () => {
    expect(conventionShapes.map((shape) => shape.id).sort()).toEqual(Object.keys(TABLE).sort());
  });

  it("judge any text, always with a reason", () => {
    const text = fc
      .array(
        fc.constantFrom(
          "skill:",
          "resource:",
          "https:",
          "//",
          "/",
          "a",
          "SKILL.md",
          "..",
          "%",
          "docs",
          "?",
          " ",
        ),
      )
      .map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: "binary" })), (any) => {
        for (const { match } of conventionShapes) {
          const { reasons } = match(any);
          expect(reasons.length).toBeGreaterThan(0);
          for (const reason of reasons) expect(reason).not.toBe("");
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
