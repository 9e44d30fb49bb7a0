import { describe, expect, it } from "vitest";
import { offsetsOf } from "../../../../renderer/document/find/use-text-find";
import { bodyOf } from "../../../../renderer/document/markdown/body";
import { colourLines } from "../../../../renderer/document/markdown/colour";
import {
  describeEndings,
  endOf,
  ROW_LENGTH,
  rowsOf,
  splitLines,
} from "../../../../renderer/document/source/lines";
import { segmentsOf, sliceTokens } from "../../../../renderer/document/source/segments";

describe("splitLines", () => {
  it("takes LF, CRLF and lone CR as line breaks and says which there are", () => {
    const lines = splitLines("a\r\nb\nc\rd");
    expect(lines.count).toBe(4);
    expect([0, 1, 2, 3].map((at) => endOf(lines, at))).toEqual(["\r\n", "\n", "\r", ""]);
    expect(describeEndings(lines.endings)).toBe("LF and CRLF and CR");
  });

  it("does not count a line after the last line break, and has one line for an empty text", () => {
    expect(splitLines("a\n").count).toBe(1);
    expect(splitLines("").count).toBe(1);
  });

  it("cuts a very long line into rows without splitting a character", () => {
    const long = `${"x".repeat(ROW_LENGTH - 1)}😀${"y".repeat(10)}`;
    const lines = splitLines(`${long}\nnext`);
    const rows = rowsOf(lines);
    expect(rows.line).toEqual([0, 0, 1]);
    expect(lines.text.slice(rows.start[1], rows.start[1]! + 1)).toBe("y");
    expect(rows.rowOf(1)).toBe(2);
  });
});

describe("segmentsOf", () => {
  it("names what cannot be seen, always", () => {
    expect(segmentsOf("\ufeffa\u202Eb", undefined, [], false)).toEqual([
      { text: "BOM", kind: "hidden" },
      { text: "a" },
      { text: "U+202E", kind: "hidden" },
      { text: "b" },
    ]);
  });

  it("shows spaces and tabs on demand and tells trailing ones apart", () => {
    expect(segmentsOf("a b\tc  ", undefined, [], true).map(({ text, kind }) => [text, kind])).toEqual([
      ["a", undefined],
      [" ", "space"],
      ["b", undefined],
      ["\t", "tab"],
      ["c", undefined],
      ["  ", "trailing"],
    ]);
  });

  it("marks hits across colours", () => {
    const tokens: [string, string?][] = [["const", "k"], [" a"]];
    const segments = segmentsOf("const a", tokens, [{ start: 3, end: 7, current: true }], false);
    expect(segments).toEqual([
      { text: "con", className: "k" },
      { text: "st", className: "k", mark: "current" },
      { text: " a", mark: "current" },
    ]);
  });

  it("gives the tokens of a part of a line", () => {
    expect(sliceTokens([["abc", "k"], ["def"]], 2, 5)).toEqual([["c", "k"], ["de"]]);
  });
});

describe("colourLines", () => {
  it("has one list of tokens for each line whose texts are the line", () => {
    const text = "---\nname: a\n---\n# Title\n\ntext";
    const lines = colourLines(text, "markdown").map((line) => line.map(([piece]) => piece).join(""));
    expect(lines).toEqual(text.split("\n"));
  });

  it("leaves an unknown language plain", () => {
    expect(colourLines("a\r\nb", "no-such")).toEqual([[["a"]], [["b"]]]);
  });
});

describe("offsetsOf", () => {
  it("finds every occurrence whatever the case, and nothing for an empty query", () => {
    expect(offsetsOf("aAbaA", "aa")).toEqual([0, 3]);
    expect(offsetsOf("abc", "")).toEqual([]);
  });
});

describe("bodyOf", () => {
  it("starts the body below the frontmatter and tells its line", () => {
    expect(bodyOf("\ufeff---\r\nname: a\r\n---\r\n# T")).toMatchObject({ line: 4, misplaced: false });
  });

  it("keeps a block after blank lines out of the text, where its end would be a heading", () => {
    const text = "\n\n---\nname: a\n---\n# T";
    const body = bodyOf(text);
    expect(body).toMatchObject({ yaml: "name: a\n", misplaced: true });
    expect(text.slice(body.offset)).toBe("# T");
  });

  it("does not take a rule between two paragraphs for frontmatter", () => {
    expect(bodyOf("text\n\n---\n\nmore: x\n\n---\n")).toMatchObject({ offset: 0, yaml: "" });
  });

  it("is done at once with a text made to be slow", () => {
    const start = performance.now();
    bodyOf(`\n---\n${`a${":".repeat(5_000)}\n`.repeat(100)}`);
    expect(performance.now() - start).toBeLessThan(200);
  });
});
