import type { Root } from "hast";
import { visit } from "unist-util-visit";

/**
 * Characters of running text that hide or reorder what a person reads: bidirectional overrides and isolates,
 * zero-width spaces, Unicode tags, controls. Joiners and direction marks stay: scripts and emoji need them.
 */
const HIDING =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;

/** `U+202E`, for a message. */
export function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Shows hiding characters of every text as `⟨U+202E⟩`. */
export function revealHidden(tree: Root): void {
  visit(tree, "text", (node) => {
    node.value = node.value.replace(HIDING, (character) => `⟨${codeOf(character)}⟩`);
  });
}

/** How often each hiding character is in a text, most frequent first. A BOM at its start does not count. */
export function countHidden(text: string): { code: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const [character] of text.slice(text.startsWith("\ufeff") ? 1 : 0).matchAll(HIDING)) {
    const code = codeOf(character);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
}
