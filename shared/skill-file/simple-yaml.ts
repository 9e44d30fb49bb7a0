/**
 * Reads the plainest frontmatter, one `key: text` a line and at most one mapping of such lines below a key, without
 * a YAML parser. Most skills have no other; it is what makes 20,000 of them readable in a second. Anything that could
 * mean something else in YAML is left to the parser.
 */

/** One field; offsets are those of the YAML text, the value's end exclusive. */
export interface SimpleField {
  key: string;
  keyOffset: number;
  value: string | Record<string, string>;
  start: number;
  end: number;
  children?: SimpleField[];
}

const KEY = /^( *)([A-Za-z_][\w-]*):(?: +|$)/;
/** Plain text that starts with a letter; letters rule out numbers and every indicator. */
const PLAIN = /^[A-Za-z][^\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]*$/;
const QUOTED =
  /^(?:"[^"\\\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]*"|'[^'\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]*')$/;
const NOT_TEXT = /^(?:true|True|TRUE|false|False|FALSE|null|Null|NULL)$/;

/** @returns undefined when the text needs the YAML parser. */
export function simpleYaml(yaml: string): SimpleField[] | undefined {
  const fields: SimpleField[] = [];
  const seen = new Set<string>();
  let parent: SimpleField | undefined;
  let indent = 0;
  for (let at = 0, next = 0; at < yaml.length; at = next) {
    const lineEnd = yaml.indexOf("\n", at);
    if (lineEnd < 0) return undefined;
    next = lineEnd + 1;
    const match = KEY.exec(yaml.slice(at, lineEnd));
    if (!match) return undefined;
    const [head, blanks, key] = match as unknown as [string, string, string];
    if (NOT_TEXT.test(key)) return undefined;
    const keyOffset = at + blanks.length;
    let end = lineEnd;
    while (end > at && yaml[end - 1] === " ") end--;
    const start = at + head.length;
    const written = start < end ? yaml.slice(start, end) : undefined;
    if (blanks.length > 0) {
      const siblings = parent?.children;
      if (!parent || !siblings || (siblings.length > 0 && blanks.length !== indent)) return undefined;
      const field = written === undefined ? undefined : scalar(key, keyOffset, written, start);
      if (!field || siblings.some((sibling) => sibling.key === key)) return undefined;
      if (siblings.length === 0) parent.start = keyOffset;
      indent = blanks.length;
      siblings.push(field);
      parent.end = field.end;
      continue;
    }
    if (seen.has(key) || parent?.children?.length === 0) return undefined;
    seen.add(key);
    const field =
      written === undefined
        ? { key, keyOffset, value: {}, start: keyOffset, end: keyOffset, children: [] }
        : scalar(key, keyOffset, written, start);
    if (!field) return undefined;
    parent = field;
    fields.push(field);
  }
  if (fields.length === 0 || parent?.children?.length === 0) return undefined;
  for (const field of fields) {
    if (field.children)
      field.value = Object.fromEntries(field.children.map((child) => [child.key, child.value as string]));
  }
  return fields;
}

function scalar(key: string, keyOffset: number, written: string, start: number): SimpleField | undefined {
  if (key === "__proto__") return undefined;
  const end = start + written.length;
  if (QUOTED.test(written)) return { key, keyOffset, value: written.slice(1, -1), start, end };
  if (!PLAIN.test(written) || NOT_TEXT.test(written) || /:(?: |$)| #/.test(written)) return undefined;
  return { key, keyOffset, value: written, start, end };
}
