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

/** A frontmatter block after blank lines or blanks; markdown would draw its last line as a heading. */
const MISPLACED = /^\ufeff?\s+---[ \t]*(?:\r\n|\n|\r)((?:[A-Za-z_"'][^\r\n]*:[^\r\n]*|[ \t#-][^\r\n]*)(?:\r\n|\n|\r))+?---[ \t]*(?:\r\n|\n|\r|$)/;

/** Parts a markdown file into frontmatter and body for display. */
export function bodyOf(text: string): Body {
  const { yaml, bodyOffset } = findFences(text);
  if (yaml) return at(text, bodyOffset, text.slice(yaml.start, yaml.end), false);
  const misplaced = MISPLACED.exec(text.slice(0, 64 * 1024))?.[0];
  if (misplaced === undefined) return at(text, text.startsWith("\ufeff") ? 1 : 0, "", false);
  const inner = misplaced.trim().replace(/^\ufeff?\s*---[ \t]*\r?\n?/, "").replace(/---$/, "");
  return at(text, misplaced.length, inner, true);
}

function at(text: string, offset: number, yaml: string, misplaced: boolean): Body {
  return { offset, line: text.slice(0, offset).split(/\r\n|\n|\r/).length, yaml, misplaced };
}
