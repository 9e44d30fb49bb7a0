/** Most hits that are marked; more are counted as "many". */
export const MAX_HITS = 5_000;

/**
 * Every place of a text below an element, also across bold, links and colours, but not from one block to the next.
 * Case is ignored. Parts marked `data-no-find` are left out.
 */
export function findRanges(root: Element, query: string): Range[] {
  if (query === "") return [];
  const wanted = fold(query);
  const { text, nodes } = collect(root);
  const ranges: Range[] = [];
  for (
    let at = text.indexOf(wanted);
    at >= 0 && ranges.length < MAX_HITS;
    at = text.indexOf(wanted, at + wanted.length)
  ) {
    const start = locate(nodes, at);
    const end = locate(nodes, at + wanted.length - 1);
    if (!start || !end) continue;
    const range = document.createRange();
    range.setStart(start.node, at - start.from);
    range.setEnd(end.node, at + wanted.length - end.from);
    ranges.push(range);
  }
  return ranges;
}

interface Located {
  node: Text;
  /** Where the node's text begins in the whole. */
  from: number;
}

const BLOCKS = "p, li, h1, h2, h3, h4, h5, h6, td, th, pre, blockquote, summary, div";

function collect(root: Element): { text: string; nodes: Located[] } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, {
    acceptNode: (node) =>
      node.parentElement?.closest("[data-no-find], .sr-only")
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  });
  const nodes: Located[] = [];
  let text = "";
  let block: Element | null = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const around = node.parentElement?.closest(BLOCKS) ?? null;
    // A character that no query can hold keeps hits inside of one block.
    if (around !== block) text += "\u0000";
    block = around;
    nodes.push({ node: node as Text, from: text.length });
    text += fold((node as Text).data);
  }
  return { text, nodes };
}

function locate(nodes: readonly Located[], at: number): Located | undefined {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nodes[middle]!.from <= at) low = middle + 1;
    else high = middle;
  }
  return nodes[low - 1];
}

/** Lower case where that keeps every position: a few letters become two in lower case. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}
