import type { Nodes as HtmlNode } from "hast";
import type { Nodes as MarkdownNode } from "mdast";
import { MAX_DEPTH, MAX_NODES } from "./limits";

/** Thrown when a tree passes a bound; the message is for the user. */
export class UnsafeTree extends Error {
  override readonly name = "UnsafeTree";
}

/**
 * Checks depth and size of a tree without recursion, so that the check itself cannot overflow the stack.
 * @throws UnsafeTree when the tree is deeper than `MAX_DEPTH` or has more than `MAX_NODES` nodes.
 */
export function assertBounded(root: HtmlNode | MarkdownNode): void {
  const stack: [HtmlNode | MarkdownNode, number][] = [[root, 0]];
  let nodes = 0;
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [node, depth] = next;
    if (depth > MAX_DEPTH) throw new UnsafeTree(`it nests more than ${MAX_DEPTH} levels deep`);
    if (++nodes > MAX_NODES)
      throw new UnsafeTree(`it has more than ${MAX_NODES.toLocaleString("en")} elements`);
    if ("children" in node) for (const child of node.children) stack.push([child, depth + 1]);
  }
}
