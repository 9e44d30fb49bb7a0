import { parseDocument } from "yaml";

/** What an entry needs of a SKILL.md: its frontmatter as JSON, or why there is none. */
export type SkillHead =
  | { frontmatter: Record<string, unknown> & { name: string; description: string } }
  | { reason: string };

/** Reads the frontmatter of a SKILL.md from its bytes; never throws. */
export function readHead(bytes: Buffer): SkillHead {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { reason: `SKILL.md is not UTF-8${encodingHint(bytes)}; save it as UTF-8` };
  }
  const fence = /^---[ \t]*(?:\r\n|\n|\r)([\s\S]*?)(?:^|\r\n|\n|\r)---[ \t]*(?:\r\n|\n|\r|$)/.exec(text);
  if (!fence) {
    const opened = /^---[ \t]*(?:\r|\n)/.test(text);
    return {
      reason: opened
        ? "SKILL.md opens its frontmatter with --- and never closes it"
        : "SKILL.md does not begin with a --- line",
    };
  }
  const document = parseDocument(fence[1]!.replace(/\r\n?/g, "\n"), {
    schema: "core",
    prettyErrors: true,
    logLevel: "silent",
  });
  const [problem] = document.errors;
  if (problem) {
    const line = (problem.linePos?.[0].line ?? 1) + 1;
    return { reason: `the frontmatter of SKILL.md is not valid YAML, line ${line}: ${problem.code}` };
  }
  try {
    return judge(document.toJS({ maxAliasCount: 50 }));
  } catch (error) {
    return { reason: `the frontmatter of SKILL.md cannot be read: ${(error as Error).message}` };
  }
}

function judge(data: unknown): SkillHead {
  if (typeof data !== "object" || data === null || Array.isArray(data)) {
    return { reason: "the frontmatter of SKILL.md is not a mapping" };
  }
  const head = data as Record<string, unknown>;
  for (const key of ["name", "description"]) {
    const value = head[key];
    if (value === undefined) return { reason: `the frontmatter of SKILL.md has no ${key}` };
    if (typeof value !== "string")
      return {
        reason: `${key} in the frontmatter of SKILL.md is ${value === null ? "empty" : `a ${typeof value}`}, not text; quote it`,
      };
    if (value.trim() === "") return { reason: `${key} in the frontmatter of SKILL.md is empty` };
  }
  return { frontmatter: head as Record<string, unknown> & { name: string; description: string } };
}

function encodingHint(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return " but UTF-16 (little endian)";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return " but UTF-16 (big endian)";
  return "";
}
