/** A place in a text: 1-based line and column (UTF-16 code units), 0-based offset. */
export interface Position {
  line: number;
  column: number;
  offset: number;
}

/** Something wrong with a frontmatter block, with its place and a one-line remedy. */
export interface FrontmatterProblem {
  code:
    | "no-opening-fence"
    | "no-closing-fence"
    | "yaml-syntax"
    | "duplicate-key"
    | "not-a-mapping"
    | "alias-limit"
    | "custom-tag"
    | "tab-indent"
    | "encoding"
    | "too-large"
    | "too-deep";
  message: string;
  at: Position;
  /** A second place, e.g. of the first of two equal keys. */
  other?: Position;
  fix?: string;
}

/** One top-level (or metadata) field: the value YAML 1.2 core gives, the author's spelling and places. */
export interface FrontmatterField {
  key: string;
  value: unknown;
  /** The text of the value as the author wrote it, e.g. `1.10`. */
  source: string;
  keyAt: Position;
  valueAt: Position;
  /** What follows an unquoted value on its line as a YAML comment, from its `#` on. */
  comment?: string;
  /** How YAML read it. */
  type: "string" | "number" | "boolean" | "null" | "list" | "mapping" | "other";
}

/** The frontmatter of one file. `present` is false when the file has no opening fence. */
export interface FrontmatterResult {
  present: boolean;
  /** The mapping as plain JSON-able data; absent when it could not be read without guessing. */
  data?: Record<string, unknown>;
  fields: FrontmatterField[];
  /** Fields of `metadata`, when that is a mapping. */
  metadata: FrontmatterField[];
  problems: FrontmatterProblem[];
  /** The YAML between the fences, as written. */
  yaml: string;
  /** 1-based line on which the body starts; the body is everything from there. */
  bodyLine: number;
  bodyOffset: number;
  bom: boolean;
  /** True when a fence line ends in a CR without LF. */
  loneCr?: boolean;
}

/** A link, image or bare reference found in a markdown text. */
export interface SkillLink {
  /** The target as written, undecoded. */
  target: string;
  kind: "link" | "image" | "definition" | "autolink" | "html";
  /** The visible text. */
  text: string;
  at: Position;
}

/** A character that a reader would not see, with its place. */
export interface HiddenCharacter {
  /** e.g. `U+202E`. */
  code: string;
  name: string;
  kind: "bidi" | "zero-width" | "tag" | "control" | "variation" | "other";
  at: Position;
}
