/** What an operating system takes at most. */
const MAX_LENGTH = 128 * 1024;

/** A command line taken apart: what a shell would run, without running a shell. */
export interface CommandWords {
  env: Record<string, string>;
  command: string;
  args: string[];
}

export type CommandResult = { ok: true; words: CommandWords } | { ok: false; message: string; at: number };

/** Characters with which a shell would do more than run one command; nothing here does that. */
const SHELL_ONLY = /[|&;<>()`]|\$\(/;

/**
 * Splits a command line as a person pastes it: quotes and backslashes as in a POSIX shell, `NAME=value` in front as
 * environment, a leading `$ ` or `> ` prompt dropped, lines joined that end in a backslash.
 * No variable is expanded and nothing is run.
 * @returns the words, or what cannot be taken over and where (0-based)
 */
export function splitCommand(text: string): CommandResult {
  if (text.length > MAX_LENGTH)
    return {
      ok: false,
      message: `No command line has more than ${MAX_LENGTH.toLocaleString("en")} characters.`,
      at: MAX_LENGTH,
    };
  const line = text
    .trim()
    .replace(/^[$>]\s+/, "")
    .replace(/\\\r?\n/g, " ");
  const words: string[] = [];
  let word: string | undefined;
  const add = (part: string) => {
    word = (word ?? "") + part;
  };
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!;
    if (quote === "'") {
      if (char === "'") quote = "";
      else add(char);
    } else if (quote === '"') {
      if (char === '"') quote = "";
      else if (char === "\\" && /["\\$`]/.test(line[at + 1] ?? "")) add(line[++at]!);
      else add(char);
    } else if (char === "'" || char === '"') {
      quote = char;
      word ??= "";
    } else if (char === "\\" && /[\s"'\\]/.test(line[at + 1] ?? "")) {
      add(line[++at]!);
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (SHELL_ONLY.test(line.slice(at, at + 2)) && SHELL_ONLY.test(char + (char === "$" ? "(" : ""))) {
      return { ok: false, message: `"${char}" is for a shell; give one plain command.`, at };
    } else add(char);
  }
  if (quote) return { ok: false, message: `A ${quote} is not closed.`, at: line.lastIndexOf(quote) };
  if (word !== undefined) words.push(word);
  const env: Record<string, string> = {};
  while (words.length > 0 && /^[A-Za-z_]\w*=/.test(words[0]!)) {
    const assignment = words.shift()!;
    const equals = assignment.indexOf("=");
    env[assignment.slice(0, equals)] = assignment.slice(equals + 1);
  }
  const command = words.shift();
  if (command === undefined) return { ok: false, message: "There is no command in it.", at: 0 };
  return { ok: true, words: { env, command, args: words } };
}
