import type { Element, ElementContent, Root } from "hast";
import rehypeHighlight from "rehype-highlight";
import { unified } from "unified";
import { findFences } from "../../../shared/skill-file/fences";

/** A piece of one line: its text and the highlighter's class names, if any. */
export type Token = [text: string, className?: string];

const highlighter = unified().use(rehypeHighlight);

/** Colours a text; the frontmatter of a markdown file is coloured as the YAML it is. */
export function colourLines(text: string, language: string): Token[][] {
  const yaml = language === "markdown" ? findFences(text).yaml : undefined;
  if (!yaml) return colourOne(text, language);
  const head = colourOne(text.slice(0, yaml.start), "plaintext").slice(0, -1);
  const middle = colourOne(text.slice(yaml.start, yaml.end), "yaml").slice(0, -1);
  const fence = /^[^\r\n]*/.exec(text.slice(yaml.end))![0];
  const [, ...body] = colourOne(text.slice(yaml.end + fence.length), language);
  return [...head, ...middle, [[fence]], ...body];
}

/**
 * Colours a whole text and cuts it into lines.
 * @param language a highlight.js name or alias, e.g. `yaml`; an unknown one leaves the text plain.
 * @returns one list of tokens a line; lines end at LF, CRLF or CR, whose characters are left out.
 */
function colourOne(text: string, language: string): Token[][] {
  const code: Element = {
    type: "element",
    tagName: "code",
    properties: { className: [`language-${language}`] },
    children: [{ type: "text", value: text.replace(/\r\n?/g, "\n") }],
  };
  const root: Root = {
    type: "root",
    children: [{ type: "element", tagName: "pre", properties: {}, children: [code] }],
  };
  highlighter.runSync(root);
  const lines: Token[][] = [[]];
  const walk = (node: ElementContent, className: string | undefined) => {
    if (node.type === "text") {
      const parts = node.value.split("\n");
      parts.forEach((part, index) => {
        if (index > 0) lines.push([]);
        if (part !== "") lines.at(-1)!.push(className === undefined ? [part] : [part, className]);
      });
      return;
    }
    if (node.type !== "element") return;
    const own = (node.properties.className as string[] | undefined)?.join(" ");
    for (const child of node.children) walk(child, own ?? className);
  };
  for (const child of code.children) walk(child, undefined);
  return lines;
}
