#!/usr/bin/env node
/**
 * `npm run test:official`: our check against the official conformance suite, check by check, on real servers and on
 * faults of the built-in one. Writes test/official/AGREEMENT.md, and fails on a difference that nobody has explained.
 *
 *   node scripts/official.mjs              all of them
 *   node scripts/official.mjs missing      those servers and faults whose name holds "missing"; writes no table
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bin, run } from "./test/run.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
if (!existsSync(join(root, "dist/inspection-worker.cjs"))) {
  process.stderr.write("There is no build yet: run `npm run build` first.\n");
  process.exitCode = 2;
} else {
  const only = process.argv[2];
  const filter = only === undefined ? [] : ["--testNamePattern", only];
  process.exitCode = await run(bin("vitest"), ["run", "--project", "agreement", ...filter]);
}
