import { type Command, InvalidArgumentError, Option } from "commander";
import { DEFAULT_LIMITS, type LimitId, type Limits, limitFault } from "../../shared/model/limits";
import type { Shard } from "../../shared/model/report";
import { parseShard } from "../../shared/report/shard";
import { UsageError } from "./exit";

/** Reports in the order given: an --output belongs to the --format before it. */
export function outputs(
  self: Command,
  options: { format?: string[]; output?: string[] },
  fallback = "text",
): { format: string; file?: string }[] {
  const formats = options.format ?? [];
  const files = options.output ?? [];
  if (formats.length === 0 && files.length === 0) return [{ format: fallback }];
  const pairs: { format: string; file?: string }[] = [];
  const words = (self.parent as Command & { rawArgs: string[] }).rawArgs;
  let format = 0;
  let file = 0;
  for (const word of words) {
    const name = word.split("=", 1)[0];
    if (name === "--format" && format < formats.length) pairs.push({ format: formats[format++]! });
    if (name === "--output" && file < files.length) {
      const last = pairs.at(-1);
      if (last && last.file === undefined) last.file = files[file++]!;
      else pairs.push({ format: fallback, file: files[file++]! });
    }
  }
  return pairs;
}

/** The words of a command whose first one, the target, is left out when a command follows `--`. */
export function shift(
  command: string[],
  words: (string | undefined)[],
  usage: string,
  needed = 1,
): (string | undefined)[] {
  const given = words.filter((word) => word !== undefined);
  const all = command.length > 0 ? [undefined, ...given] : given;
  if (all.length < needed + 1 || all.slice(1, needed + 1).some((word) => word === undefined)) {
    const names = [...usage.matchAll(/<(\w+)>/g)].map(([, name]) => name).slice(all.length);
    throw new UsageError(`Missing: ${names.join(" and ")}.`, `Usage: skill-inspector ${usage}`);
  }
  return all;
}

/** Limits that a command can take another value of: those of what a server sends. */
const CLI_LIMITS = ["messageMb", "fileMb", "entries", "pages", "nesting"] as const satisfies LimitId[];
const LIMIT_NAMES = CLI_LIMITS.join(", ");

function limit(value: string, before: Limits | undefined): Limits {
  const [name, number] = value.split("=", 2);
  const id = CLI_LIMITS.find((each) => each === name);
  if (!id) throw new InvalidArgumentError(`Write NAME=NUMBER with one of ${LIMIT_NAMES}.`);
  const fault = limitFault(id, number?.trim() ? Number(number) : Number.NaN);
  if (fault) throw new InvalidArgumentError(fault);
  return { ...(before ?? DEFAULT_LIMITS), [id]: Number(number) };
}

/** Options of every command that takes a target. */
export function targeted(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--header <NAME=ENVVAR>",
        "HTTP header with its value from the environment, repeatable",
      ).argParser(collect),
    )
    .option("--config <file>", "an mcp.json that holds the server")
    .option("--server <name>", "the server's name in --config");
}

/** Options of the commands that read from a server themselves. */
export function limited(command: Command): Command {
  return targeted(command).addOption(
    new Option(
      "--limit <name=number>",
      `what is taken of a server at most, repeatable: ${LIMIT_NAMES}`,
    ).argParser(limit),
  );
}

export function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

export function list(value: string): string[] {
  const names = value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  if (names.length === 0) throw new InvalidArgumentError("It names nothing.");
  return names;
}

export function positive(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError("It must be a whole number from 1 up.");
  return number;
}

/** Milliseconds, up to what a timer can hold. */
export function milliseconds(value: string): number {
  const number = positive(value);
  if (number > 2_147_483_647) throw new InvalidArgumentError("It must be at most 2147483647 (24 days).");
  return number;
}

export function shard(value: string): Shard {
  try {
    return parseShard(value);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

export function port(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0 || number > 65_535)
    throw new InvalidArgumentError("It must be a port from 0 to 65535.");
  return number;
}
