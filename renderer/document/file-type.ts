/** How a file is shown. */
export type FileKind = "markdown" | "code" | "text" | "image" | "binary";

/** A map, since names come from servers: a plain object would answer to `constructor` as well. */
const table = (entries: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(Object.entries(entries));

/** Image types that are drawn; SVG is a program and shown as source. */
const IMAGE_TYPES = table({
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
});

/** highlight.js names by file extension; all of them are in its common set. */
const LANGUAGES = table({
  bash: "bash",
  c: "c",
  cc: "cpp",
  conf: "ini",
  cpp: "cpp",
  cs: "csharp",
  css: "css",
  diff: "diff",
  go: "go",
  gql: "graphql",
  graphql: "graphql",
  h: "c",
  hpp: "cpp",
  htm: "xml",
  html: "xml",
  ini: "ini",
  java: "java",
  js: "javascript",
  json: "json",
  jsonc: "json",
  jsx: "javascript",
  kt: "kotlin",
  less: "less",
  lua: "lua",
  makefile: "makefile",
  markdown: "markdown",
  md: "markdown",
  mjs: "javascript",
  mts: "typescript",
  patch: "diff",
  php: "php",
  pl: "perl",
  ps1: "shell",
  py: "python",
  r: "r",
  rb: "ruby",
  rs: "rust",
  scss: "scss",
  sh: "bash",
  sql: "sql",
  svg: "xml",
  swift: "swift",
  toml: "ini",
  ts: "typescript",
  tsx: "typescript",
  vb: "vbnet",
  wat: "wasm",
  xml: "xml",
  yaml: "yaml",
  yml: "yaml",
  zsh: "bash",
});

const LANGUAGE_BY_TYPE = table({
  "application/json": "json",
  "application/xml": "xml",
  "application/yaml": "yaml",
  "application/x-yaml": "yaml",
  "image/svg+xml": "xml",
  "text/css": "css",
  "text/html": "xml",
  "text/javascript": "javascript",
  "text/markdown": "markdown",
  "text/x-python": "python",
  "text/yaml": "yaml",
});

export interface FileType {
  kind: FileKind;
  /** highlight.js name, for text. */
  language?: string;
  /** Media type an image is drawn as. */
  image?: string;
  /** In a word: `Markdown`, `Python`, `PNG image`. */
  label: string;
}

/**
 * How to show a file. The bytes decide what is an image and what is text; name and stated media type only choose the
 * colouring, so that a wrong statement can neither hide text nor run anything.
 */
export function fileType(
  uri: string,
  mimeType: string | undefined,
  textual: boolean,
  bytes: Uint8Array | undefined,
): FileType {
  const image = bytes === undefined ? undefined : sniffImage(bytes);
  if (image !== undefined)
    return { kind: "image", image, label: `${image.slice("image/".length).toUpperCase()} image` };
  if (!textual) return { kind: "binary", label: "Binary" };
  const language =
    LANGUAGES.get(extensionOf(uri)) ?? LANGUAGE_BY_TYPE.get(mimeType?.split(";")[0]?.trim() ?? "");
  if (language === "markdown") return { kind: "markdown", language, label: "Markdown" };
  if (language === undefined) return { kind: "text", label: "Text" };
  return { kind: "code", language, label: LABELS.get(language) ?? titled(language) };
}

/** Type by name alone, for rows of files that were not opened. */
export function typeByName(uri: string): string {
  const extension = extensionOf(uri);
  const image = IMAGE_TYPES.get(extension);
  if (image !== undefined) return `${image.slice("image/".length).toUpperCase()} image`;
  const language = LANGUAGES.get(extension);
  if (language !== undefined) return LABELS.get(language) ?? titled(language);
  return extension === "txt" || extension === "" ? "Text" : extension.slice(0, 8).toUpperCase();
}

/** True when a file's name says that it is text: Markdown, code or plain text. */
export function promisesText(uri: string): boolean {
  const extension = extensionOf(uri);
  return extension === "txt" || LANGUAGES.has(extension);
}

const LABELS = table({
  bash: "Shell",
  cpp: "C++",
  csharp: "C#",
  css: "CSS",
  graphql: "GraphQL",
  ini: "Config",
  javascript: "JavaScript",
  json: "JSON",
  php: "PHP",
  sql: "SQL",
  typescript: "TypeScript",
  wasm: "WebAssembly",
  xml: "XML",
  yaml: "YAML",
});

const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The extension of the last segment, lower case; a name without a dot counts as its own extension (`Makefile`). */
function extensionOf(uri: string): string {
  const name = uri.split(/[?#]/, 1)[0]!.split("/").at(-1)!.toLowerCase();
  return name.slice(name.lastIndexOf(".") + 1);
}

/** The media type of a raster image by its first bytes. */
export function sniffImage(bytes: Uint8Array): string | undefined {
  const starts = (...head: number[]) => head.every((byte, at) => bytes[at] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (starts(0xff, 0xd8, 0xff)) return "image/jpeg";
  if (starts(0x47, 0x49, 0x46, 0x38)) return "image/gif";
  const webp = starts(0x52, 0x49, 0x46, 0x46) && String.fromCharCode(...bytes.subarray(8, 12)) === "WEBP";
  return webp ? "image/webp" : undefined;
}
