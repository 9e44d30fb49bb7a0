import { describe, expect, it } from "vitest";
import { rememberText, searchTexts } from "../../../../renderer/search/read-texts";

const all = { has: () => true };
const find = (...words: string[]) => searchTexts(words, all, 20).map(({ uri, line }) => `${uri}:${line}`);

describe("search in what was read", () => {
  it("finds every word in one text, tells the line and the words around", () => {
    rememberText("a", "skill://one/SKILL.md", "skill://one/SKILL.md", "# One\n\nThe Quick brown fox\njumps.");
    rememberText("a", "skill://two/SKILL.md", "skill://two/SKILL.md", "# Two\nquick");
    expect(searchTexts(["quick", "jumps"], all, 20)).toEqual([
      {
        serverId: "a",
        uri: "skill://one/SKILL.md",
        skillUri: "skill://one/SKILL.md",
        line: 3,
        excerpt: "The Quick brown fox",
      },
    ]);
    expect(find("quick")).toEqual(["skill://two/SKILL.md:2", "skill://one/SKILL.md:3"]);
    expect(find("absent")).toEqual([]);
    expect(searchTexts([], all, 20)).toEqual([]);
  });

  it("prefers the place where the words stand together", () => {
    rememberText("a", "skill://pair/SKILL.md", undefined, "red\n\nblue\n\nred blue\n");
    expect(find("red", "blue")).toEqual(["skill://pair/SKILL.md:5"]);
  });

  it("knows only the newest text of a file, and none of a server that is gone", () => {
    rememberText("b", "skill://new/SKILL.md", undefined, "formerly");
    rememberText("b", "skill://new/SKILL.md", undefined, "latterly");
    expect(find("formerly")).toEqual([]);
    expect(find("latterly")).toEqual(["skill://new/SKILL.md:1"]);
    expect(searchTexts(["latterly"], new Set(["a"]), 20)).toEqual([]);
  });

  it("shortens a long line around the place", () => {
    rememberText("a", "skill://long/SKILL.md", undefined, `${"x ".repeat(5_000)}needle${" y".repeat(5_000)}`);
    const { excerpt } = searchTexts(["needle"], all, 1)[0]!;
    expect(excerpt).toMatch(/^….*needle.*…$/);
    expect(excerpt.length).toBeLessThan(150);
  });

  it("lets the oldest go when too much was read", () => {
    rememberText("c", "skill://old/SKILL.md", undefined, "gone-by-then");
    for (let i = 0; i < 8; i++)
      rememberText("c", `skill://big-${i}/SKILL.md`, undefined, "z".repeat(1_200_000));
    expect(find("gone-by-then")).toEqual([]);
    expect(find("zzzz")).toHaveLength(8);
  });
});
