import type { Element, Root } from "hast";
import type { Root as MarkdownRoot } from "mdast";
import rehypeHighlight from "rehype-highlight";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { assertBounded, UnsafeTree } from "./bounded";
import { collectHeadings, type Heading } from "./headings";
import { revealHidden } from "./hidden-text";
import { htmlAsText } from "./inert-html";
import { MAX_RENDERED_LENGTH } from "./limits";

/** A text as a tree of elements, or why it is not rendered. */
export type RenderedMarkdown =
  | { kind: "tree"; tree: Root; headings: Heading[] }
  | { kind: "refused"; reason: string };

/**
 * Markdown (CommonMark with tables, task lists, strikethrough, autolinks and footnotes) as a tree that holds only
 * ordinary elements: raw HTML is text, ids are prefixed, code is coloured. Links and images keep their targets as
 * written; what may be followed is decided where they are drawn.
 * @param text the body, without frontmatter.
 * @param firstLine 1-based line of the file on which the body starts; blocks carry their line as `data-line`.
 */
export function renderMarkdown(text: string, firstLine = 1): RenderedMarkdown {
  if (text.length > MAX_RENDERED_LENGTH)
    return { kind: "refused", reason: `it is longer than ${MAX_RENDERED_LENGTH / 1024} kB` };
  let headings: Heading[] = [];
  try {
    const processor = unified()
      .use(remarkParse)
      .use(remarkGfm)
      .use(() => (tree: MarkdownRoot) => assertBounded(tree))
      .use(remarkRehype, { allowDangerousHtml: true })
      .use(() => (tree: Root) => {
        htmlAsText(tree);
        revealHidden(tree);
        headings = collectHeadings(tree);
        placeBlocks(tree, firstLine);
      })
      .use(rehypeHighlight)
      .use(() => (tree: Root) => assertBounded(tree));
    const tree = processor.runSync(processor.parse(text)) as Root;
    return { kind: "tree", tree, headings };
  } catch (error) {
    if (error instanceof UnsafeTree) return { kind: "refused", reason: error.message };
    // The parser recurses: an overflowing stack means nesting that the bound would have refused as well.
    if (error instanceof RangeError) return { kind: "refused", reason: "it nests too deeply" };
    const message = error instanceof Error ? error.message : String(error);
    return { kind: "refused", reason: `the markdown parser failed on it: ${message}` };
  }
}

/** Keeps the line of each top-level block and drops all other positions: they would be most of the message. */
function placeBlocks(tree: Root, firstLine: number): void {
  for (const block of tree.children) {
    if (block.type !== "element" || !block.position) continue;
    block.properties.dataLine = block.position.start.line + firstLine - 1;
  }
  visit(tree, (node) => {
    delete node.position;
    // The fence's info string and the like; the tree crosses a thread and needs none of it.
    delete (node as Element).data;
  });
}
