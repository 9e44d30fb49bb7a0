import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { findLinks } from "../../../shared/skill-file/links";

/** Links as the parser finds them in the whole text at once: what cutting into pieces must not change. */
function parsedAtOnce(text: string): { kind: string; target: string; offset: number }[] {
  const root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const found: { kind: string; target: string; offset: number }[] = [];
  const visit = (node: Nodes) => {
    const offset = node.position?.start.offset;
    if (
      offset !== undefined &&
      (node.type === "link" || node.type === "image" || node.type === "definition")
    ) {
      const kind = node.type === "link" && text[offset] !== "[" ? "autolink" : node.type;
      found.push({ kind, target: node.url, offset });
    }
    if ("children" in node) node.children.forEach(visit);
  };
  visit(root);
  return found.sort((a, b) => a.offset - b.offset);
}

function inPieces(text: string) {
  return findLinks(text, 0)
    .filter((link) => link.kind !== "html")
    .map(({ kind, target, at }) => ({ kind, target, offset: at.offset }));
}

// No list starts with 2: behind indented code the parser takes it for text, against CommonMark.
const token = fc.constantFrom(
  "[a](b.md)",
  "[a b](c/d.md#x)",
  "![i](p.png)",
  "[`c`](d)",
  "[x]: y.md",
  "[*b*](e)",
  "[a](<f g.md>)",
  "[n[o]](p)",
  "text",
  "`code`",
  "`open",
  "``",
  "```",
  "```sh",
  "~~~",
  "````",
  "- ",
  "* ",
  "+ ",
  "1. ",
  "1) ",
  "> ",
  "# ",
  "---",
  "***",
  "===",
  "\n",
  "\n",
  "\n",
  "\n\n",
  "\n\n",
  "\r\n",
  "\r",
  " ",
  "  ",
  "    ",
  "\t",
  "<div>",
  "</div>",
  "<!-- ",
  " -->",
  "<pre>",
  "\\",
  "[",
  "]",
  "(",
  ")",
  "!",
  "|",
  "| a |",
  "|---|",
  "&amp;",
  "https://e.x/a",
  "www.e.x",
  "<https://e.x>",
  "a@b.cd",
  "[ ] ",
  "[^1]",
  "[^1]: ",
  "_",
  "**",
  ":",
  "é",
  "\u00a0",
);

describe("finding links piece by piece", () => {
  it("finds what the parser finds in the whole text", () => {
    fc.assert(
      fc.property(fc.array(token, { maxLength: 24 }), (tokens) => {
        const text = tokens.join("");
        // References that lose their definition are not links of their own, so only these kinds are compared.
        expect(inPieces(text)).toEqual(parsedAtOnce(text));
      }),
      { numRuns: Number(process.env.RUNS ?? 500) },
    );
  });
});
