import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spawnCommand } from "../../../electron/engine/connections/spawn-command";
import { splitCommand } from "../../../shared/config/command-words";

const NPX = "C:\\Program Files\\nodejs\\npx.cmd";
const NODE = "C:\\Program Files\\nodejs\\node.exe";
const ENV = {
  Path: 'C:\\Windows;"C:\\Program Files\\nodejs"',
  PathExt: ".COM;.EXE;.BAT;.CMD",
  ComSpec: "C:\\Windows\\System32\\cmd.exe",
  SECRET: "value-of-SECRET",
};

function diskOf(files: Record<string, string>) {
  const find = (path: string) =>
    Object.entries(files).find(([name]) => name.toLowerCase() === path.toLowerCase())?.[1];
  return {
    isFile: (path: string) => find(path) !== undefined,
    firstLine: (path: string) => (find(path) ?? "").split("\n", 1)[0]!,
  };
}
const disk = diskOf({
  [NPX]: "@ECHO off",
  "C:\\Program Files\\nodejs\\npx": "#!/usr/bin/env bash",
  [NODE]: "MZ",
  "D:\\tools\\serve.js": "#!/usr/bin/env node\n",
});
const windows = (command: string, args: string[], cwd?: string) =>
  spawnCommand({ command, args, env: ENV, cwd }, "win32", disk);

/** What cmd.exe does to a line: variables first, then carets and quotes; an operator outside quotes ends the command. */
function readByCmd(line: string): string {
  const filled = line.replace(/%([^%]+)%/g, (all, name: string) =>
    name in ENV ? ENV[name as keyof typeof ENV] : all,
  );
  let out = "";
  let inQuotes = false;
  for (let i = 0; i < filled.length; i++) {
    const c = filled[i]!;
    if (c === '"') inQuotes = !inQuotes;
    if (!inQuotes && c === "^") {
      out += filled[++i] ?? "";
      continue;
    }
    if (!inQuotes && "&|<>".includes(c)) throw new Error(`cmd.exe acts on ${c} in ${line}`);
    out += c;
  }
  return out;
}

/** How a program of Windows splits its command line (CommandLineToArgvW, without the program's own name). */
function splitByProgram(line: string): string[] {
  const args: string[] = [];
  let current: string | undefined;
  let inQuotes = false;
  for (let i = 0; i < line.length; ) {
    const slashes = /^\\*/.exec(line.slice(i))![0].length;
    const next = line[i + slashes];
    if (next === '"') {
      current = (current ?? "") + "\\".repeat(Math.floor(slashes / 2));
      if (slashes % 2 === 1) current += '"';
      else inQuotes = !inQuotes;
      i += slashes + 1;
    } else if (slashes > 0) {
      current = (current ?? "") + "\\".repeat(slashes);
      i += slashes;
    } else if (next === " " && !inQuotes) {
      if (current !== undefined) args.push(current);
      current = undefined;
      i++;
    } else {
      current = (current ?? "") + next;
      i++;
    }
  }
  return current === undefined ? args : [...args, current];
}

/** The arguments that reach node when npx.cmd hands its own on: `"node.exe" "npx-cli.js" %*`. */
function throughBatch(started: ReturnType<typeof spawnCommand>): { batch: string; args: string[] } {
  expect(started.file).toBe(ENV.ComSpec);
  expect(started.verbatim).toBe(true);
  expect(started.args.slice(0, 3)).toEqual(["/d", "/s", "/c"]);
  // With /s cmd.exe takes the first and the last quote off, whatever lies between.
  const line = readByCmd(started.args[3]!.replace(/^"([\s\S]*)"$/, "$1"));
  const [, batch, rest] = /^"([^"]+)" ?([\s\S]*)$/.exec(line)!;
  // %* is put in after variables were filled: only carets and quotes are read again.
  return {
    batch: batch!,
    args: splitByProgram(readByCmd(rest!.replaceAll("%", "\u0001")).replaceAll("\u0001", "%")),
  };
}

describe("a command on Windows (field report d03)", () => {
  it("a launcher under Program Files gets each argument byte for byte, & and % included", () => {
    const args = ["-y", "pkg", "--dir", "C:\\My Data\\a&b 100%"];
    expect(throughBatch(windows(NPX, args))).toEqual({ batch: NPX, args });
    expect(throughBatch(windows("npx", args))).toEqual({ batch: NPX, args });
    const typed = splitCommand(`"${NPX}" -y pkg --dir "C:\\My Data\\a&b 100%"`);
    if (!typed.ok) throw new Error(typed.message);
    expect(throughBatch(windows(typed.words.command, typed.words.args))).toEqual({ batch: NPX, args });
  });

  it("nothing that an argument holds is acted on: no command, no variable, no quote", () => {
    for (const arg of [
      '" & calc & "',
      "%SECRET%",
      'a"b%SECRET%"c',
      "^&",
      "x\\",
      'x\\"',
      "",
      "!SECRET!",
      "(a,b;c=d)",
    ])
      expect(throughBatch(windows("npx", [arg, "last"])).args).toEqual([arg, "last"]);
  });

  it("whatever the arguments are (property)", () => {
    const piece = fc.constantFrom(
      '"',
      "\\",
      "%",
      "SECRET",
      "&",
      "|",
      "^",
      " ",
      "<",
      ">",
      "!",
      "(",
      ")",
      "a",
      "ü",
      "=",
      ",",
    );
    const arg = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(fc.array(arg, { maxLength: 4 }), (args) => {
        expect(throughBatch(windows("npx", args)).args).toEqual(args);
      }),
      { numRuns: 500 },
    );
  });

  it("a program is started itself, without cmd.exe", () => {
    expect(windows("node", ["a b"])).toEqual({ file: NODE, args: ["a b"], verbatim: false });
    expect(windows("node.exe", []).file).toBe(NODE);
    expect(windows("..\\Program Files\\nodejs\\node", [], "C:\\Users").file).toBe(NODE);
  });

  it("a script is started by what its first line names", () => {
    expect(windows("D:\\tools\\serve.js", ["x"])).toEqual({
      file: NODE,
      args: ["D:\\tools\\serve.js", "x"],
      verbatim: false,
    });
  });

  it("a missing program is not found, also where cmd.exe would have been started for nothing", () => {
    expect(() => windows("uvx", [])).toThrow(expect.objectContaining({ code: "ENOENT" }));
    expect(() => windows("C:\\none\\npx.cmd", [])).toThrow(expect.objectContaining({ code: "ENOENT" }));
  });

  it("a line break, which no batch file can be given, is refused", () => {
    expect(() => windows("npx", ["a\nb"])).toThrow(/line break/);
  });

  it("elsewhere everything stays as it is", () => {
    expect(spawnCommand({ command: "npx", args: ["a b", "%X%"], env: {} }, "linux")).toEqual({
      file: "npx",
      args: ["a b", "%X%"],
      verbatim: false,
    });
  });
});
