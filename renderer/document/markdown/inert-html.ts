import type { Element, ElementContent, Root } from "hast";
import { SKIP, visit } from "unist-util-visit";

/**
 * Replaces raw HTML by its own source as code. Nothing of it is interpreted, and nothing is hidden: a comment may
 * carry instructions that a person would not see and a model would.
 */
export function htmlAsText(tree: Root): void {
  visit(tree, "raw", (node, index, parent) => {
    if (!parent || index === undefined) return;
    const inline = parent.type === "element";
    const value = node.value.replace(/\n$/, "");
    const code: Element = {
      type: "element",
      tagName: "code",
      properties: {
        className: ["raw-html"],
        dataHtml: value.trimStart().startsWith("<!--") ? "comment" : "tag",
      },
      children: [{ type: "text", value }],
    };
    const shown: ElementContent = inline
      ? code
      : { type: "element", tagName: "pre", properties: { className: ["raw-html"] }, children: [code] };
    parent.children[index] = shown;
    return [SKIP, index + 1];
  });
}
