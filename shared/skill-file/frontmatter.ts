import { type Document, isMap, isNode, isScalar, type Pair, parseDocument, visit, type YAMLMap } from "yaml";
import { type Fences, findFences } from "./fences";
import { LineIndex } from "./positions";
import { type SimpleField, simpleYaml } from "./simple-yaml";
import type { FrontmatterField, FrontmatterProblem, FrontmatterResult, Position } from "./types";
import { explain } from "./yaml-faults";
import { put, ValueReader } from "./yaml-values";

/** The largest frontmatter that is parsed, in UTF-8 bytes; honest ones have a few hundred. */
export const MAX_FRONTMATTER_BYTES = 64 * 1024;

/**
 * Parses the YAML frontmatter of a SKILL.md as YAML 1.2 core, with the place of everything.
 * @param text the whole file, decoded; a BOM may be there and is reported
 * @param options.maxBytes limit of the YAML, in UTF-8 bytes
 * @returns fields and problems. `data` is absent as soon as there is a problem: nothing is guessed. With a syntax
 * error `fields` holds what was read before it. Never throws; time is bounded by `maxBytes`.
 * Spec: https://agentskills.io/specification#frontmatter
 */
export function parseFrontmatter(text: string, options: { maxBytes?: number } = {}): FrontmatterResult {
  const fences = findFences(text);
  const lines = new LineIndex(text);
  const body = lines.at(fences.bodyOffset);
  const result: FrontmatterResult = {
    present: fences.open,
    fields: [],
    metadata: [],
    problems: [],
    yaml: fences.yaml ? text.slice(fences.yaml.start, fences.yaml.end) : "",
    bodyLine: body.column === 1 || !fences.yaml ? body.line : body.line + 1,
    bodyOffset: fences.bodyOffset,
    bom: fences.bom,
    ...(fences.loneCr ? { loneCr: true } : {}),
  };
  if (!fences.yaml) {
    result.problems.push(missingFence(text, fences, lines));
    return result;
  }
  const maxBytes = options.maxBytes ?? MAX_FRONTMATTER_BYTES;
  if (exceedsBytes(result.yaml, maxBytes)) {
    result.problems.push({
      code: "too-large",
      message: `The frontmatter is larger than ${maxBytes} bytes and was not parsed.`,
      at: lines.at(fences.yaml.start),
      fix: "Move text from the frontmatter to the body or to another file.",
    });
    return result;
  }
  try {
    readYaml(result, placer(result.yaml, fences.yaml.start, lines));
  } catch (error) {
    // The parser recurses: what is left after its own depth guard is a stack overflow.
    result.problems.push({
      code: error instanceof RangeError ? "too-deep" : "yaml-syntax",
      message:
        error instanceof RangeError
          ? "Lists or mappings nest too deeply."
          : `The YAML parser failed: ${error instanceof Error ? error.message : String(error)}`,
      at: lines.at(fences.yaml.start),
      fix: "Simplify the frontmatter.",
    });
  }
  return result;
}

/** Turns an offset of the YAML with LF line breaks into a place in the file. */
type Placer = (offset: number) => Position;

function placer(yaml: string, start: number, lines: LineIndex): Placer {
  if (!yaml.includes("\r")) return (offset) => lines.at(start + offset);
  const normal = new LineIndex(withLf(yaml));
  const first = lines.at(start).line;
  return (offset) => {
    const { line, column } = normal.at(offset);
    return lines.at(lines.offset(first + line - 1, column));
  };
}

function withLf(yaml: string): string {
  return yaml.includes("\r") ? yaml.replace(/\r\n?/g, "\n") : yaml;
}

function readYaml(result: FrontmatterResult, place: Placer): void {
  const yaml = withLf(result.yaml);
  const simple = simpleYaml(yaml);
  if (simple) {
    const asField = (found: SimpleField) => simpleField(found, yaml, place);
    result.fields = simple.map(asField);
    result.metadata = simple.find(({ key }) => key === "metadata")?.children?.map(asField) ?? [];
    result.data = Object.fromEntries(simple.map(({ key, value }) => [key, value]));
    return;
  }
  const document = parseDocument(yaml, {
    version: "1.2",
    schema: "core",
    // Equal keys are found by ValueReader, which knows both places and is not quadratic.
    uniqueKeys: false,
    prettyErrors: false,
    resolveKnownTags: false,
    // "silent" would also hide a second document.
    logLevel: "error",
  });
  const error = document.errors.reduce<(typeof document.errors)[number] | undefined>(
    (first, next) => (first && first.pos[0] <= next.pos[0] ? first : next),
    undefined,
  );
  if (error) {
    const { offset, ...fault } = explain(error, yaml);
    result.problems.push({ ...fault, at: place(offset) });
  }
  if (!error && yaml.includes("!")) result.problems.push(...customTags(document, yaml, place));
  const map = document.contents;
  if (isMap(map)) readMap(result, map, yaml, place, error?.pos[0] ?? Number.POSITIVE_INFINITY);
  else if (!error) result.problems.push(notAMapping(map, place));
}

