import { rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { cache, root } from "../../scripts/test/run.mjs";
import { row, shown, spread } from "./measure.mjs";

/** URIs and templates judged a second, by the rules as they are in the sources. @param count judged in each run */
export async function ruleRows(runs, count) {
  const folder = join(cache, `bench-${process.pid}`);
  try {
    await build({
      configFile: false,
      root,
      logLevel: "warn",
      publicDir: false,
      ssr: { noExternal: true, target: "node" },
      build: {
        ssr: true,
        target: "node18",
        outDir: folder,
        minify: false,
        rollupOptions: {
          input: join(root, "test/bench/rules-entry.ts"),
          external: [...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
          output: { format: "es", entryFileNames: "rules.mjs", codeSplitting: false },
        },
      },
    });
    const { perSecond } = await import(pathToFileURL(join(folder, "rules.mjs")).href);
    perSecond(Math.ceil(count / 10));
    const all = Array.from({ length: runs }, () => perSecond(count));
    return [
      row("rules: URIs a second", shown(spread(all.map(({ uris }) => uris)))),
      row("rules: templates a second", shown(spread(all.map(({ templates }) => templates)))),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
