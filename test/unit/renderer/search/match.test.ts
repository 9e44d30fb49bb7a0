import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { looksLikeUri, marked, matchSkills, wordsOf } from "../../../../renderer/search/match";
import { paletteItems } from "../../../../renderer/search/palette-items";
import { withSkills } from "../../../../renderer/state/skill-list";
import { server, skill } from "../fixtures";

const list = withSkills(
  undefined,
  [
    skill("skill://acme/dunning/SKILL.md", { description: "Chase unpaid invoices." }),
    skill("skill://acme/refunds/SKILL.md", { description: "Give money back." }),
    skill("skill://other/invoices/SKILL.md", { description: "Write them." }),
  ],
  true,
);

describe("search", () => {
  it("looks in name, description and URI, and wants every word", () => {
    expect(matchSkills(list, wordsOf("INVOICES"))).toEqual([0, 2]);
    expect(matchSkills(list, wordsOf("acme money"))).toEqual([1]);
    expect(matchSkills(list, wordsOf("acme write"))).toEqual([]);
  });

  it("sees a row that was replaced by a later listing", () => {
    const first = withSkills(undefined, [skill("skill://x/SKILL.md", { description: "old" })], true);
    expect(matchSkills(first, ["old"])).toEqual([0]);
    const next = withSkills(first, [skill("skill://x/SKILL.md", { description: "new" })], false);
    expect([matchSkills(next, ["old"]), matchSkills(next, ["new"])]).toEqual([[], [0]]);
  });

  it("marks hits and loses no character of any text", () => {
    expect(marked("refunds for refund", ["refund"]).filter(({ hit }) => hit)).toHaveLength(2);
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }), (text, words) => {
        const parts = marked(
          text,
          words.map((word) => word.toLowerCase()),
        );
        expect(parts.map((part) => part.text).join("")).toBe(text);
      }),
    );
  });

  it.each<[string, boolean]>([
    ["skill://a/b", true],
    ["resource:x", true],
    ["two words", false],
    ["refunds", false],
    ["skill://a b", false],
    ["what: then", false],
  ])("takes %j for a URI: %s", (text, expected) => {
    expect(looksLikeUri(text)).toBe(expected);
  });
});

describe("palette", () => {
  const servers = new Map([
    ["a", server("a")],
    ["b", server("b")],
    ["c", server("c", { status: "disconnected" })],
  ]);
  const find = (text: string) =>
    paletteItems({
      text,
      words: wordsOf(text),
      servers,
      lists: new Map([["a", list]]),
      texts: [],
      commands: [],
    });

  it("ranks a name before a description", () => {
    const names = find("invoices").items.map((item) => (item.kind === "skill" ? item.skill.name : item.kind));
    expect(names).toEqual(["invoices", "dunning"]);
  });

  it("counts the skill that a pasted URI opens among those it lists", () => {
    const { total, listed } = find("skill://acme/dunning/SKILL.md");
    expect([total, listed]).toEqual([1, 1]);
  });

  it("opens a listed URI without asking its server, and asks only connected ones", () => {
    const kinds = find("skill://acme/dunning/SKILL.md").items.map((item) => [
      item.kind,
      "serverId" in item ? item.serverId : "",
    ]);
    expect(kinds).toEqual([
      ["skill", "a"],
      ["open-uri", "b"],
      ["check-uri", ""],
    ]);
  });
});
