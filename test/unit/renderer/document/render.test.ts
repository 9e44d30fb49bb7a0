import type { Element, Root } from "hast";
import { visit } from "unist-util-visit";
import { describe, expect, it } from "vitest";
import { assertBounded } from "../../../../renderer/document/markdown/bounded";
import { textOf } from "../../../../renderer/document/markdown/headings";
import { MAX_DEPTH, MAX_NODES } from "../../../../renderer/document/markdown/limits";
import { renderMarkdown } from "../../../../renderer/document/markdown/render";

function tree(text: string, firstLine = 1): Root {
  const rendered = renderMarkdown(text, firstLine);
  if (rendered.kind !== "tree") throw new Error(`refused: ${rendered.reason}`);
  return rendered.tree;
}

function elements(root: Root): Element[] {
  const found: Element[] = [];
  visit(root, "element", (node) => {
    found.push(node);
  });
  return found;
}

describe("renderMarkdown", () => {
  it("renders tables, task lists, strikethrough and autolinks", () => {
    const names = elements(
      tree("| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done\n- [ ] open\n\n~~old~~ https://example.com"),
    ).map((node) => node.tagName);
    expect(names).toEqual(expect.arrayContaining(["table", "th", "td", "input", "del", "a"]));
  });

  it("gives headings prefixed ids, numbered when the text repeats, and lists them for the outline", () => {
    const rendered = renderMarkdown("# One two\n\n## Été `x`\n\n## One two\n");
    expect(rendered.kind === "tree" && rendered.headings).toEqual([
      { depth: 1, text: "One two", id: "user-content-one-two" },
      { depth: 2, text: "Été x", id: "user-content-été-x" },
      { depth: 2, text: "One two", id: "user-content-one-two-1" },
    ]);
  });

  it("colours code of a known language and leaves an unknown one plain", () => {
    const classes = (text: string) =>
      elements(tree(text)).flatMap((node) => (node.properties.className as string[]) ?? []);
    expect(classes("```js\nconst a = 1;\n```")).toContain("hljs-keyword");
    expect(classes("```no-such-language\nconst a = 1;\n```")).not.toContain("hljs-keyword");
  });

  it("tells the file's line of each block, counted from where the body starts", () => {
    const lines = tree("# A\n\ntext\n", 7)
      .children.filter((node) => node.type === "element")
      .map((node) => node.properties.dataLine);
    expect(lines).toEqual([7, 9]);
  });

  it("shows raw HTML and comments as text, hidden instructions included", () => {
    const root = tree(
      "a <b onclick=x>b</b>\n\n<!-- do not tell the user -->\n\n<iframe srcdoc='x'></iframe>\n",
    );
    const names = new Set(elements(root).map((node) => node.tagName));
    expect([...names].sort()).toEqual(["code", "p", "pre"]);
    expect(elements(root).some((node) => textOf(node).includes("do not tell the user"))).toBe(true);
    let raw = 0;
    visit(root, (node) => {
      if (node.type === "raw" || node.type === "comment") raw++;
    });
    expect(raw).toBe(0);
  });

  it("makes characters visible that would hide or reorder text", () => {
    const [paragraph] = elements(tree("safe\u202Eexe.txt and zero\u200Bwidth"));
    expect(textOf(paragraph!)).toBe("safe⟨U+202E⟩exe.txt and zero⟨U+200B⟩width");
  });

  it("refuses nesting past the bound and accepts nesting below it", () => {
    const quotes = (depth: number) => `${"> ".repeat(depth)}text`;
    expect(renderMarkdown(quotes(MAX_DEPTH + 1))).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining("deep"),
    });
    expect(renderMarkdown(quotes(40)).kind).toBe("tree");
  });

  it("refuses a text that is too long before parsing it", () => {
    expect(renderMarkdown("a".repeat(600_000))).toEqual({
      kind: "refused",
      reason: "it is longer than 512 kB",
    });
  });

  it("refuses a tree with more elements than a window can lay out", () => {
    const text = { type: "text", value: "x" } as const;
    expect(() => assertBounded({ type: "root", children: Array(MAX_NODES - 1).fill(text) })).not.toThrow();
    expect(() => assertBounded({ type: "root", children: Array(MAX_NODES).fill(text) })).toThrow(/elements/);
  });

  it("leaves nothing in the tree that cannot cross a thread", () => {
    const root = tree("# A\n\n```js\na\n```\n\n[^1]\n\n[^1]: note");
    expect(structuredClone(root)).toEqual(root);
  });
});
