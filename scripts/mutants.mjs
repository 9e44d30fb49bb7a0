#!/usr/bin/env node
/**
 * The mutation table: for each rule a server that breaks just that, checked by the real engine, and right servers of
 * which nothing may be said. Writes test/mutants/RESULTS.md.
 *
 *   npm run test:mutants               all; exit 1 when a mutant was not caught or a right server was accused
 *   npm run test:mutants -- RULE ...   only these rules or profiles of earlier conventions, nothing written
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import { resultsTable } from "../test/mutants/results.mjs";
import { runMutants } from "../test/mutants/run.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, ".cache", `mutants-${process.pid}`);

/** A bundle of its own, so that the run needs no build and judges the sources as they are. */
async function bundle(entry, file, format) {
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    ssr: { noExternal: true, target: "node" },
    resolve: { conditions: ["node", "import", "default"] },
    build: {
      ssr: true,
      target: "node20",
      outDir: cache,
      emptyOutDir: false,
      minify: false,
      rollupOptions: {
        input: join(root, entry),
        external: ["electron", ...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
        output: { format, entryFileNames: file, codeSplitting: false },
      },
    },
  });
  return join(cache, file);
}

async function main() {
  const only = process.argv.slice(2);
  const started = Date.now();
  await mkdir(cache, { recursive: true });
  const engine = await bundle("test/mutants/engine.ts", "engine.mjs", "es");
  const worker = await bundle(
    "electron/engine/inspection/workers/inspection-worker.ts",
    "inspection-worker.cjs",
    "cjs",
  );
  const samples = join(root, "electron/engine/skill-server/samples");
  const seen = await runMutants(
    await import(pathToFileURL(engine).href),
    { worker, samples },
    only,
    (row) => {
      if (!row.caught || only.length > 0)
        console.error(
          `${row.caught ? "caught" : "MISSED"} ${row.rule}: ${row.what}. ${row.seen}. ${row.message ?? ""} Others: ${row.others.join(", ")}`,
        );
    },
  );
  for (const { name, era, accused } of seen.clean)
    for (const line of accused) console.error(`ACCUSED ${name}, ${era}: ${line}`);
  for (const rule of seen.missing) console.error(`NO MUTANT ${rule}`);
  if (only.length === 0) await writeFile(join(root, "test/mutants/RESULTS.md"), resultsTable(seen));
  const caught = seen.rows.filter((row) => row.caught).length;
  const accusations = seen.clean.reduce((sum, { accused }) => sum + accused.length, 0);
  console.error(
    `${caught} of ${seen.rows.length} mutants caught, ${accusations} false accusations on ${seen.clean.length} runs of right servers, ${seen.missing.length} rules without a mutant; ${((Date.now() - started) / 1000).toFixed(0)} s.`,
  );
  const good = caught === seen.rows.length && accusations === 0 && seen.missing.length === 0;
  return good || only.length > 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} finally {
  await rm(cache, { recursive: true, force: true });
}
