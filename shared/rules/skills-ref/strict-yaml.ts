import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type YAMLMap,
} from "yaml";

import { explain } from "../../skill-file/yaml-faults";

/** Why strictyaml, which skills-ref reads frontmatter with, refuses a text; the offset is that of the text. */
interface StrictFault {
  message: string;
  /** True when the message is ours; otherwise it is the library's. */
  own?: boolean;
  fix: string;
  offset: number;
}

/** One top-level field as strictyaml reads it: every scalar is text. */
export interface StrictField {
  key: string;
  value: string | "list" | "mapping";
  isText: boolean;
  keyOffset: number;
  valueOffset: number;
}

export type StrictResult =
  | { kind: "fault"; fault: StrictFault }
  | { kind: "not-a-mapping"; found: "a list" | "plain text" | "nothing" }
  | { kind: "mapping"; fields: StrictField[] };

/** Characters that YAML readers refuse outright. */
const UNPRINTABLE = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

const QUOTE = "Put single quotes around the value if it is meant as text.";

/** Reads YAML as strictyaml does. @param yaml text with LF line breaks; its size is the caller's to bound */
export function strictYaml(yaml: string): StrictResult {
  const bad = UNPRINTABLE.exec(yaml);
  if (bad) {
    return fault("special characters are not allowed", "Remove the control character.", bad.index);
  }
  const document = parseDocument(yaml, {
    version: "1.2",
    schema: "failsafe",
    uniqueKeys: false,
    prettyErrors: false,
    resolveKnownTags: false,
    logLevel: "error",
  });
  const { faults, quotedRanges } = walk(document.contents, yaml);
  faults.push(...syntaxFaults(document, yaml), ...tabFaults(yaml, quotedRanges));
  const [first] = faults.sort((a, b) => a.offset - b.offset);
  if (first) return { kind: "fault", fault: first };
  const { contents } = document;
  if (isSeq(contents)) return { kind: "not-a-mapping", found: "a list" };
  if (!isMap(contents)) {
    const empty = !isScalar(contents) || contents.value === null || contents.value === "";
    return { kind: "not-a-mapping", found: empty ? "nothing" : "plain text" };
  }
  return { kind: "mapping", fields: fieldsOf(contents) };
}

function fault(message: string, fix: string, offset: number): StrictResult {
  return { kind: "fault", fault: { message, fix, offset } };
}

function syntaxFaults(document: Document, yaml: string): StrictFault[] {
  const [error] = document.errors;
  if (!error) return [];
  const { message, fix, offset } = explain(error, yaml);
  return [{ message, fix, offset, own: true }];
}

type Range = [start: number, end: number];

/** Everything that YAML allows and strictyaml does not, and where quoted and block text lies. Iterative: files nest deep. */
function walk(root: unknown, yaml: string): { faults: StrictFault[]; quotedRanges: Range[] } {
  const faults: StrictFault[] = [];
  const quotedRanges: Range[] = [];
  const queue: unknown[] = [root];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (!isNode(node)) continue;
    faults.push(...ownFaults(node));
    if (isScalar(node) && node.type !== "PLAIN" && node.range)
      quotedRanges.push([node.range[0], node.range[1]]);
    if (isSeq(node)) queue.push(...node.items);
    if (!isMap(node)) continue;
    faults.push(...mappingFaults(node, yaml));
    for (const pair of node.items) queue.push(pair.key, pair.value);
  }
  return { faults, quotedRanges };
}

/** The first tab outside of quotes, block text and comments: its scanner knows no tab there, not even after a colon. */
function tabFaults(yaml: string, quotedRanges: Range[]): StrictFault[] {
  if (!yaml.includes("\t")) return [];
  let plain = "";
  let behind = 0;
  for (const [start, end] of quotedRanges.sort((a, b) => a[0] - b[0])) {
    if (start < behind) continue;
    plain += yaml.slice(behind, start) + "x".repeat(end - start);
    behind = end;
  }
  plain += yaml.slice(behind);
  const offset = plain.replace(/(?<![^\s])#[^\n]*/g, (comment) => "x".repeat(comment.length)).indexOf("\t");
  if (offset < 0) return [];
  return [
    {
      message: "found character '\\t' that cannot start any token",
      fix: "Write spaces instead of the tab.",
      offset,
    },
  ];
}

function ownFaults(node: Node): StrictFault[] {
  const offset = node.range?.[0] ?? 0;
  if ("flow" in node && node.flow) {
    return [{ message: "Found ugly disallowed JSONesque flow mapping", fix: flowFix(node), offset }];
  }
  if ("tag" in node && typeof node.tag === "string") {
    return [{ message: "Found disallowed tag tokens (do not specify types in markup)", fix: QUOTE, offset }];
  }
  if (isAlias(node) || ("anchor" in node && node.anchor)) {
    return [{ message: "Found confusing disallowed anchor token", fix: QUOTE, offset }];
  }
  return [];
}

function flowFix(node: Node): string {
  return isSeq(node)
    ? "Write one indented - item line for each element, or put single quotes around the value if it is meant as text."
    : "Write one indented key: value line for each entry, or put single quotes around the value if it is meant as text.";
}

function mappingFaults(map: YAMLMap, yaml: string): StrictFault[] {
  const faults: StrictFault[] = [];
  const seen = new Set<string>();
  let column: number | undefined;
  for (const { key, value } of map.items) {
    const name = keyText(key);
    const offset = offsetOf(key);
    if (seen.has(name)) {
      faults.push({
        message: `Duplicate key '${name}' found`,
        fix: `Delete one of the two lines ${name}:`,
        offset,
      });
    }
    seen.add(name);
    if (name === "<<") {
      faults.push({
        message: "expected a mapping or list of mappings for merging",
        fix: "Quote the key <<.",
        offset,
      });
    }
    const start = offsetOf(value, offset);
    if (!isMap(value)) continue;
    const own = start - (yaml.lastIndexOf("\n", start - 1) + 1);
    column ??= own;
    if (own !== column) {
      faults.push({
        message: "Found mapping with indentation inconsistent with previous mapping",
        fix: `Indent the lines below ${name}: as far as those of the mapping before it.`,
        offset: start,
      });
    }
  }
  return faults;
}

function fieldsOf(map: YAMLMap): StrictField[] {
  return map.items.map(({ key, value }) => {
    const isText = !isMap(value) && !isSeq(value);
    return {
      key: keyText(key),
      value: isMap(value) ? "mapping" : isSeq(value) ? "list" : scalarText(value),
      isText,
      keyOffset: offsetOf(key),
      valueOffset: offsetOf(value, offsetOf(key)),
    };
  });
}

const keyText = (key: unknown): string => (isScalar(key) ? scalarText(key) : "");

function scalarText(node: unknown): string {
  return isScalar(node) && typeof node.value === "string" ? node.value : "";
}

function offsetOf(node: unknown, otherwise = 0): number {
  return isNode(node) ? (node.range?.[0] ?? otherwise) : otherwise;
}
