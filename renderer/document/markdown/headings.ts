import type { Element, Root } from "hast";
import { visit } from "unist-util-visit";

/** A heading of the outline. `id` is the element's id in the rendered text. */
export interface Heading {
  depth: number;
  text: string;
  id: string;
}

/** Prefix of every id that comes from a document, so that none can shadow a name of the page (DOM clobbering). */
export const ID_PREFIX = "user-content-";

/** Gives headings the ids that links in markdown expect (lower case, hyphens, numbered when repeated). */
export function collectHeadings(tree: Root): Heading[] {
  const used = new Map<string, number>();
  const headings: Heading[] = [];
  visit(tree, "element", (node: Element) => {
    const depth = /^h([1-6])$/.exec(node.tagName)?.[1];
    if (depth === undefined) return;
    const text = textOf(node).trim();
    const slug = slugOf(text);
    const count = used.get(slug) ?? 0;
    used.set(slug, count + 1);
    const id = `${ID_PREFIX}${count === 0 ? slug : `${slug}-${count}`}`;
    node.properties.id ??= id;
    headings.push({ depth: Number(depth), text: text || "(empty heading)", id: String(node.properties.id) });
  });
  return headings;
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replace(/ /g, "-");
}

/** All text below an element. */
export function textOf(node: Element): string {
  let text = "";
  visit(node, "text", (child) => {
    text += child.value;
  });
  return text;
}
