import { closeSync, openSync, readSync, statSync } from "node:fs";
import { win32 } from "node:path";

/** What a child is started with, and nothing else: `verbatim` says that the arguments are quoted already (Windows). */
export interface SpawnCommand {
  file: string;
  args: string[];
  verbatim: boolean;
}

/** What the building of a command asks of a disk. */
export interface Disk {
  isFile(path: string): boolean;
  /** The first line of a file, or "" where it cannot be read. */
  firstLine(path: string): string;
}

interface Asked {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
  cwd?: string | undefined;
}

const EXTENSIONS = ".COM;.EXE;.BAT;.CMD";
/** What cmd.exe takes for more than a letter, also inside quotes or at the end of a variable. */
const META = /[()\][%!^"`<>&|;, *?]/g;

/**
 * The program and arguments that start a server. On POSIX they are taken as they are. On Windows the program is looked
 * up as a terminal would (PATH, PATHEXT), and a batch file, such as `npx.cmd`, which only cmd.exe can run, gets a
 * command line from which every argument comes out byte for byte: cmd.exe reads it twice, once for itself and once
 * where the batch file hands `%*` on, so each argument is escaped twice (field report d03).
 * @throws NodeJS.ErrnoException ENOENT when there is no such program; EINVAL for what no batch file can be given
 */
export function spawnCommand(
  { command, args, env, cwd }: Asked,
  platform: NodeJS.Platform = process.platform,
  disk: Disk = realDisk,
): SpawnCommand {
  if (platform !== "win32") return { file: command, args: [...args], verbatim: false };
  const found = find(command, env, cwd, disk);
  if (found === undefined) throw failure("ENOENT", `no program ${command} was found`);
  const extension = win32.extname(found).toLowerCase();
  if (extension === ".exe" || extension === ".com") return { file: found, args: [...args], verbatim: false };
  if (extension !== ".bat" && extension !== ".cmd") return script(found, args, env, cwd, disk);
  const bad = [found, ...args].find((word) => /[\r\n\0]/.test(word));
  if (bad !== undefined)
    throw failure("EINVAL", `a batch file cannot be given a line break: ${JSON.stringify(bad)}`);
  const line = [escaped(`"${found}"`), ...args.map((arg) => escaped(escaped(quoted(arg))))].join(" ");
  const shell = variable(env, "COMSPEC") ?? "cmd.exe";
  return { file: shell, args: ["/d", "/s", "/c", `"${line}"`], verbatim: true };
}

/** A file that Windows cannot run by itself: started through the interpreter its first line names. */
function script(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
  cwd: string | undefined,
  disk: Disk,
): SpawnCommand {
  const named = /^#!\s*(?:\S*[\\/]env\s+(?:-S\s+)?)?(\S+)/.exec(disk.firstLine(file))?.[1];
  if (named === undefined) return { file, args: [...args], verbatim: false };
  const interpreter = named.split(/[\\/]/).at(-1)!;
  const found = find(interpreter, env, cwd, disk);
  if (found === undefined)
    throw failure("ENOENT", `no program ${interpreter} was found, which ${file} names`);
  if (/\.(exe|com)$/i.test(found)) return { file: found, args: [file, ...args], verbatim: false };
  return spawnCommand({ command: found, args: [file, ...args], env, cwd }, "win32", disk);
}

/** Where a program lies: at its path, or in a folder of PATH; with an ending of PATHEXT where it has none. */
function find(
  command: string,
  env: Record<string, string>,
  cwd: string | undefined,
  disk: Disk,
): string | undefined {
  const named = /[\\/]/.test(command) || /^[a-z]:/i.test(command);
  const folders = named
    ? [cwd ?? "."]
    : (variable(env, "PATH") ?? "").split(";").map((folder) => folder.trim().replace(/^"(.*)"$/, "$1"));
  const endings = (variable(env, "PATHEXT") ?? EXTENSIONS).toLowerCase().split(";").filter(Boolean);
  const known = endings.some((ending) => command.toLowerCase().endsWith(ending));
  // As in a terminal: the name with an ending goes before the bare name, of which npm leaves a shell script.
  const names = [...(known ? [command] : []), ...endings.map((ending) => command + ending), command];
  for (const folder of folders.filter(Boolean)) {
    for (const name of names) {
      const path = win32.resolve(folder, name);
      if (disk.isFile(path)) return path;
    }
  }
  return undefined;
}

/** One argument as programs of Windows read it (the rules of CommandLineToArgvW). */
function quoted(arg: string): string {
  return `"${arg.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1")}"`;
}

/** Takes the meaning from everything that cmd.exe would act on, quotes included: then none is inside quotes for it. */
function escaped(text: string): string {
  return text.replace(META, "^$&");
}

/** A variable by its name in any case, as Windows keeps them. */
function variable(env: Record<string, string>, name: string): string | undefined {
  return Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1];
}

function failure(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code });
}

const realDisk: Disk = {
  isFile(path) {
    try {
      return statSync(path).isFile();
    } catch {
      return false;
    }
  },
  firstLine(path) {
    let file: number | undefined;
    try {
      file = openSync(path, "r");
      const start = Buffer.alloc(200);
      return start.toString("utf8", 0, readSync(file, start)).split(/\r?\n/, 1)[0] ?? "";
    } catch {
      return "";
    } finally {
      if (file !== undefined) closeSync(file);
    }
  },
};
