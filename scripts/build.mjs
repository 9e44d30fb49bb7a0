#!/usr/bin/env node
/**
 * Builds everything into `dist`, which is at once the app that Electron starts and the home of the command line.
 *
 *   npm run build                what has changed since the last build
 *   node scripts/build.mjs --force
 *   npm run dev                  the same, then again on every change (`--watch`)
 */
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");
const { build } = await import("vite").catch((error) => {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  console.error("The dependencies are not installed: run `npm ci` first.");
  process.exit(1);
});
/** Holds the sources' fingerprint inside a build. */
const STAMP = ".built-from";
const SOURCES = [
  "electron",
  "renderer",
  "shared",
  "scripts/build.mjs",
  "vite.config.ts",
  "package.json",
  "package-lock.json",
];

/** What the oldest Node that Electron brings along (18.15, in Electron 25) lacks and the MCP SDK uses. */
const OLD_NODE = [
  'globalThis.crypto ??= require("node:crypto").webcrypto;',
  "Array.prototype.toSorted ??= function (compare) { return [...this].sort(compare); };",
  "URL.canParse ??= (url, base) => { try { return Boolean(new URL(url, base)); } catch { return false; } };",
].join("\n");

/**
 * The bundles for Node. Main and preload are CommonJS, the preload alone in its file: inside the sandbox it cannot
 * require a chunk that it shares. The command line is split, so that a command loads only what it needs.
 */
const BUNDLES = [
  { entry: "electron/main.ts", file: "main.cjs", format: "cjs", banner: OLD_NODE },
  { entry: "electron/preload.ts", file: "preload.cjs", format: "cjs" },
  {
    entry: "electron/engine/inspection/workers/inspection-worker.ts",
    file: "inspection-worker.cjs",
    format: "cjs",
    banner: OLD_NODE,
  },
  {
    entry: "electron/cli/main.ts",
    file: "cli.mjs",
    format: "es",
    banner: "#!/usr/bin/env node",
    split: true,
  },
];

/**
 * Waits for the first build of a watcher, which `build` gives back before anything is built.
 * @throws what that build failed with; later ones are told by the bundler itself.
 */
async function firstBuild(building) {
  const watcher = await building;
  if (typeof watcher?.on !== "function") return;
  await new Promise((resolve, reject) => {
    watcher.on("event", (event) => {
      if (event.code === "END") resolve();
      else if (event.code === "ERROR") reject(event.error);
    });
  });
}

/** Builds one Node bundle. As `ssr`: library mode would take the SDK's shims for browsers. */
function bundle({ entry, file, format, banner, split }, out, watch) {
  return build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    // Both ways in which a package is told that this is no debugging session.
    define: { "process.env.NODE_ENV": '"production"' },
    ssr: { noExternal: true, target: "node" },
    resolve: { conditions: ["node", "import", "default"] },
    build: {
      ssr: true,
      target: "node18",
      outDir: out,
      emptyOutDir: false,
      minify: false,
      watch: watch ? {} : null,
      rollupOptions: {
        input: join(root, entry),
        external: ["electron", ...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
        output: {
          format,
          banner: (chunk) => (chunk.isEntry ? (banner ?? "") : ""),
          entryFileNames: file,
          chunkFileNames: "cli/[name]-[hash].mjs",
          codeSplitting: split === true,
        },
      },
    },
  });
}

/** The folder that Electron is pointed at: its own small package.json, and the samples of the built-in server. */
async function copyAlong(out) {
  const { name, version, description, license } = JSON.parse(
    await readFile(join(root, "package.json"), "utf8"),
  );
  const app = { name, productName: "MCP Skill Inspector", version, description, license, main: "main.cjs" };
  await writeFile(join(out, "package.json"), `${JSON.stringify(app, null, 2)}\n`);
  const samples = join(root, "electron/engine/skill-server/samples");
  if (existsSync(samples)) await cp(samples, join(out, "samples"), { recursive: true });
}

/** Names, sizes and times of all sources: equal exactly when nothing was touched since. */
async function fingerprint() {
  const lines = [`node ${process.versions.node}`];
  const visit = async (path) => {
    const facts = await stat(path);
    if (facts.isDirectory()) for (const name of (await readdir(path)).sort()) await visit(join(path, name));
    else lines.push(`${relative(root, path)} ${facts.size} ${facts.mtimeMs}`);
  };
  for (const source of SOURCES) await visit(join(root, source));
  return lines.join("\n");
}

async function buildInto(out, watch) {
  await mkdir(out, { recursive: true });
  const renderer = { outDir: join(out, "renderer"), watch: watch ? {} : null };
  const parts = await Promise.allSettled([
    firstBuild(build({ configFile: join(root, "vite.config.ts"), logLevel: "warn", build: renderer })),
    ...BUNDLES.map((each) => firstBuild(bundle(each, out, watch))),
    copyAlong(out),
  ]);
  const failed = parts.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
}

/** Built aside and put in place at the end: what runs from `dist` meanwhile, and a build that fails, lose nothing. */
async function buildAside(sources) {
  const aside = join(root, ".cache", `build-${process.pid}`);
  try {
    await buildInto(aside, false);
    await writeFile(join(aside, STAMP), sources);
    await rm(dist, { recursive: true, force: true });
    await rename(aside, dist);
  } finally {
    // What is left of a failed build must not hide why it failed.
    await rm(aside, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

async function main() {
  const watch = process.argv.includes("--watch");
  const started = Date.now();
  const sources = await fingerprint();
  const before = await readFile(join(dist, STAMP), "utf8").catch(() => "");
  if (!watch && !process.argv.includes("--force") && before === sources)
    return console.error("Build: up to date.");
  if (watch) {
    // What a watched folder was built from changes with every save.
    await rm(join(dist, STAMP), { force: true });
    await buildInto(dist, true);
  } else await buildAside(sources);
  console.error(
    `Build: done in ${((Date.now() - started) / 1000).toFixed(1)} s${watch ? ", watching" : ""}.`,
  );
}

await main().catch((error) => {
  // The bundler colours its messages whether or not anybody can see colours.
  const message = process.stderr.isTTY ? error.message : stripVTControlCharacters(error.message);
  console.error(`Build failed: ${message}`);
  process.exitCode = 1;
});