/** Reads the top-level mapping as far as the first syntax error. */
function readMap(result: FrontmatterResult, map: YAMLMap, yaml: string, place: Placer, until: number): void {
  const reader = new ValueReader(yaml);
  const data: Record<string, unknown> = {};
  for (const { key, offset, pair } of reader.keys(map)) {
    if (offset >= until || !isWhole(pair, yaml, until)) break;
    const value = reader.read(pair.value);
    put(data, key, value);
    result.fields.push(field(key, offset, pair, value, yaml, place));
    if (key === "metadata" && isMap(pair.value) && result.metadata.length === 0 && value !== undefined) {
      result.metadata.push(...metadataFields(pair.value, value as Record<string, unknown>, yaml, place));
    }
  }
  for (const { offset, other, ...fault } of reader.faults) {
    if (offset >= until) continue;
    result.problems.push({
      ...fault,
      at: place(offset),
      ...(other === undefined ? {} : { other: place(other) }),
    });
  }
  if (result.problems.length === 0) result.data = data;
}

function metadataFields(
  map: YAMLMap,
  values: Record<string, unknown>,
  yaml: string,
  place: Placer,
): FrontmatterField[] {
  return new ValueReader(yaml)
    .keys(map)
    .map(({ key, offset, pair }) => field(key, offset, pair, values[key], yaml, place));
}

function field(
  key: string,
  offset: number,
  pair: Pair,
  value: unknown,
  yaml: string,
  place: Placer,
): FrontmatterField {
  const range = isNode(pair.value) ? pair.value.range : undefined;
  const start = range?.[0] ?? offset;
  const comment =
    isScalar(pair.value) && pair.value.type === "PLAIN" ? commentBehind(yaml, range?.[1]) : undefined;
  return {
    key,
    value,
    source: range ? yaml.slice(start, range[1]).trimEnd() : "",
    keyAt: place(offset),
    valueAt: place(start),
    ...(comment === undefined ? {} : { comment }),
    type: ValueReader.typeOf(value),
  };
}

/** The comment that ends the line at an offset; undefined where nothing or something else stands there. */
function commentBehind(yaml: string, offset: number | undefined): string | undefined {
  if (offset === undefined) return undefined;
  const end = yaml.indexOf("\n", offset);
  return /^[ \t]*(#.*)$/.exec(yaml.slice(offset, end < 0 ? undefined : end))?.[1];
}

function simpleField(found: SimpleField, yaml: string, place: Placer): FrontmatterField {
  return {
    key: found.key,
    value: found.value,
    source: yaml.slice(found.start, found.end),
    keyAt: place(found.keyOffset),
    valueAt: place(found.start),
    type: found.children ? "mapping" : "string",
  };
}

/** True when a pair surely ended before the first syntax error: its value is there and a line break follows it. */
function isWhole(pair: Pair, yaml: string, until: number): boolean {
  if (until === Number.POSITIVE_INFINITY) return true;
  const range = isNode(pair.value) ? pair.value.range : undefined;
  if (!range || range[0] === range[1] || range[1] >= until) return false;
  return yaml.slice(range[1] - 1, until).includes("\n");
}

const CORE_TAGS = /^(?:!|tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq))$/;

/** The first tag beyond YAML 1.2 core: what it would make is up to each parser, so its value is not read. */
function customTags(document: Document, yaml: string, place: Placer): FrontmatterProblem[] {
  const problems: FrontmatterProblem[] = [];
  visit(document, {
    Node(_key, node) {
      const tag = "tag" in node ? node.tag : undefined;
      if (typeof tag !== "string" || CORE_TAGS.test(tag)) return undefined;
      const spelled = tag.replace("tag:yaml.org,2002:", "!!");
      const start = node.range?.[0] ?? 0;
      const offset = yaml.lastIndexOf("!", start);
      problems.push({
        code: "custom-tag",
        message: `The YAML tag ${spelled} asks for a type of its own; tags are never run.`,
        at: place(offset < 0 ? start : spelled.startsWith("!!") ? Math.max(0, offset - 1) : offset),
        fix: "Remove the tag, or quote the value if it is text that starts with an exclamation mark.",
      });
      return visit.BREAK;
    },
  });
  return problems;
}

function notAMapping(contents: unknown, place: Placer): FrontmatterProblem {
  const at = place(isNode(contents) ? (contents.range?.[0] ?? 0) : 0);
  const empty = !isNode(contents) || (contents.range?.[0] ?? 0) === (contents.range?.[1] ?? 0);
  return {
    code: "not-a-mapping",
    message: empty ? "The frontmatter is empty." : "The frontmatter is no mapping of keys to values.",
    at,
    fix: "Write one `key: value` line for each field, at least name and description.",
  };
}

function missingFence(text: string, fences: Fences, lines: LineIndex): FrontmatterProblem {
  if (fences.open) {
    return {
      code: "no-closing-fence",
      message: "The opening --- has no partner: no later line is ---.",
      at: lines.at(fences.bodyOffset),
      fix: "Add a line --- after the last frontmatter field.",
    };
  }
  const at = lines.at(fences.bodyOffset);
  const late = /^\s+(?=---[ \t]*[\r\n])/.exec(text.slice(fences.bodyOffset, fences.bodyOffset + 1000));
  if (late) {
    return {
      code: "no-opening-fence",
      message: "The first line is not ---: blank space comes before it.",
      at,
      fix: "Delete everything before the first ---.",
    };
  }
  return {
    code: "no-opening-fence",
    message: "The file does not begin with frontmatter: its first line is not ---.",
    at,
    fix: "Begin the file with ---, the lines name: and description:, and another ---.",
  };
}

function exceedsBytes(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  if (text.length * 3 <= maxBytes) return false;
  return new TextEncoder().encode(text).length > maxBytes;
}
