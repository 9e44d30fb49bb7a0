import { linesOf, type Piece } from "./markdown-pieces";

/** A link with its 0-based offset in the whole text. */
export interface FoundLink {
  target: string;
  kind: "link" | "image" | "definition" | "autolink" | "html";
  text: string;
  offset: number;
}

/** Characters with a meaning that only a parser gets right: escapes, HTML, entities, tables, tabs, controls. */
const HARD = /[\\<&~|\t\0\x01-\x08\x0b\x0c\x0e-\x1f\x7f]|``/;
const INLINE = /(!?)\[([^[\]]*)\]\(([^\s()]*)\)/g;
/** What may not be left of a line once its links are taken out. */
const LEFT_OVER = /[[\]<]|:\/\/|www\.|[\w.+-]@[\w-]/i;

/**
 * Reads links from a piece of plain markdown, where `[text](target)` can only mean a link.
 * @returns undefined when the piece needs a parser.
 */
export function simpleLinks(text: string, piece: Piece): FoundLink[] | undefined {
  if (HARD.test(text.slice(piece.start, piece.end))) return undefined;
  const links: FoundLink[] = [];
  for (const { line, at } of linesOf(text, piece.start, piece.end)) {
    const found = linksOfLine(line, at);
    if (!found) return undefined;
    links.push(...found);
  }
  return links;
}

function linksOfLine(line: string, at: number): FoundLink[] | undefined {
  const plain = withoutCode(line);
  if (plain === undefined) return undefined;
  const open = plain.indexOf("[");
  if (open < 0) return LEFT_OVER.test(plain) ? undefined : [];
  // Four blanks in front may make the line code, depending on the lists around it.
  if (/ {4}/.test(plain.slice(0, open))) return undefined;
  const links: FoundLink[] = [];
  let rest = "";
  let behind = 0;
  for (const match of plain.matchAll(INLINE)) {
    const [all, bang, label, target] = match as unknown as [string, string, string, string];
    const written = line.slice(match.index, match.index + all.length);
    if (!written.endsWith(`](${target})`) || /^\^|[*_]|:\/\/|www\.|@/i.test(label)) return undefined;
    const raw = written.slice(bang.length + 1, -target.length - 3);
    links.push({ target, kind: bang ? "image" : "link", text: codeText(raw), offset: at + match.index });
    rest += `${plain.slice(behind, match.index)} `;
    behind = match.index + all.length;
  }
  rest += plain.slice(behind);
  const task = rest.replace(/^( *[-*+] )\[[ xX]\] /, "$1");
  return LEFT_OVER.test(task) ? undefined : links;
}

/** The line with its code spans blanked out, or undefined when a span may go on in the next line. */
function withoutCode(line: string): string | undefined {
  if (!line.includes("`")) return line;
  const blanked = line.replace(/`[^`]*`/g, (span) => "x".repeat(span.length));
  return blanked.includes("`") ? undefined : blanked;
}

function codeText(label: string): string {
  return label.replace(/`([^`]*)`/g, (_, code: string) =>
    /^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code,
  );
}
