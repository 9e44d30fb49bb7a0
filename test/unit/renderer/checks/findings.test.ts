import { describe, expect, it } from "vitest";
import { findingsOf, groupFindings } from "../../../../renderer/checks/group";
import { placeOf } from "../../../../renderer/checks/place";
import { finding } from "../fixtures";

const uri = "skill://x/SKILL.md";
const inSkill = { subject: { kind: "skill" as const, skill: uri, uri } };
const all = [finding("note", "info"), finding("warn", "warning", inSkill), finding("err", "error", inSkill)];

describe("grouping findings", () => {
  it("puts the worst first, in groups and within them", () => {
    expect(groupFindings(all, "level", "all", "").map(({ about }) => about)).toEqual([
      "error",
      "warning",
      "info",
    ]);
    const [first] = groupFindings(all, "skill", "all", "");
    expect(first?.about).toBe(uri);
    expect(first?.findings.map(({ rule }) => rule)).toEqual(["err", "warn"]);
    expect([first?.errors, first?.warnings]).toEqual([1, 1]);
  });

  it("filters by level and by text of message, rule and subject", () => {
    expect(groupFindings(all, "rule", "warning", "").map(({ about }) => about)).toEqual(["warn"]);
    expect(groupFindings(all, "rule", "all", "SKILL://X").map(({ about }) => about)).toEqual(["err", "warn"]);
  });

  it("gives a skill its own findings alone", () => {
    expect(findingsOf(all, uri).map(({ rule }) => rule)).toEqual(["warn", "err"]);
  });
});

describe("where a finding leads", () => {
  it("opens the line of SKILL.md in its source", () => {
    const place = placeOf(
      "a",
      finding("r", "error", { ...inSkill, location: { file: uri, line: 4, column: 1 } }),
    );
    expect(place).toMatchObject({ line: 4, target: { kind: "skill", uri, tab: "source", line: 4 } });
  });

  it("opens another file of the skill, named by URI or by path", () => {
    const file = "skill://x/a%20b/c.md";
    const subject = { kind: "file" as const, skill: uri, uri: file };
    expect(placeOf("a", finding("r", "error", { subject }))?.target).toEqual({
      kind: "file",
      serverId: "a",
      uri: file,
      skillUri: uri,
    });
    const location = { file: "a b/c.md", line: 2, column: 1 };
    expect(placeOf("a", finding("r", "error", { ...inSkill, location }))?.target).toMatchObject({
      kind: "file",
      uri: file,
      line: 2,
    });
  });

  it("opens the template, and leads nowhere from the server itself", () => {
    const subject = { kind: "template" as const, template: "skill://{x}" };
    expect(placeOf("a", finding("r", "error", { subject }))?.target).toMatchObject({
      uriTemplate: "skill://{x}",
    });
    expect(placeOf("a", finding("r", "error"))).toBeUndefined();
  });
});
