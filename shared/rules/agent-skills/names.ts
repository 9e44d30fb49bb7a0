/**
 * The Agent Skills naming rules as one judgement, shared by every profile that asks for them
 * (spec: https://agentskills.io/specification#name-field).
 */

/** The longest name, in code points. */
export const MAX_NAME = 64;

/** The part of the naming rules that a name breaks. */
export type NameConstraint = "length" | "charset" | "edges" | "double-hyphen";

interface NameReason {
  constraint: NameConstraint;
  severity: "warning" | "error";
  /** One sentence: what was found. */
  message: string;
  /** What the rule asks for. */
  expected: string;
}

/** `warning`: only the reference library skills-ref accepts the name; `error`: nothing does. */
export interface NameVerdict {
  verdict: "ok" | "warning" | "error";
  reasons: NameReason[];
  /** A name near to this one that follows every rule; absent when nothing usable is left of it. */
  suggestion?: string;
}

/** The form in which names are counted and compared: trimmed, then Unicode NFKC. */
export function normalName(name: string): string {
  return name.trim().normalize("NFKC");
}

/** Number of Unicode code points. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 1; i < text.length; i++) {
    const low = text.charCodeAt(i);
    if (low < 0xdc00 || low > 0xdfff) continue;
    const high = text.charCodeAt(i - 1);
    if (high >= 0xd800 && high <= 0xdbff) count--;
  }
  return count;
}

/**
 * Judges a skill name, already percent-decoded.
 * @returns each rule it breaks with a sentence a person can act on; `ok` for 1 to 64 of `a-z`, `0-9` and single inner
 * hyphens.
 */
export function judgeName(name: string): NameVerdict {
  const normal = normalName(name);
  const reasons = [lengthReason(normal), charsetReason(name, normal), ...hyphenReasons(normal)].filter(
    (reason) => reason !== undefined,
  );
  const verdict = reasons.some((reason) => reason.severity === "error")
    ? "error"
    : reasons.length > 0
      ? "warning"
      : "ok";
  const suggestion = verdict === "ok" ? undefined : suggestName(name);
  return { verdict, reasons, ...(suggestion ? { suggestion } : {}) };
}

/**
 * Makes a valid name from any text, e.g. `PDF Forms` to `pdf-forms`.
 * @returns undefined when no letter or digit of `a-z0-9` is left, as for a name in another script.
 */
export function suggestName(text: string): string | undefined {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_NAME + 1)
    .replace(/^-+/, "")
    .slice(0, MAX_NAME)
    .replace(/-+$/, "");
  return plain === "" ? undefined : plain;
}

function lengthReason(normal: string): NameReason | undefined {
  const length = codePoints(normal);
  if (length >= 1 && length <= MAX_NAME) return undefined;
  const message =
    length === 0
      ? "The name is empty."
      : `The name has ${length} characters, ${length - MAX_NAME} more than the ${MAX_NAME} allowed.`;
  return { constraint: "length", severity: "error", message, expected: `1 to ${MAX_NAME} characters` };
}

/** Letters and digits as Python's `isalnum` sees them: combining marks do not count, unlike in `\p{Alphabetic}`. */
const SKILLS_REF_CHARACTERS = /^[\p{L}\p{N}-]*$/u;

function charsetReason(name: string, normal: string): NameReason | undefined {
  if (normal === "" || /^[a-z0-9-]+$/.test(name)) return undefined;
  const expected = "only a-z, 0-9 and hyphens";
  const onlySkillsRef =
    name.trim() === name && normal === normal.toLowerCase() && SKILLS_REF_CHARACTERS.test(normal);
  const odd = oddCharacters(name);
  if (onlySkillsRef) {
    return {
      constraint: "charset",
      severity: "warning",
      message: `The name has characters outside a-z and 0-9: ${odd}. The text of the specification allows them in one place and not in another; skills-ref accepts them, MCP implementations and the official test suite do not.`,
      expected,
    };
  }
  return {
    constraint: "charset",
    severity: "error",
    message: `The name has characters that are not allowed: ${odd}.`,
    expected,
  };
}

function hyphenReasons(normal: string): (NameReason | undefined)[] {
  const starts = normal.startsWith("-");
  const ends = normal.endsWith("-");
  const where = starts && ends ? "starts and ends" : starts ? "starts" : "ends";
  return [
    starts || ends
      ? {
          constraint: "edges",
          severity: "error",
          message: `The name ${where} with a hyphen.`,
          expected: "a letter or digit at both ends",
        }
      : undefined,
    normal.includes("--")
      ? {
          constraint: "double-hyphen",
          severity: "error",
          message: "The name has two hyphens in a row.",
          expected: "single hyphens between words",
        }
      : undefined,
  ];
}

/** The offending characters, each once, quoted, with code point where a reader could take it for another. */
function oddCharacters(name: string): string {
  const odd = [...new Set(name)].filter((character) => !/[a-z0-9-]/.test(character));
  const shown = odd.slice(0, 8).map((character) => {
    if (character === " ") return "a space";
    const code = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
    return /[\x21-\x7e]/.test(character) ? `"${character}"` : `"${character}" (${code})`;
  });
  return odd.length > shown.length
    ? `${shown.join(", ")} and ${odd.length - shown.length} more`
    : shown.join(", ");
}
