import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../support/fixtures";

/** Every module a source names, in whatever form: import, export from, import(), import("x") types, require, Worker URL. */
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*|\bnew URL\(\s*)(["'])([^"'\n]+)\1/g;

interface Import {
  file: string;
  /** A path from the repository's root for what lies in it, else the package's name. */
  of: string;
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)samples\//.test(name))
    .map((name) => join(folder, name));
}

function importsOf(file: string): Import[] {
  return importsIn(file, withoutComments(readFileSync(join(root, file), "utf8")));
}

/** Without imports of types, which are gone when the code runs. */
function valueImportsOf(file: string): Import[] {
  const code = withoutComments(readFileSync(join(root, file), "utf8"));
  return importsIn(file, code.replace(/^import type [^;]*;/gm, ""));
}

function importsIn(file: string, code: string): Import[] {
  return [...code.matchAll(IMPORT)].map(([, , named]) => ({ file, of: resolved(file, named!) }));
}

function resolved(file: string, named: string): string {
  return named.startsWith(".") ? relative(root, join(root, dirname(file), named)) : named;
}

/** Comments may speak of anything. A `//` inside a string is kept: only what stands at the start or after a space goes. */
function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}

/** Imports of a folder that are not allowed, as readable lines. */
function crossings(folder: string, allowed: (of: string) => boolean, files = sources(folder)): string[] {
  expect(files.length).toBeGreaterThan(0);
  return files
    .flatMap(importsOf)
    .filter(({ of }) => !allowed(of))
    .map(({ file, of }) => `${file} imports ${of}`);
}

const within = (of: string, ...folders: string[]) =>
  folders.some((folder) => of === folder || of.startsWith(`${folder}/`));
const ours = (of: string) =>
  of !== "electron" &&
  (within(of, "electron", "renderer", "shared", "test", "scripts") || of.startsWith(".."));
const isNode = (of: string) => of.startsWith("node:") || NODE_ONLY.has(of);
/** Packages that need Node, and Node's own modules without their prefix. */
const NODE_ONLY = new Set([
  "fs",
  "path",
  "os",
  "crypto",
  "child_process",
  "http",
  "https",
  "net",
  "stream",
  "url",
  "util",
  "worker_threads",
  "ws",
  "undici",
  "chokidar",
  "commander",
]);
const isReact = (of: string) =>
  /^(react|react-dom|react-aria.*|@tanstack|zustand|lucide-react)(\/|$)/.test(of);

describe("import borders", () => {
  it("shared is pure: itself and packages without Node, DOM or React", () => {
    expect(
      crossings(
        "shared",
        (of) => !isNode(of) && !isReact(of) && of !== "electron" && (!ours(of) || within(of, "shared")),
      ),
    ).toEqual([]);
  });

  it("renderer reaches shared, itself and packages", () => {
    expect(
      crossings(
        "renderer",
        (of) => !isNode(of) && of !== "electron" && (!ours(of) || within(of, "renderer", "shared")),
      ),
    ).toEqual([]);
  });

  it("engine reaches shared and itself, never Electron, a host or the renderer", () => {
    expect(
      crossings(
        "electron/engine",
        (of) => of !== "electron" && !isReact(of) && (!ours(of) || within(of, "electron/engine", "shared")),
      ),
    ).toEqual([]);
  });

  it("the browser host reaches the engine's types and shared, never Electron or the desktop", () => {
    expect(
      crossings(
        "electron/web",
        (of) => of !== "electron" && (!ours(of) || within(of, "electron/web", "electron/engine", "shared")),
      ),
    ).toEqual([]);
  });

  it("the command line reaches engine, browser host and shared, never Electron or the desktop", () => {
    const parts = ["electron/cli", "electron/web", "electron/engine", "shared", "package.json"];
    expect(
      crossings("electron/cli", (of) => of !== "electron" && (!ours(of) || within(of, ...parts))),
    ).toEqual([]);
  });

  it("only the desktop, main and preload import Electron", () => {
    const importing = sources("electron")
      .flatMap(importsOf)
      .filter(({ of }) => of === "electron")
      .map(({ file }) => file);
    expect(importing.length).toBeGreaterThan(0);
    expect(
      importing.filter((file) => file !== "electron/preload.ts" && !file.startsWith("electron/desktop/")),
    ).toEqual([]);
  });

  it("the preload reaches only what is safe in the sandbox", () => {
    const reached = new Set(["electron/preload.ts"]);
    for (const file of reached) {
      for (const { of } of valueImportsOf(file)) if (ours(of)) reached.add(`${of}.ts`);
    }
    expect(reached.size).toBeGreaterThan(3);
    const packages = [...reached].flatMap(valueImportsOf).flatMap(({ of }) => (ours(of) ? [] : of));
    expect([...new Set(packages)]).toEqual(["electron"]);
  });
});

describe("the check itself", () => {
  it("sees every form of import, and none in a comment", () => {
    const code = [
      'import a from "one";',
      "import type { B } from 'two';",
      'import "three";',
      'export * from "four";',
      'const c = await import("five");',
      'type D = import("six").D;',
      'const e = require("seven");',
      'import {\n  f,\n} from "eight";',
      'new Worker(new URL("nine", import.meta.url));',
      '// import "no";',
      '/* import "no"; */',
    ].join("\n");
    const found = [...withoutComments(code).matchAll(IMPORT)].map(([, , named]) => named);
    expect(found).toEqual(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]);
  });
});
