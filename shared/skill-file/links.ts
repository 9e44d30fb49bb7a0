import type { Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { linesOf, linkPieces, type Piece } from "./markdown-pieces";
import { LineIndex } from "./positions";
import { type FoundLink, simpleLinks } from "./simple-links";
import type { SkillLink } from "./types";

export { linkKey, type ResolvedLink, resolveLink } from "./resolve-link";

/** Most text of one file that goes through the full parser, in UTF-16 code units. */
const MAX_PARSED = 128 * 1024;
/** Most quote and list marks in front of one line. */
const MAX_NESTING = 64;
/** Bound of (unmatched closing brackets × length): the parser looks back over the whole piece for each. */
const MAX_LOOK_BACK = 30_000_000;
const MAX_TEXT = 200;

const extensions = [gfm()];
const mdastExtensions = [gfmFromMarkdown()];

/** Links of a text; `skipped` says why they were not looked for. */
export interface LinkScan {
  links: SkillLink[];
  skipped?: string;
}

/**
 * Finds links, images, definitions, autolinks and the targets of HTML `img` and `a` in a markdown text
 * (CommonMark with GFM). A bare path in running text is no link.
 * @param text the whole file
 * @param bodyOffset where the body starts: `bodyOffset` of its frontmatter, or 0
 * @returns links in the order of the text, placed in the whole file; none, with the reason, where parsing the text
 * would cost too much. Never throws.
 */
export function findLinksSafe(text: string, bodyOffset: number): LinkScan {
  const found: FoundLink[] = [];
  let parsed = 0;
  for (const piece of linkPieces(text, bodyOffset)) {
    const simple = simpleLinks(text, piece);
    if (simple) {
      found.push(...simple);
      continue;
    }
    parsed += piece.end - piece.start;
    const skipped = tooCostly(text, piece, parsed);
    if (skipped) return { links: [], skipped };
    try {
      found.push(...parsePiece(text, piece));
    } catch (error) {
      return {
        links: [],
        skipped: `the markdown could not be parsed: ${error instanceof Error ? error.message : String(error)}`,
      };
    }
  }
  const lines = new LineIndex(text);
  const links = found.map(({ offset, text: label, ...link }) => ({
    ...link,
    text: label.length > MAX_TEXT ? `${label.slice(0, MAX_TEXT)}…` : label,
    at: lines.at(offset),
  }));
  return { links };
}

/** The links of a markdown text; see `findLinksSafe`, which also says when they were not looked for. */
export function findLinks(text: string, bodyOffset: number): SkillLink[] {
  return findLinksSafe(text, bodyOffset).links;
}

function tooCostly(text: string, piece: Piece, parsed: number): string | undefined {
  if (parsed > MAX_PARSED) return `more than ${MAX_PARSED} characters of markdown would have to be parsed`;
  let unmatched = 0;
  let open = 0;
  for (let at = piece.start; at < piece.end; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5b) open++;
    else if (code === 0x5d && --open < 0) {
      open = 0;
      unmatched++;
    }
  }
  if (unmatched * (piece.end - piece.start) > MAX_LOOK_BACK)
    return "too many closing brackets without an opening one";
  for (const { line } of linesOf(text, piece.start, piece.end)) {
    const marks = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/.exec(line)?.[0] ?? "";
    if (marks.replace(/[\s\d]/g, "").length > MAX_NESTING || /^[ \t]{200}[ \t]*\S/.test(line)) {
      return `quotes or lists nest more than ${MAX_NESTING} levels deep`;
    }
  }
  return undefined;
}

function parsePiece(text: string, { start, end }: Piece): FoundLink[] {
  // The parser drops a leading BOM, which would shift every place behind it.
  const source = text.slice(start, end).replace(/^\ufeff/, "\ufffd");
  const root: Root = fromMarkdown(source, { extensions, mdastExtensions });
  const found: FoundLink[] = [];
  const queue: Nodes[] = [root];
  for (let node = queue.pop(); node; node = queue.pop()) {
    found.push(...linksOfNode(node, source, start));
    if ("children" in node) queue.push(...node.children);
  }
  return found.sort((a, b) => a.offset - b.offset);
}

function linksOfNode(node: Nodes, source: string, start: number): FoundLink[] {
  const from = node.position?.start.offset;
  if (from === undefined) return [];
  const offset = start + from;
  switch (node.type) {
    case "link":
      return [
        { target: node.url, kind: source[from] === "[" ? "link" : "autolink", text: textOf(node), offset },
      ];
    case "image":
      return [{ target: node.url, kind: "image", text: node.alt ?? "", offset }];
    case "definition":
      return [{ target: node.url, kind: "definition", text: node.label ?? node.identifier, offset }];
    case "html":
      return htmlLinks(source.slice(from, node.position?.end.offset), offset);
    default:
      return [];
  }
}

function textOf(root: Nodes): string {
  let text = "";
  const queue: Nodes[] = [root];
  for (let node = queue.pop(); node; node = queue.pop()) {
    if ("value" in node && node.type !== "html") text += node.value;
    else if (node.type === "image") text += node.alt ?? "";
    else if ("children" in node) queue.push(...[...node.children].reverse());
  }
  return text;
}

const HTML_TARGET =
  /<(img|a)(?=[\s/])(?:[^<>"']|"[^"]*"|'[^']*')*?\s(?:src|href)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

function htmlLinks(html: string, offset: number): FoundLink[] {
  if (html.startsWith("<!--")) return [];
  return [...html.matchAll(HTML_TARGET)].map((match) => ({
    target: decodeEntities(match[2] ?? match[3] ?? match[4] ?? ""),
    kind: "html" as const,
    text: match[1]!.toLowerCase(),
    offset: offset + match.index,
  }));
}

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&lt;": "<",
  "&gt;": ">",
};

function decodeEntities(value: string): string {
  return value.replace(/&(?:amp|quot|#39|lt|gt);/g, (entity) => ENTITIES[entity]!);
}
