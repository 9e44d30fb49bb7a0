import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFrontmatter } from "../../../shared/skill-file/frontmatter";
import { findLinks, findLinksSafe } from "../../../shared/skill-file/links";
import { cpuTime } from "./cpu-time";

const brief = (text: string) =>
  findLinks(text, 0).map(({ kind, target, text: label }) => [kind, target, label]);

describe("finding links", () => {
  it.each<[string, string[][]]>([
    ["[a](b.md)", [["link", "b.md", "a"]]],
    ["[a](<setup guide.md>)", [["link", "setup guide.md", "a"]]],
    ["[a](b.md 'title')", [["link", "b.md", "a"]]],
    ["[`run` it](scripts/a.py)", [["link", "scripts/a.py", "run it"]]],
    ["[**bold** and](x)", [["link", "x", "bold and"]]],
    ["![alt](p.png)", [["image", "p.png", "alt"]]],
    [
      "[![alt](p.png)](x.md)",
      [
        ["link", "x.md", "alt"],
        ["image", "p.png", "alt"],
      ],
    ],
    ["[a]: x.md\n\n[a]", [["definition", "x.md", "a"]]],
    ["<https://e.x/a>", [["autolink", "https://e.x/a", "https://e.x/a"]]],
    ["see https://e.x/a.", [["autolink", "https://e.x/a", "https://e.x/a"]]],
    ['<img alt="x" src="p.png">', [["html", "p.png", "img"]]],
    ["text <a class=x href='b.md'>b</a>", [["html", "b.md", "a"]]],
    ["<img src=p&amp;q.png/>", [["html", "p&q.png/", "img"]]],
    ["| a |\n|---|\n| [x](y.md) |", [["link", "y.md", "x"]]],
    ["- [ ] task [x](y.md)", [["link", "y.md", "x"]]],
  ])("in %j", (text, expected) => {
    expect(brief(text).sort()).toEqual(expected.sort());
  });

  it.each([
    "Run scripts/extract.py and read references/guide.md.",
    "`[a](b.md)`",
    "```\n[a](b.md)\n```",
    "    [a](b.md)",
    "~~~md\n\n[a](b.md)\n\n~~~",
    "<!-- <img src=x> [a](b.md) -->",
    "<!--\n\n[a](b.md)\n-->",
    "\\[a](b.md)",
    "[a] (b.md)",
  ])("finds none in %j", (text) => {
    expect(brief(text)).toEqual([]);
  });

  it("counts lines and columns in the whole file", () => {
    const text = "---\nname: x\n---\n\n# T\n\n- é [a](b.md) and ![i](c.png)\r\n\r\n[d]: e.md\n";
    const { bodyOffset } = parseFrontmatter(text);
    const links = findLinks(text, bodyOffset);
    expect(links.map(({ at }) => [at.line, at.column])).toEqual([
      [7, 5],
      [7, 19],
      [9, 1],
    ]);
    for (const { at, target } of links)
      expect(text.slice(at.offset)).toMatch(new RegExp(`^!?\\[\\w\\](?:\\(|: )${target}`));
  });

  it("does not count a BOM inside the text twice", () => {
    const [link] = findLinks("\ufeff\ufeff[a](b) \\", 1);
    expect(link?.at).toEqual({ line: 1, column: 3, offset: 2 });
  });
});

describe("markdown that would cost too much", () => {
  it.each([
    ["2,000 nested quotes", `${"> ".repeat(2000)}[a](b) &`],
    ["2,000 nested list marks", `${"- ".repeat(2000)}[a](b) &`],
    ["closing brackets", `${"]".repeat(60_000)} [a](b) \\`],
    ["more text than is parsed", `${"[a](b) &amp; \n".repeat(20_000)}`],
  ])("is left alone with a reason: %s", (_, text) => {
    expect(findLinksSafe(text, 0)).toEqual({ links: [], skipped: expect.stringMatching(/\w+/) });
    expect(cpuTime(() => findLinksSafe(text, 0))).toBeLessThan(1500);
  });

  it("is not what a long plain document is", () => {
    const { links, skipped } = findLinksSafe("Some text, then [a](b.md).\n\n".repeat(20_000), 0);
    expect(skipped).toBeUndefined();
    expect(links).toHaveLength(20_000);
  });
});

it("never throws on any text", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "[",
      "]",
      "(",
      ")",
      "<",
      ">",
      "`",
      "*",
      "_",
      "\n",
      "\n\n",
      "- ",
      "> ",
      "|",
      "\\",
      "&",
      "!",
      "http://",
      "@",
      "\t",
      "<img src=",
      '"',
    ),
    fc.string({ maxLength: 4, unit: "binary" }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.nat(3), (pieces, offset) => {
      const text = pieces.join("");
      for (const { at } of findLinksSafe(text, Math.min(offset, text.length)).links) {
        expect(at.offset).toBeLessThan(text.length);
      }
    }),
    { numRuns: 400 },
  );
});
