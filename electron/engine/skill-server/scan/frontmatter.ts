import { parseFrontmatter } from "../../../../shared/skill-file/frontmatter";

/** The frontmatter that an entry carries (spec: Skill Entries). */
export type Frontmatter = Record<string, unknown> & { name: string; description: string };

/** What an entry needs of a SKILL.md: its frontmatter as JSON, or why there is none. */
export type SkillHead = { frontmatter: Frontmatter } | { reason: string };

/** Reads the frontmatter of a SKILL.md from its bytes; never throws. */
export function readHead(bytes: Buffer): SkillHead {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { reason: `SKILL.md is not UTF-8${encodingHint(bytes)}; save it as UTF-8` };
  }
  const { data, fields, problems } = parseFrontmatter(text);
  const [problem] = problems;
  if (problem || !data) {
    const where = problem ? ` (line ${problem.at.line}, column ${problem.at.column})` : "";
    return {
      reason:
        `SKILL.md: ${problem?.message ?? "it has no frontmatter."}${where} ${problem?.fix ?? ""}`.trim(),
    };
  }
  for (const key of ["name", "description"]) {
    const field = fields.find((candidate) => candidate.key === key);
    if (!field) return { reason: `SKILL.md: its frontmatter has no ${key}` };
    const line = `(line ${field.keyAt.line})`;
    if (field.type === "null") return { reason: `SKILL.md: ${key} is empty ${line}` };
    if (field.type !== "string") {
      return { reason: `SKILL.md: ${key} is a ${field.type}, not text ${line}; quote it: "${field.source}"` };
    }
    if (String(field.value).trim() === "") return { reason: `SKILL.md: ${key} is empty ${line}` };
  }
  return { frontmatter: data as Frontmatter };
}

function encodingHint(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return " but UTF-16 (little endian)";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return " but UTF-16 (big endian)";
  return "";
}
