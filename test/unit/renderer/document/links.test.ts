import { describe, expect, it } from "vitest";
import { destinationOf, type LinkContext } from "../../../../renderer/document/markdown/destination";
import { classifyLink } from "../../../../renderer/document/markdown/links";
import type { SkillSummary } from "../../../../shared/model/skill";

const BASE = "skill://acme/billing/dunning/SKILL.md";

describe("classifyLink", () => {
  it.each([
    ["letters/first.md", "skill://acme/billing/dunning/letters/first.md"],
    ["./letters/first.md", "skill://acme/billing/dunning/letters/first.md"],
    ["../refunds/SKILL.md", "skill://acme/billing/refunds/SKILL.md"],
    ["skill://other/x/SKILL.md", "skill://other/x/SKILL.md"],
    ["refs/bug%2342.md", "skill://acme/billing/dunning/refs/bug%2342.md"],
  ])("resolves %s on the same server", (href, uri) => {
    expect(classifyLink(href, BASE)).toEqual({ kind: "resource", uri });
  });

  it("never climbs out of the authority into another one", () => {
    expect(classifyLink("../../../../../../etc/passwd", BASE)).toEqual({
      kind: "resource",
      uri: "skill://acme/etc/passwd",
    });
  });

  it.each([
    "javascript:alert(1)",
    "JaVa\nScript:alert(1)",
    "\tjavascript:alert(1)",
    "vbscript:x",
    "data:text/html,<script>alert(1)</script>",
    "file:///etc/passwd",
    "smb://h/x",
    "ms-settings:",
    "mailto:a@b.c",
    "blob:x",
    "C:\\windows\\x.md",
    "",
  ])("leaves %j inert", (href) => {
    expect(classifyLink(href, BASE).kind).toBe("inert");
  });

  it("does not follow file: even in a document that the server names with file:", () => {
    expect(classifyLink("file:///etc/passwd", "file:///srv/a.md").kind).toBe("inert");
    expect(classifyLink("b.md", "file:///srv/a.md")).toEqual({ kind: "resource", uri: "file:///srv/b.md" });
  });

  it.each([
    ["https://example.com/a", "example.com"],
    ["//evil.test/r", "evil.test"],
    ["\\\\evil.test\\r", "evil.test"],
    ["http://user:pw@bank.test:8080@evil.test/", "evil.test"],
    ["https://ex\u0430mple.com", "xn--exmple-4nf.com"],
  ])("asks before leaving for %s and names the real host", (href, host) => {
    expect(classifyLink(href, BASE)).toMatchObject({ kind: "external", host });
  });

  it("tells anchors and fragments apart", () => {
    expect(classifyLink("#caf%C3%A9", BASE)).toEqual({ kind: "anchor", id: "café" });
    expect(classifyLink("a.md#top", BASE)).toMatchObject({ fragment: "top" });
  });
});

describe("destinationOf", () => {
  it.each([
    // skilljack puts the path raw into the file's URI; skills-over-mcp and SEP-2076 state it beside the URI.
    ["skill://a", "skill://a/references/b%20c.md", { uri: "skill://a/references/b c.md" }],
    [
      "skill://a",
      "skill://a/references/b.md",
      { uri: "skill://a/document/references/b.md", path: "references/b.md" },
    ],
    ["skill://a/SKILL.md", "skill://a/b%20c.md", { uri: "file:///srv/1", path: "b c.md" }],
  ])("finds the file that a link in %s means by an earlier convention's manifest", (skillUri, uri, file) => {
    const context: LinkContext = {
      serverId: "s",
      uri: skillUri,
      skillUri,
      files: [file],
      skill: () => undefined,
    };
    expect(destinationOf(uri, context)).toMatchObject({
      state: "listed",
      target: { kind: "file", uri: file.uri, skillUri },
    });
  });

  const skills = new Set([BASE, "skill://acme/handbook/SKILL.md", "skill://acme/handbook/travel/SKILL.md"]);
  const context: LinkContext = {
    serverId: "s",
    uri: BASE,
    skillUri: BASE,
    files: [
      { uri: BASE },
      { uri: "skill://acme/billing/dunning/letters/first.md" },
      { uri: "skill://acme/billing/dunning/ref é.md" },
    ],
    skill: (uri) => (skills.has(uri) ? ({ uri } as SkillSummary) : undefined),
  };

  it("opens a skill by its SKILL.md and by its folder", () => {
    for (const uri of ["skill://acme/handbook/SKILL.md", "skill://acme/handbook", "skill://acme/handbook/"])
      expect(destinationOf(uri, context).target).toEqual({
        kind: "skill",
        serverId: "s",
        uri: "skill://acme/handbook/SKILL.md",
      });
  });

  it("reads a file in the spelling of the manifest", () => {
    expect(destinationOf("skill://acme/billing/dunning/ref%20%C3%A9.md", context)).toMatchObject({
      uri: "skill://acme/billing/dunning/ref é.md",
      state: "listed",
      inside: true,
    });
  });

  it("marks a file that the manifest does not list, and only inside of the skill", () => {
    expect(destinationOf("skill://acme/billing/dunning/gone.md", context).state).toBe("missing");
    expect(destinationOf("skill://elsewhere/x.md", context)).toMatchObject({
      state: "unknown",
      inside: false,
      target: { kind: "resource" },
    });
  });

  it("opens a folder of the skill in its files", () => {
    expect(destinationOf("skill://acme/billing/dunning/letters", context).target).toMatchObject({
      tab: "files",
      file: "skill://acme/billing/dunning/letters/",
    });
  });

  it("opens a file of another skill under the closest skill around it", () => {
    expect(destinationOf("skill://acme/handbook/travel/map.md", context).target).toEqual({
      kind: "file",
      serverId: "s",
      uri: "skill://acme/handbook/travel/map.md",
      skillUri: "skill://acme/handbook/travel/SKILL.md",
    });
  });

  it("does not take a sibling whose name begins alike for the inside", () => {
    expect(destinationOf("skill://acme/billing/dunning2/x.md", context).inside).toBe(false);
  });
});
