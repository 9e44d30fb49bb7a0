import { parseTemplate, type TemplateFault } from "./rfc6570";

/** More faults than this in one template are not worth a guess. */
const MAX_FAULTS = 100;

/**
 * The nearest RFC 6570 template: hyphens in names become "_", spaces between variables go, what a literal may not
 * hold is percent-encoded, a missing "}" is put after the last name.
 * @returns undefined when nothing is to be corrected, or when the author has to say what was meant (operators,
 * modifiers, empty expressions).
 */
export function correctTemplate(text: string): string | undefined {
  let current = text;
  for (let round = 0; round < MAX_FAULTS; round++) {
    const [fault] = parseTemplate(current).faults;
    if (!fault) return current === text ? undefined : current;
    const next = repair(current, fault);
    if (next === undefined) return undefined;
    current = next;
  }
  return undefined;
}

function repair(text: string, { code, at, length, replacement }: TemplateFault): string | undefined {
  if (code === "unclosed") {
    const names = /^\{[+#./;?&]?[\w.]+\*?(?:,[\w.]+\*?)*/.exec(text.slice(at))?.[0];
    if (names === undefined) return undefined;
    return `${text.slice(0, at)}${names}}${text.slice(at + names.length)}`;
  }
  return replacement === undefined ? undefined : text.slice(0, at) + replacement + text.slice(at + length);
}
