/** Where the frontmatter of a text lies; offsets are 0-based UTF-16 code units of the whole text. */
export interface Fences {
  bom: boolean;
  /** The opening fence is there: the first line, after an optional BOM, is `---` with optional trailing blanks. */
  open: boolean;
  /** The YAML between the fences, including its last line break; absent when a fence is missing. */
  yaml?: { start: number; end: number };
  /** Offset of the closing fence; absent when there is none. */
  closeOffset?: number;
  /** Offset behind the closing fence's line break; where there is no frontmatter, behind the BOM. */
  bodyOffset: number;
  /** A fence line ends in a CR without LF. */
  loneCr: boolean;
}

/** Finds the fences of a SKILL.md (spec: https://agentskills.io/specification#frontmatter). Linear in the text. */
export function findFences(text: string): Fences {
  const bom = text.charCodeAt(0) === 0xfeff;
  const start = bom ? 1 : 0;
  const open = fenceAt(text, start);
  if (!open || open.end === open.lineEnd) {
    return { bom, open: open !== undefined, bodyOffset: start, loneCr: false };
  }
  for (let at = text.indexOf("---", open.end); at >= 0; at = text.indexOf("---", at + 1)) {
    const before = text[at - 1];
    if (before !== "\n" && before !== "\r") continue;
    const close = fenceAt(text, at);
    if (!close) continue;
    return {
      bom,
      open: true,
      yaml: { start: open.end, end: at },
      closeOffset: at,
      bodyOffset: close.end,
      loneCr: open.loneCr || close.loneCr,
    };
  }
  return { bom, open: true, bodyOffset: start, loneCr: open.loneCr };
}

/** The fence line at an offset: where its text ends, and where the next line starts. */
function fenceAt(text: string, at: number): { lineEnd: number; end: number; loneCr: boolean } | undefined {
  if (!text.startsWith("---", at)) return undefined;
  let lineEnd = at + 3;
  while (text[lineEnd] === " " || text[lineEnd] === "\t") lineEnd++;
  if (lineEnd === text.length) return { lineEnd, end: lineEnd, loneCr: false };
  if (text[lineEnd] === "\n") return { lineEnd, end: lineEnd + 1, loneCr: false };
  if (text[lineEnd] !== "\r") return undefined;
  return text[lineEnd + 1] === "\n"
    ? { lineEnd, end: lineEnd + 2, loneCr: false }
    : { lineEnd, end: lineEnd + 1, loneCr: true };
}
