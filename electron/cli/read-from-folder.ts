import { readFile, realpath, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { EXIT, UsageError } from "./exit";
import { print } from "./output";

/**
 * Prints a file of a folder of skills from the disk: by the `file:` URI that `list` prints, by its path below the
 * folder, or by the folder of a skill, which stands for its SKILL.md. @returns the exit code
 * @throws UsageError for what is not there, or lies outside the folder
 */
export async function readFromFolder(folder: string, asked: string): Promise<number> {
  const top = await realpath(folder);
  const path = await found(resolve(top, pathOf(asked)), asked);
  if (relative(top, path).startsWith("..")) throw new UsageError(`${asked} lies outside ${folder}.`);
  await print(await readFile(path));
  return EXIT.ok;
}

function pathOf(asked: string): string {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(asked)) return asked;
  try {
    return fileURLToPath(asked);
  } catch {
    throw new UsageError(
      `${asked} is no file of a folder.`,
      "Give its path below the folder, or its URI as list prints it.",
    );
  }
}

/** The real path of a file, or of the SKILL.md of a folder. */
async function found(path: string, asked: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) throw new UsageError(`There is no ${asked} in the folder.`);
  if (!(await stat(real)).isDirectory()) return real;
  const main = await realpath(join(real, "SKILL.md")).catch(() => undefined);
  if (main === undefined) throw new UsageError(`${asked} is a folder without a SKILL.md.`);
  return main;
}
