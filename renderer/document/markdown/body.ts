import { findFences } from "../../../shared/skill-file/fences";

export interface Body {
  /** Where the text to render begins, in UTF-16 code units. */
  offset: number;
  /** Its 1-based line in the file. */
  line: number;
  /** What stands above it as frontmatter, without fences; "" when there is none. */
  yaml: string;
  /** The frontmatter does not begin on the first line, so it is none by the specification. */
  misplaced: boolean;
}

/** Parts a markdown file into frontmatter and body for display. */
export function bodyOf(text: string): Body {
  const { yaml, bodyOffset } = findFences(text);
  if (yaml) return at(text, bodyOffset, text.slice(yaml.start, yaml.end), false);
  const block = misplacedBlock(text);
  if (!block) return at(text, text.startsWith("\ufeff") ? 1 : 0, "", false);
  return at(text, block.end, text.slice(block.yamlStart, block.yamlEnd), true);
}

/** Lines that are looked at for a misplaced block. */
const MAX_LINES = 200;

/** A frontmatter block after blank lines or blanks: markdown would draw its last line as a heading. */
function misplacedBlock(text: string): { yamlStart: number; yamlEnd: number; end: number } | undefined {
  let yamlStart: number | undefined;
  let keys = 0;
  let line = text.startsWith("\ufeff") ? 1 : 0;
  for (let count = 0; count < MAX_LINES && line < text.length; count++) {
    const feed = text.indexOf("\n", line);
    const next = feed < 0 ? text.length : feed + 1;
    const content = text.slice(line, next).trim();
    if (content === "---" && yamlStart !== undefined)
      return keys > 0 ? { yamlStart, yamlEnd: line, end: next } : undefined;
    if (content === "---") yamlStart = next;
    else if (yamlStart === undefined && content !== "") return undefined;
    else if (/^["']?[A-Za-z][\w-]*["']?:/.test(content)) keys++;
    line = next;
  }
  return undefined;
}

function at(text: string, offset: number, yaml: string, misplaced: boolean): Body {
  return { offset, line: text.slice(0, offset).split(/\r\n|\n|\r/).length, yaml, misplaced };
}
