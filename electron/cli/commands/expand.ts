import { expand as expandTemplate } from "../../../shared/uri/expand";
import { EXIT, UsageError } from "../exit";
import { print, remark } from "../output";

type Value = string | string[] | Record<string, string>;

/** `expand`: one template by RFC 6570. @returns the exit code */
export async function expand(template: string, words: string[]): Promise<number> {
  const result = expandTemplate(template, values(words));
  if (result.ok) {
    await print(`${result.uri}\n`);
    return EXIT.ok;
  }
  for (const fault of result.faults) await remark(`${template}\n${" ".repeat(fault.at)}^ ${fault.message}`);
  return EXIT.findings;
}

/** A repeated name makes a list, `name.key=value` a map. @throws UsageError */
export function values(words: string[]): Record<string, Value> {
  const found: Record<string, Value> = {};
  for (const word of words) {
    const at = word.indexOf("=");
    if (at < 1)
      throw new UsageError(
        `"${word}" is no name=value.`,
        "A repeated name makes a list, name.key=value a map.",
      );
    const name = word.slice(0, at);
    const value = word.slice(at + 1);
    const dot = name.indexOf(".");
    if (dot > 0) {
      const base = name.slice(0, dot);
      const before = found[base];
      if (before !== undefined && (typeof before === "string" || Array.isArray(before))) {
        throw new UsageError(`${base} is given both as a map and as a plain value.`);
      }
      found[base] = { ...before, [name.slice(dot + 1)]: value };
      continue;
    }
    const before = found[name];
    if (before === undefined) found[name] = value;
    else if (typeof before === "string") found[name] = [before, value];
    else if (Array.isArray(before)) before.push(value);
    else throw new UsageError(`${name} is given both as a map and as a plain value.`);
  }
  return found;
}
