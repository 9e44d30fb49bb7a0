/** A command line as typed: its words, or what keeps it from being read. */
export type SplitCommand = { words: string[] } | { fault: string };

/**
 * Splits a command line into words as a shell does for plain words and quotes. Nothing is expanded: no variables, no
 * wildcards, no pipes, since the program is started directly. A backslash escapes inside double quotes and before a
 * space or quote only, so that Windows paths stay whole.
 */
export function splitCommand(text: string): SplitCommand {
  const words: string[] = [];
  let word: string | undefined;
  let quote: '"' | "'" | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (quote === "'" && character !== "'") word += character;
    else if (character === "\\" && /["'\\ ]/.test(text[at + 1] ?? "") && quote !== "'")
      word = (word ?? "") + text[++at]!;
    else if (quote !== undefined && character === quote) quote = undefined;
    else if (quote !== undefined) word += character;
    else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (quote !== undefined) return { fault: `A ${quote} is never closed.` };
  if (word !== undefined) words.push(word);
  return { words };
}

/** The words of a stored command as text that `splitCommand` reads back the same. */
export function joinCommand(words: readonly string[]): string {
  return words.map((word) => (/^[^\s"'\\]+$/.test(word) ? word : quoted(word))).join(" ");
}

function quoted(word: string): string {
  return word.includes("'") ? `"${word.replace(/["\\]/g, "\\$&")}"` : `'${word}'`;
}

/** `NAME=value` lines as variables, or the first line that is none. */
export function readEnv(text: string): { env: Record<string, string> } | { fault: string } {
  const env: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === "") continue;
    const at = line.indexOf("=");
    const name = line.slice(0, Math.max(at, 0)).trim();
    if (!/^[A-Za-z_][A-Za-z0-9_.()-]*$/.test(name))
      return { fault: `“${line.trim().slice(0, 40)}” is not NAME=value.` };
    env[name] = line.slice(at + 1);
  }
  return { env };
}

export function writeEnv(env: Record<string, string>): string {
  return Object.entries(env)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");
}
