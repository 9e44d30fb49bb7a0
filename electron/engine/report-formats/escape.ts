import { visible } from "../../../shared/model/visible";

/** What XML 1.0 cannot hold at all, not even as an entity, and halves of surrogate pairs. */
const NO_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text inside XML or HTML, in an element or an attribute; disguising characters are shown. */
export function escapeMarkup(text: string): string {
  return visible(text)
    .replace(NO_XML, "\uFFFD")
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Where a code host makes a link, a mention or a reference from the finished text, entities or not. */
const LINKED = /@|#|(?:https?|ftp):|www(?=\.)/gi;
/** A character without width: breaks such a word and is not seen. */
const BREAK = "&#8203;";
/** Marks, apart from those within words and after them that mean nothing there: who reads the text as it is sees words. */
const MARKUP =
  /(?<![A-Za-z0-9])[-.]|[-.](?![A-Za-z0-9])(?<![A-Za-z]\.(?= |$))|:(?<![A-Za-z]:(?= ))|[&<>"'`*_{}[\]()#+!|~\\=^$]/g;

/**
 * Text inside markdown as it is shown in a comment: no character of it starts markup, a link, a mention or a
 * reference to an issue, and it stays on one line.
 */
export function escapeMarkdown(text: string): string {
  const line = visible(text).replace(/\s+/g, " ").replace(NO_XML, "\uFFFD");
  const literal = (part: string) => part.replace(MARKUP, (character) => `&#${character.charCodeAt(0)};`);
  let from = 0;
  let safe = "";
  for (const match of line.matchAll(LINKED)) {
    const to = match.index + match[0].length;
    safe += literal(line.slice(from, to)) + BREAK;
    from = to;
  }
  return safe + literal(line.slice(from));
}
